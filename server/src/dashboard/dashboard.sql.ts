import sql, { type Sql } from 'sql-template-tag';
import type { Actor } from '../foundation/actor.ts';
import type { Reader } from '../foundation/database.ts';
import { idsInTree } from '../resellers/tree.ts';
import { linesOnline } from '../watching/online.ts';

export interface OwnCounts {
  readonly iptv: number;
  readonly p2p: number;
  readonly iptvExpiring: number;
  readonly p2pExpiring: number;
  readonly iptvTests: number;
  readonly p2pTests: number;
  readonly testsThisMonth: number;
  readonly officialThisMonth: number;
  readonly online: number;
}

const WEEK_MS = 7 * 86_400_000;

export async function countOwnLines(reader: Reader, id: number, now: Date, month: Date): Promise<OwnCounts> {
  const week = new Date(now.getTime() + WEEK_MS);
  const row = await reader.first<OwnCounts>(
    sql`
      select
        count(*) filter (where iptv and running and not is_trial) as iptv,
        count(*) filter (where not iptv and running and not is_trial) as p2p,
        count(*) filter (where iptv and running and not is_trial and expires_at <= ${week}) as "iptvExpiring",
        count(*) filter (where not iptv and running and not is_trial and expires_at <= ${week}) as "p2pExpiring",
        count(*) filter (where iptv and running and is_trial) as "iptvTests",
        count(*) filter (where not iptv and running and is_trial) as "p2pTests",
        count(*) filter (where is_trial and created_at >= ${month}) as "testsThisMonth",
        count(*) filter (where not is_trial and created_at >= ${month}) as "officialThisMonth",
        count(*) filter (where id in (${linesOnline(now)})) as online
      from (
        select id, is_trial, created_at, expires_at, platform = 'iptv' as iptv, is_on and expires_at > ${now} as running
        from lines where owner_id = ${id} and deleted_at is null
      ) own`,
    'count-own-lines',
  );
  return row!;
}

export interface TreeCounts {
  readonly iptvActive: number;
  readonly iptvExpired: number;
  readonly p2pActive: number;
  readonly p2pExpired: number;
  readonly iptvTests: number;
  readonly p2pTests: number;
  readonly officialThisMonth: number;
  readonly online: number;
}

/** Everyone below, without the account itself; for an admin everyone there is. */
export async function countTreeLines(reader: Reader, actor: Actor, now: Date, month: Date): Promise<TreeCounts> {
  const row = await reader.first<TreeCounts>(sql`
    select
      count(*) filter (where iptv and running and not is_trial) as "iptvActive",
      count(*) filter (where iptv and expired and not is_trial) as "iptvExpired",
      count(*) filter (where not iptv and running and not is_trial) as "p2pActive",
      count(*) filter (where not iptv and expired and not is_trial) as "p2pExpired",
      count(*) filter (where iptv and running and is_trial) as "iptvTests",
      count(*) filter (where not iptv and running and is_trial) as "p2pTests",
      count(*) filter (where not is_trial and created_at >= ${month}) as "officialThisMonth",
      count(*) filter (where id in (${linesOnline(now)})) as online
    from (
      select id, is_trial, created_at, platform = 'iptv' as iptv,
        is_on and expires_at > ${now} as running, expires_at <= ${now} as expired
      from lines where deleted_at is null and owner_id <> ${actor.id} ${below(actor)}
    ) tree`);
  return row!;
}

const below = (actor: Actor): Sql =>
  actor.profile === 'admin' ? sql`` : sql`and owner_id in (${idsInTree(actor.id)})`;

export async function countResellers(reader: Reader, actor: Actor): Promise<{ all: number; direct: number }> {
  const scope =
    actor.profile === 'admin' ? sql`profile <> 'admin'` : sql`id in (${idsInTree(actor.id)}) and id <> ${actor.id}`;
  const row = await reader.first<{ all: number; direct: number }>(sql`
    select count(*) as all, count(*) filter (where parent_id = ${actor.id}) as direct
    from accounts where deleted_at is null and ${scope}`);
  return row!;
}
