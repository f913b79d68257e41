/**
 * Moves a channel to its next source when a player could not read the present one. Every process
 * and every later viewing then uses the new source. Players of one process share one request.
 */
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { createBoundedCache } from '../../foundation/bounded-cache.ts';
import type { Tx } from '../../foundation/database.ts';
import { logDatabaseFailure } from '../../foundation/unavailable.ts';
import { checkedColumns, followOrigins, isActive, lockStreams } from './channel-sources.sql.ts';
import { switchSources } from './store-measures.ts';

export interface SourceSwitch {
  /** True if the channel has a source besides this one. */
  hasOther(streamId: number): Promise<boolean>;
  /**
   * Records that the source of this address failed, and returns the address to read instead.
   * Undefined if the channel has no other source to try.
   */
  next(streamId: number, address: string, problem: string): Promise<string | undefined>;
}

/** Time for which the number of a channel's sources is not read again. */
const COUNTED_FOR_MS = 10_000;
const COUNT_BYTES = 1_000_000;
/** A failed source is not tried again for a viewer within this time. */
const RETRY_AFTER_MS = 10_000;

export function createSourceSwitch(ctx: AppContext): SourceSwitch {
  const counts = createBoundedCache<boolean>({
    name: 'channel-sources',
    maxBytes: COUNT_BYTES,
    bytesOf: () => 8,
    ttlMs: COUNTED_FOR_MS,
  });
  const running = new Map<string, Promise<string | undefined>>();

  async function change(streamId: number, address: string, problem: string) {
    try {
      return await ctx.db.tx((tx) => moveOn(tx, { streamId, address, problem }, ctx.clock.now()));
    } catch (error) {
      logDatabaseFailure(ctx.log, error, 'a channel did not move to its next source');
      return undefined;
    }
  }

  return {
    hasOther: async (streamId) => {
      const counted = counts.get(String(streamId));
      if (counted !== undefined) return counted;
      const { count } = (await ctx.db.first<{ count: number }>(sql`
        select count(*) as count from channel_sources where stream_id = coalesce(
          (select origin_id from temporary_channels where stream_id = ${streamId}), ${streamId})`))!;
      counts.set(String(streamId), count > 1);
      return count > 1;
    },
    next: (streamId, address, problem) => {
      const key = `${streamId} ${address}`;
      const existing = running.get(key);
      if (existing) return existing;
      const changing = change(streamId, address, problem).finally(() => running.delete(key));
      running.set(key, changing);
      return changing;
    },
  };
}

interface Failure {
  readonly streamId: number;
  readonly address: string;
  readonly problem: string;
}

interface SourceRow {
  readonly id: number;
  readonly address: string;
  readonly isActive: boolean;
  readonly checkedAt: Date | null;
}

async function moveOn(tx: Tx, failure: Failure, now: Date): Promise<string | undefined> {
  const { id } = (await tx.first<{ id: number }>(sql`
    select coalesce((select origin_id from temporary_channels where stream_id = ${failure.streamId}),
      ${failure.streamId}) as id`))!;
  await tx.run(lockStreams([id]));
  const rows = await readSources(tx, id);
  const active = rows.find((row) => row.isActive);
  // Another process has already moved the channel.
  if (active && active.address !== failure.address) return active.address;
  if (!active || rows.length < 2) return undefined;
  await tx.run(sql`
    update channel_sources x set ${checkedColumns({ now, problem: sql`${failure.problem}::text` })}
    where x.id = ${active.id}`);
  const changes = await switchSources(tx, [id], now);
  if (changes.length > 0) return (await readSources(tx, id)).find((row) => row.isActive)?.address;
  return tryLeastRecent(tx, id, rows, now);
}

const readSources = (tx: Tx, streamId: number): Promise<SourceRow[]> =>
  tx.many<SourceRow>(sql`
    select x.id, coalesce(x.address, s.source) as address, ${isActive} as is_active, x.checked_at
    from channel_sources x join streams s on s.id = x.stream_id
    where s.id = ${streamId} order by x.position, x.id`);

/**
 * Switches to the source whose last check is the oldest, after all sources have failed. The source
 * may work again before its next check.
 */
async function tryLeastRecent(
  tx: Tx,
  streamId: number,
  rows: readonly SourceRow[],
  now: Date,
): Promise<string | undefined> {
  const age = ({ checkedAt }: SourceRow) => (checkedAt ? now.getTime() - +checkedAt : Infinity);
  const [oldest] = rows
    .filter((row) => !row.isActive)
    .toSorted((first, second) => age(second) - age(first));
  if (!oldest || age(oldest) < RETRY_AFTER_MS) return undefined;
  await tx.run(sql`update streams set active_source_id = ${oldest.id} where id = ${streamId}`);
  await tx.run(sql`update channel_sources set checked_at = ${now} where id = ${oldest.id}`);
  await tx.run(followOrigins([streamId]));
  return oldest.address;
}
