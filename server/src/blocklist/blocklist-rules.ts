/** Weights and limits of the blocklist. The numbers are estimates. */
import { BLOCK_MINUTES, PAIR_WINDOW_MINUTES } from '@ramal/contract/operations/blocklist';
import { MINUTE_MS } from '@ramal/contract/rules/durations';

export type TrySource = 'player' | 'panel';

/** Score at which an address is blocked if no line or account signed in correctly from it. */
export const THRESHOLD = 20;
/**
 * Amount by which each line or account that signed in correctly from an address within a day raises
 * its score limit.
 */
export const HONEST_RAISES_BY = 5;
/** Maximum score limit of an address. */
export const MAX_THRESHOLD = 400;

/** Weight of a wrong password in the panel. Eight of them count as much as twenty in the player. */
export const PANEL_WEIGHT = 2.5;
/**
 * Weight of a wrong pair whose password was tried with many names. An ordinary wrong pair has
 * weight 1.
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

/** Days for which an earlier block makes the next one longer. */
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
