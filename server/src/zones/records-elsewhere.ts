/** Records that differ at the DNS provider from those of the panel. Nothing is changed. */
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { currentDns } from './dns-settings.ts';
import { findRecord, recordAction } from './records.ts';

export interface DivergentRecord {
  readonly name: string;
  /** The current value: `A 200.160.4.18`; empty if it was deleted. */
  readonly values: readonly string[];
  /**
   * Value that the panel will restore; null for a record that stays until an admin takes it over.
   */
  readonly backTo: string | null;
}

interface DivergentRecords {
  readonly records: readonly DivergentRecord[];
  /** Number of names that were not checked. */
  readonly unread: number;
}

/** `late` stops the requests. */
export async function findDivergentRecords(
  ctx: AppContext,
  late: AbortSignal,
): Promise<DivergentRecords> {
  const { provider, settings } = await currentDns(ctx);
  if (provider.kind === 'sandbox') return { records: [], unread: 0 };
  const rows = await ctx.db.many<{ name: string; zone: string }>(sql`
    select name, zone from dns_records where zone is not null order by name`);
  const records: DivergentRecord[] = [];
  for (const [readCount, { name, zone }] of rows.entries()) {
    if (late.aborted) return { records, unread: rows.length - readCount };
    const current = await provider.read(zone, name);
    const record = await findRecord(ctx.db, name);
    const action = record && recordAction(record, current, settings.mark);
    if (action === 'foreign') records.push({ name, values: current?.values ?? [], backTo: null });
    if (action === 'write' && current)
      records.push({ name, values: current.values, backTo: record!.ip });
  }
  return { records, unread: 0 };
}
