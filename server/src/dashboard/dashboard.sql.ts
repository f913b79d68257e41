/** What the home screen counts. Each part reads one index and no row: that is why they are apart. */
import { platformKeys } from '@ramal/contract/platforms';
import sql, { type Sql } from 'sql-template-tag';
import type { Actor } from '../foundation/actor.ts';
import type { Reader } from '../foundation/database.ts';
import { idsInTree } from '../resellers/tree.ts';
import { linesOnline } from '../watching/online.ts';

/** Official lines and tests on two kinds of platforms; those that run are on and not over. */
export interface LineCounts {
  readonly iptv: number;
  readonly p2p: number;
  readonly iptvExpiring: number;
  readonly p2pExpiring: number;
  readonly iptvExpired: number;
  readonly p2pExpired: number;
  readonly iptvTests: number;
  readonly p2pTests: number;
  readonly testsThisMonth: number;
  readonly officialThisMonth: number;
  readonly online: number;
}

export const countOwnLines = (reader: Reader, { id }: Actor, now: Date, month: Date): Promise<LineCounts> =>
  countLines(reader, sql`owner_id = ${id}`, now, month);

/** Everyone below, without the account itself; for an admin, who owns none (Q-RESPARAM), all there are. */
export const countTreeLines = (reader: Reader, { id, profile }: Actor, now: Date, month: Date): Promise<LineCounts> =>
  countLines(reader, profile === 'admin' ? sql`true` : sql`owner_id in (${idsInTree(id)} and id <> ${id})`, now, month);

async function countLines(reader: Reader, whose: Sql, now: Date, month: Date): Promise<LineCounts> {
  const counts = await reader.first<LineCounts>(
    sql`select * from (${standing(whose, now)}) standing, (${sold(whose, month)}) sold, (${online(whose, now)}) watched`,
  );
  return counts!;
}

const WEEK_MS = 7 * 86_400_000;

const standing = (whose: Sql, now: Date): Sql => sql`
  select
    count(*) filter (where iptv and running and status = 1) as iptv,
    count(*) filter (where not iptv and running and status = 1) as p2p,
    count(*) filter (where iptv and running and status = 1 and expiring) as "iptvExpiring",
    count(*) filter (where not iptv and running and status = 1 and expiring) as "p2pExpiring",
    count(*) filter (where iptv and not running and not is_trial) as "iptvExpired",
    count(*) filter (where not iptv and not running and not is_trial) as "p2pExpired",
    count(*) filter (where iptv and running and status = 2) as "iptvTests",
    count(*) filter (where not iptv and running and status = 2) as "p2pTests"
  from (
    select platform = 'iptv' as iptv, status, is_trial, expires_at > ${now} as running,
      expires_at <= ${new Date(now.getTime() + WEEK_MS)} as expiring
    from lines where deleted_at is null and ${whose}
  ) own`;

const sold = (whose: Sql, month: Date): Sql => sql`
  select count(*) filter (where is_trial) as "testsThisMonth", count(*) filter (where not is_trial) as "officialThisMonth"
  from lines
  where deleted_at is null and ${whose} and platform = any(${[...platformKeys]}::text[]) and created_at >= ${month}`;

const online = (whose: Sql, now: Date): Sql => sql`
  select count(*) as online from lines where deleted_at is null and ${whose} and id in (${linesOnline(now)})`;

export async function countResellers(reader: Reader, actor: Actor): Promise<{ all: number; direct: number }> {
  const scope =
    actor.profile === 'admin' ? sql`profile <> 'admin'` : sql`id in (${idsInTree(actor.id)}) and id <> ${actor.id}`;
  const row = await reader.first<{ all: number; direct: number }>(sql`
    select count(*) as all, count(*) filter (where parent_id = ${actor.id}) as direct
    from accounts where deleted_at is null and ${scope}`);
  return row!;
}
