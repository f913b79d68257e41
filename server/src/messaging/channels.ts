/** What relay and bot have in common. */

/** The franchise under which stands what counts for all that have none of their own. */
export const EVERYBODY = 0;

/** How long a queue rests whose relay or bot refuses everything; saving the settings ends it at once. */
export const FAULT_PAUSE_MS = 60 * 60_000;
