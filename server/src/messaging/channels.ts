/** Constants that the mail relay and the Telegram bot share. */

/** The franchise id of the settings that apply to every franchise without its own. */
export const EVERYBODY = 0;

/** Pause of a queue whose relay or bot rejects everything. Saving the settings ends it at once. */
export const FAULT_PAUSE_MS = 60 * 60_000;
