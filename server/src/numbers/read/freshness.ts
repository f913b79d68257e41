/** State of the figures, which every answer contains. */
import { MAX_MONTHS } from '@ramal/contract/numbers/filters';
import type { Reader } from '../../foundation/database.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import { readState, type RollUpState } from '../roll-up/roll-up-state.sql.ts';

export interface Freshness {
  readonly state: 'ready' | 'preparing';
  readonly progress: number;
  readonly asOfTimestamp: number | null;
}

/** Share of the progress in percent for deriving lines. The rest is for closing months. */
const LINES_PERCENT = 60;
const MONTHS_PERCENT = 39;

export async function readFreshness(reader: Reader): Promise<Freshness> {
  const state = await reader.first<RollUpState>(readState, 'prepared');
  if (state?.at && state.isComplete)
    return { state: 'ready', progress: 100, asOfTimestamp: unixSeconds(state.at) };
  return { state: 'preparing', progress: progressOf(state), asOfTimestamp: null };
}

function progressOf(state: RollUpState | undefined): number {
  if (!state || state.linesTotal === 0) return 0;
  const lines = Math.min(1, state.linesDone / state.linesTotal);
  const months = Math.min(1, state.monthsClosed / MAX_MONTHS);
  return Math.floor(lines * LINES_PERCENT + months * MONTHS_PERCENT);
}
