/**
 * Prepares the drill of a chain. Writes a marker that the restore must contain, and waits until the
 * marker is in the remote store.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql, { raw } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { LONG_TIMEOUT, type Reader } from '../../foundation/database.ts';
import { withCopying } from '../../foundation/copying.ts';
import { type RowBounds, countRowsSql, countedTables } from '../prove-restored.ts';
import { readArchiving } from './archiving.ts';
import { type ChainedRemote, readChainedRemotes, readChains } from './chains.sql.ts';
import { shipWal } from './ship-wal.ts';
import { baseFile } from './wal-names.ts';

/** Returns the chain that contains the latest data. Returns undefined if no chain exists. */
export async function findChainToDrill(ctx: AppContext): Promise<ChainedRemote | undefined> {
  if (!ctx.embedded) return undefined;
  const { system } = await withCopying({ url: ctx.embedded.ownerUrl }, readArchiving);
  const chained = (await readChainedRemotes(ctx, system)).filter(({ chain }) => chain);
  return chained.toSorted(
    (a, b) => (b.chain!.closedAt?.getTime() ?? 0) - (a.chain!.closedAt?.getTime() ?? 0),
  )[0];
}

interface PreparedChain {
  /** File name of the base. */
  readonly file: string;
  /** Number of the last transaction that the restore must contain. */
  readonly transaction: number;
  readonly writtenAt: Date;
  /** Seconds until the marker was in the remote store. Null if it did not arrive in time. */
  readonly sentSeconds: number | null;
  /**
   * Row counts before and after the transaction `transaction`. The restored counts must be between
   * them.
   */
  readonly counts: RowBounds;
}

const SENDING_TIMEOUT_MS = 3 * MINUTE_MS;
/**
 * Number of transaction ids before they repeat. PostgreSQL's log contains only the lower 32 bits.
 */
const XID_MODULUS = 2 ** 32;

export async function prepareChain(
  ctx: AppContext,
  { place, chain }: ChainedRemote,
): Promise<PreparedChain> {
  const { before, transaction } = await ctx.db.tx(async (tx) => {
    const counted = await countRows(tx);
    const row = await tx.first<{ xid: string }>(sql`
      select pg_current_xact_id()::text as xid,
        pg_logical_emit_message(true, 'ramal', 'drill') is not null as written`);
    return { before: counted, transaction: Number(BigInt(row!.xid) % BigInt(XID_MODULUS)) };
  }, LONG_TIMEOUT);
  const writtenMs = performance.now();
  const writtenAt = ctx.clock.now();
  const after = await countRows(ctx.db);
  const segment = await closeSegment(ctx);
  const late = performance.now() + SENDING_TIMEOUT_MS;
  let sentSeconds: number | null = null;
  while (sentSeconds === null && performance.now() < late) {
    await shipWal(ctx);
    const now = (await readChains(ctx.db)).find((candidate) => candidate.place === place);
    if (now?.segment && now.segment >= segment)
      sentSeconds = (performance.now() - writtenMs) / 1000;
    else await pause(500);
  }
  const { system, baseSegment, baseEndedAt } = chain!;
  return {
    file: baseFile({ system, segment: baseSegment, endedAt: baseEndedAt }).replace('base/', ''),
    transaction,
    writtenAt,
    sentSeconds,
    counts: Object.fromEntries(
      countedTables.map((table) => [table, [before[table]!, after[table]!]]),
    ),
  };
}

async function countRows(reader: Reader): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of countedTables) {
    const row = await reader.first<{ count: number }>(sql`${raw(countRowsSql(table))}`);
    counts[table] = Number(row!.count);
  }
  return counts;
}

/** Closes the segment that contains the last write, and returns its name. */
const closeSegment = ({ embedded }: AppContext): Promise<string> =>
  withCopying({ url: embedded!.ownerUrl }, async (copying) => {
    const row = await copying.first<{ name: string }>(
      'select pg_walfile_name(pg_current_wal_insert_lsn()) as name',
    );
    await copying.many('select pg_switch_wal()');
    return row!.name;
  });
