/**
 * Bounds of one batch, apart from the calls, so that the process that reads a file loads nothing
 * else.
 */

/** Maximum number of rows of one batch. */
export const LARGEST_BATCH = 20_000;
/** Maximum number of rows of a customer file, without the title row. */
export const MOST_FILE_ROWS = LARGEST_BATCH;
export const MOST_FILE_COLUMNS = 40;
