/** Constants shared by relay and bot. */

/** The franchise id of the settings that apply to every franchise without its own. */
export const EVERYBODY = 0;

/** Pause of a queue whose relay or bot rejects everything; saving the settings ends it at once. */
export const FAULT_PAUSE_MS = 60 * 60_000;
