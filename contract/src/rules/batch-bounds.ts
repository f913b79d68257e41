/**
 * Bounds of one batch. They are a separate file, so that the process that reads a file loads
 * nothing else.
 */

/** Maximum number of rows of one batch, and of a customer file without its title row. */
export const MAX_BATCH_SIZE = 20_000;
export const MAX_FILE_COLUMNS = 40;
