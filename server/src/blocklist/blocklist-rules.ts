/** Weights and limits of the blocklist. The values are estimates, not measurements. */
import { BLOCK_MINUTES, PAIR_WINDOW_MINUTES } from '@ramal/contract/operations/blocklist';
import { MINUTE_MS } from '@ramal/contract/rules/durations';

export type TrySource = 'player' | 'panel';

/**
 * Score at which an address is blocked. The limit is higher if lines or accounts signed in
 * correctly from the address.
 */
export const THRESHOLD = 20;
/**
 * Amount by which one line or account raises the score limit of an address, if it signed in
 * correctly from there within a day.
 */
export const HONEST_RAISES_BY = 5;
/** Maximum score limit of an address. */
export const MAX_THRESHOLD = 400;

/**
 * Weight of a wrong password in the panel. Eight of them have the same effect as twenty in the
 * player.
 */
export const PANEL_WEIGHT = 2.5;
/**
 * Weight of a wrong pair of name and password in the player, if the same password was tried with
 * many names. Any other wrong pair in the player has the weight 1.
 */
export const ONE_PASSWORD_WEIGHT = 2;

/** Time in seconds after which a score has half of its value. */
export const HALF_LIFE_SECONDS = 600;
/**
 * Maximum time in seconds for which decay is calculated. After that time, a score has about a
 * millionth of its value.
 */
export const MAX_DECAY_SECONDS = 20 * HALF_LIFE_SECONDS;
export const WINDOW_SECONDS = PAIR_WINDOW_MINUTES * 60;

/** Number of days for which a block makes the next block of the address longer. */
export const REMEMBERED_DAYS = 7;

/**
 * Returns the minutes of a block. `blocks` is the number of the address's blocks, including this
 * one.
 */
export const blockMinutes = (blocks: number): number =>
  BLOCK_MINUTES[Math.min(blocks, BLOCK_MINUTES.length) - 1] ?? BLOCK_MINUTES[0];

export const blockMs = (blocks: number): number => blockMinutes(blocks) * MINUTE_MS;

/** Maximum number of rows in `blocked_addresses`. The rows with the oldest attempts are deleted first. */
export const MAX_ADDRESSES = 100_000;
