/**
 * Limits of one batch. They are in a separate file, because the process that parses an uploaded
 * file must load as little code as possible.
 */

/** Maximum number of rows of one batch, and of a customer file without its title row. */
export const MAX_BATCH_SIZE = 20_000;
export const MAX_FILE_COLUMNS = 40;
