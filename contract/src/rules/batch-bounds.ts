/**
 * Bounds of one batch. They are a separate file, so that the process that reads a file loads
 * nothing else.
 */

/** Maximum number of rows of one batch, and of a customer file without its title row. */
export const LARGEST_BATCH = 20_000;
export const MOST_FILE_COLUMNS = 40;
