/** Records that stand at the DNS provider otherwise than the panel has them. Nothing is changed. */
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { currentDns } from './dns-settings.ts';
import { findRecord, judge } from './records.ts';

export interface RecordElsewhere {
  readonly name: string;
  /** What stands there: `A 200.160.4.18`; empty where it was deleted. */
  readonly values: readonly string[];
  /** Where it leads again once it is kept; null for what is left alone until an admin takes it over. */
  readonly backTo: string | null;
}

export interface RecordsElsewhere {
  readonly records: readonly RecordElsewhere[];
  /** Names that were not asked about. */
  readonly unread: number;
}

/** `late` ends the questions. */
export async function recordsElsewhere(
  ctx: AppContext,
  late: AbortSignal,
): Promise<RecordsElsewhere> {
  const { provider, settings } = await currentDns(ctx);
  if (provider.kind === 'sandbox') return { records: [], unread: 0 };
  const rows = await ctx.db.many<{ name: string; zone: string }>(sql`
    select name, zone from dns_records where zone is not null order by name`);
  const records: RecordElsewhere[] = [];
  for (const [readCount, { name, zone }] of rows.entries()) {
    if (late.aborted) return { records, unread: rows.length - readCount };
    const current = await provider.read(zone, name);
    const record = await findRecord(ctx.db, name);
    const verdict = record && judge(record, current, settings.mark);
    if (verdict === 'foreign') records.push({ name, values: current?.values ?? [], backTo: null });
    if (verdict === 'write' && current)
      records.push({ name, values: current.values, backTo: record!.ip });
  }
  return { records, unread: 0 };
}
