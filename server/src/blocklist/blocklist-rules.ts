/** What the blocklist counts and when it blocks. The numbers are starting values. */
import { BLOCK_MINUTES, PAIR_WINDOW_MINUTES } from '@ramal/contract/operations/blocklist';
import { MINUTE_MS } from '@ramal/contract/rules/durations';

export type TrySource = 'player' | 'panel';

/** A score of so much blocks an address that nobody honest uses. */
export const THRESHOLD = 20;
/** Each line or account that was right from there within a day lets it bear so much more … */
export const HONEST_RAISES_BY = 5;
/** … up to this. */
export const HIGHEST_THRESHOLD = 400;

/** Eight wrong passwords at the panel weigh as much as twenty at the player. */
export const PANEL_WEIGHT = 2.5;
export const ONE_PASSWORD_WEIGHT = 2;

/** After this time a score counts half. */
export const HALF_LIFE_SECONDS = 600;
/** After so long nothing is left of a score. */
export const FORGOTTEN_SECONDS = 20 * HALF_LIFE_SECONDS;
export const WINDOW_SECONDS = PAIR_WINDOW_MINUTES * 60;

/** So long an earlier block makes the next one longer. */
export const REMEMBERED_DAYS = 7;

/** How long the block with this number, from 1, lasts. */
export const minutesOfBlock = (blocks: number): number =>
  BLOCK_MINUTES[Math.min(blocks, BLOCK_MINUTES.length) - 1] ?? BLOCK_MINUTES[0];

export const msOfBlock = (blocks: number): number => minutesOfBlock(blocks) * MINUTE_MS;

/** Rows of the table; beyond them those that were counted longest ago go first. */
export const MOST_ADDRESSES = 100_000;
