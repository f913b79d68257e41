/** Reads the reports of sources: connections, time zone, and periods without a recording. */
import {
  parseXtreamAddress,
  readRecordingGaps,
  readXtreamAccount,
} from '../../../catalogue/catalogue.ts';
import type { AppContext } from '../../../foundation/app-context.ts';
import { readSources } from '../find-archive.ts';
import type { PlayableSource } from '../open-archive.ts';
import type { MeasuredSource } from './store-proof.ts';

export async function measureSources(ctx: AppContext, streamId: number): Promise<MeasuredSource[]> {
  const rows = await readSources(ctx, streamId);
  return Promise.all(rows.map((row) => measureSource(ctx, row)));
}

async function measureSource(ctx: AppContext, row: PlayableSource): Promise<MeasuredSource> {
  const unmeasured = { ...row, connections: null, maxConnections: null, gaps: [] };
  if (row.kind === 'flussonic') {
    const gaps = await readRecordingGaps(ctx, row.address, row.days);
    return gaps ? { ...unmeasured, gaps } : unmeasured;
  }
  if (row.kind !== 'xtream') return unmeasured;
  try {
    const { base, user, password } = parseXtreamAddress(new URL(row.address))!;
    const login = {
      base,
      user: decodeURIComponent(user),
      password: decodeURIComponent(password),
    };
    const { timeZone, ...connections } = await readXtreamAccount(ctx, login);
    return { ...unmeasured, ...connections, timeZone: row.hasOwnZone ? row.timeZone : timeZone };
  } catch {
    // The panel did not answer. The checks of the archive still run.
    return unmeasured;
  }
}
