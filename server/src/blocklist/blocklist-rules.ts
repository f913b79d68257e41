/** Weights and limits of the blocklist. The numbers are starting values. */
import { BLOCK_MINUTES, PAIR_WINDOW_MINUTES } from '@ramal/contract/operations/blocklist';
import { MINUTE_MS } from '@ramal/contract/rules/durations';

export type TrySource = 'player' | 'panel';

/** Score that blocks an address without honest sign-ins. */
export const THRESHOLD = 20;
/**
 * Each line or account that signed in correctly from the address within a day raises its limit by
 * this …
 */
export const HONEST_RAISES_BY = 5;
/** … up to this limit. */
export const HIGHEST_THRESHOLD = 400;

/** Eight wrong passwords in the panel count as much as twenty in the player. */
export const PANEL_WEIGHT = 2.5;
export const ONE_PASSWORD_WEIGHT = 2;

/** After this time a score is halved. */
export const HALF_LIFE_SECONDS = 600;
/** After this time a score is zero. */
export const FORGOTTEN_SECONDS = 20 * HALF_LIFE_SECONDS;
export const WINDOW_SECONDS = PAIR_WINDOW_MINUTES * 60;

/** Days for which an earlier block makes the next one longer. */
export const REMEMBERED_DAYS = 7;

/** Returns the minutes of the block with this number, counted from 1. */
export const minutesOfBlock = (blocks: number): number =>
  BLOCK_MINUTES[Math.min(blocks, BLOCK_MINUTES.length) - 1] ?? BLOCK_MINUTES[0];

export const msOfBlock = (blocks: number): number => minutesOfBlock(blocks) * MINUTE_MS;

/** Maximum rows of the table; beyond it those counted longest ago are deleted first. */
export const MOST_ADDRESSES = 100_000;
