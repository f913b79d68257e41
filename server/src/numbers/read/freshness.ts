/** State of the figures, which every answer contains. */
import type { Reader } from '../../foundation/database.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import { readState, type RollUpState } from '../roll-up/roll-up-state.sql.ts';

export interface Freshness {
  readonly state: 'ready' | 'preparing';
  readonly progress: number;
  readonly asOfTimestamp: number | null;
}

/** Percentage of the first roll-up in which lines are derived. In the rest it stores months. */
const LINES_PERCENT = 80;

export async function readFreshness(reader: Reader): Promise<Freshness> {
  const state = await reader.first<RollUpState>(readState, 'prepared');
  if (state?.at && state.isComplete)
    return { state: 'ready', progress: 100, asOfTimestamp: unixSeconds(state.at) };
  const { linesDone = 0, linesTotal = 0 } = state ?? {};
  const progress =
    linesTotal === 0 ? 0 : Math.floor(Math.min(1, linesDone / linesTotal) * LINES_PERCENT);
  return { state: 'preparing', progress, asOfTimestamp: null };
}
