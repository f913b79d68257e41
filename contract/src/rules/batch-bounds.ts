/** How much one batch does. Apart from the calls, so that the process that reads a file loads nothing else. */

/** Maximum number of rows of one batch. */
export const LARGEST_BATCH = 20_000;
/** Of a file of customers, without the row of the titles. */
export const MOST_FILE_ROWS = LARGEST_BATCH;
export const MOST_FILE_COLUMNS = 40;
