/** Constants that the mail relay and the Telegram bot share. */

/** The franchise id of the settings that apply to every franchise without settings of its own. */
export const EVERYBODY = 0;

/**
 * Pause in milliseconds of a queue whose relay or bot rejects every message. The pause ends at once
 * when the settings are saved.
 */
export const FAULT_PAUSE_MS = 60 * 60_000;
