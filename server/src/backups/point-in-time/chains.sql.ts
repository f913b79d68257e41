/**
 * Reads and writes the chain of each remote store: its base, and the last segment that was sent.
 */
import sql from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Reader } from '../../foundation/database.ts';
import { readRemotes, type RemoteStoreId, type ConfiguredRemote } from '../stores/remotes.ts';

export interface Chain {
  readonly place: RemoteStoreId;
  readonly location: string;
  readonly system: string;
  readonly baseSegment: string;
  readonly baseEndedAt: Date;
  readonly baseBytes: number;
  readonly segment: string | null;
  readonly closedAt: Date | null;
  readonly failure: string | null;
  readonly brokenAt: Date | null;
  readonly brokenReason: string | null;
}

export const readChains = (db: Reader): Promise<Chain[]> =>
  db.many<Chain>(sql`
    select place, location, system, base_segment, base_ended_at,
      base_bytes, segment, closed_at, failure, broken_at,
      broken_reason
    from wal_chains order by place`);

export interface ChainedRemote extends ConfiguredRemote {
  /**
   * Undefined if the store needs a new base. The chain is then missing or broken, or belongs to
   * another cluster or location.
   */
  readonly chain: Chain | undefined;
}

export async function readChainedRemotes(
  ctx: AppContext,
  system: string,
): Promise<ChainedRemote[]> {
  const chains = await readChains(ctx.db);
  const remotes = await readRemotes(ctx);
  return remotes.map((remote) => ({
    ...remote,
    chain: chains.find(
      (candidate) =>
        candidate.place === remote.place &&
        candidate.location === remote.store.where &&
        candidate.system === system &&
        candidate.brokenAt === null,
    ),
  }));
}

/**
 * Starts a chain. Returns false if another key was saved after the base began. The following
 * segments would then be encrypted to a different key than the base.
 */
export const beginChain = async (
  { db }: AppContext,
  chain: Pick<Chain, 'place' | 'location' | 'system' | 'baseSegment' | 'baseEndedAt' | 'baseBytes'>,
  recipients: readonly string[],
): Promise<boolean> =>
  (await db.tx((tx) =>
    tx.run(sql`
      insert into wal_chains (place, location, system, base_segment, base_ended_at, base_bytes)
      select ${chain.place}, ${chain.location}, ${chain.system}, ${chain.baseSegment},
        ${chain.baseEndedAt}::timestamptz, ${chain.baseBytes}::bigint
      -- Locked until the commit, so that a key saved in the meantime finds this chain and ends it.
      from (select from backup_keys where recipient = any(${recipients}::text[]) for share) held
      on conflict (place) do update set location = excluded.location, system = excluded.system,
        base_segment = excluded.base_segment, base_ended_at = excluded.base_ended_at,
        base_bytes = excluded.base_bytes, failure = null, broken_at = null, broken_reason = null,
        -- The stored segments continue without a gap, unless the chain broke or the cluster is another one.
        segment = case when ${continues} then wal_chains.segment end,
        closed_at = case when ${continues} then wal_chains.closed_at end`),
  )) > 0;

const continues = sql`wal_chains.broken_at is null and wal_chains.system = excluded.system
  and wal_chains.location = excluded.location
  and left(wal_chains.segment, 8) = left(excluded.base_segment, 8)`;

/**
 * Records the last sent segment. The position never moves backwards, because another worker may
 * have sent more segments in the meantime.
 */
export const recordSent = (
  { db }: AppContext,
  { place }: Pick<Chain, 'place'>,
  sent: { readonly segment: string; readonly closedAt: Date },
): Promise<number> =>
  db.tx((tx) =>
    tx.run(sql`
      update wal_chains set segment = ${sent.segment}, closed_at = ${sent.closedAt}, failure = null
      where place = ${place} and (segment is null or segment < ${sent.segment})`),
  );

export const recordFailure = (
  { db }: AppContext,
  { place }: Pick<Chain, 'place'>,
  failure: string,
): Promise<number> =>
  db.tx((tx) => tx.run(sql`update wal_chains set failure = ${failure} where place = ${place}`));

/**
 * Marks the chains as broken, with an event and an error in the log. Their stores can no longer
 * restore later writes to an exact second.
 */
export async function breakChains(
  { db, clock, log }: AppContext,
  places: readonly RemoteStoreId[],
  reason: string,
): Promise<void> {
  const now = clock.now();
  const broken = await db.tx(async (tx) => {
    const rows = await tx.many<{ place: RemoteStoreId }>(sql`
      update wal_chains set broken_at = ${now}, broken_reason = ${reason}
      where place = any(${places}::text[]) and broken_at is null
      returning place`);
    for (const { place } of rows)
      await recordEvent(
        tx,
        { ip: null, requestId: 'backups' },
        { kind: 'backup-chain-broken', actorId: null, after: { place, reason } },
      );
    return rows;
  });
  if (broken.length > 0)
    log.error({ places: broken.map(({ place }) => place), reason }, 'A BACKUP CHAIN BROKE');
}
