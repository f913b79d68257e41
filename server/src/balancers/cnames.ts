/** Lists and changes CNAMEs. Each CNAME points to one balancer. */
import type { BalancerStatus, Cname } from '@ramal/contract/operations/balancers';
import type { DnsRecord } from '@ramal/contract/operations/dns-providers';
import { refuse } from '@ramal/contract/api/errors';
import ipaddr from 'ipaddr.js';
import sql, { type Sql } from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { unixSeconds } from '../foundation/clock.ts';
import { type Tx, violatedConstraint } from '../foundation/database.ts';
import { readHours } from '../reachability/reachability.ts';
import {
  findRecord,
  deleteStoredRecord,
  syncRecordsNow,
  type Removal,
  removeRecordNow,
  selectRecord,
  setWantedRecord,
} from '../zones/zones.ts';
import { getBalancerChoice } from './choose-balancer.ts';
import { BALANCER_KIND, balancersProbed, isFallen, statusColumn } from './balancers.sql.ts';

/** TTL of a CNAME in seconds. It is short, so that viewers follow a moved name within a minute. */
const CNAME_TTL_SECONDS = 60;

interface CnameRow {
  readonly id: number;
  readonly name: string;
  readonly content: string;
  readonly oldIp: string | null;
  readonly balancer: string;
  readonly balancerId: number;
  readonly status: BalancerStatus;
  readonly changedAt: Date;
  readonly changedByItself: boolean;
  readonly record: DnsRecord | null;
  readonly rehearsedAt: Date | null;
}

const selectCnames = sql`
  select c.id, c.name, host(b.ip) as content, host(c.old_ip) as old_ip, b.name as balancer,
    c.balancer_id, ${statusColumn} as status, c.changed_at,
    c.changed_by is null as changed_by_itself, ${selectRecord(sql`c.name`)} as record,
    rehearsed.at as rehearsed_at
  from ${balancersProbed} join cnames c on c.balancer_id = b.id
  left join lateral (
    select m.at from cname_moves m, cname_automation a
    where m.cname_id = c.id and m.is_rehearsed and m.at >= c.changed_at and a.mode = 'rehearsal' and ${isFallen}
    order by m.at desc limit 1) rehearsed on true`;

export async function getCnames(ctx: AppContext): Promise<Cname[]> {
  return serialize(ctx, await ctx.db.many<CnameRow>(sql`${selectCnames} order by c.name`));
}

async function serialize({ db, clock }: AppContext, rows: readonly CnameRow[]): Promise<Cname[]> {
  const ids = [...new Set(rows.map(({ balancerId }) => balancerId))];
  const hours = await readHours(db, BALANCER_KIND, ids, clock.now());
  return rows.map(({ balancerId, changedAt, rehearsedAt, ...row }) => ({
    ...row,
    rehearsedAtTimestamp: rehearsedAt && unixSeconds(rehearsedAt),
    changedAtTimestamp: unixSeconds(changedAt),
    hours: hours.get(balancerId) ?? [],
  }));
}

export async function createCname(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
  { name, ip }: { readonly name: string; readonly ip: string },
): Promise<Cname> {
  try {
    const id = await ctx.db.tx(async (tx) => {
      const to = await getOfferedBalancer(tx, ip);
      const now = ctx.clock.now();
      if ((await findRecord(tx, name))?.followsTarget) refuse('cname_is_hostname');
      const made = await tx.first<{ id: number }>(sql`
        insert into cnames (name, balancer_id, changed_at, changed_by, created_at)
        values (${name}, ${to.id}, ${now}, ${actor.id}, ${now}) returning id`);
      await recordEvent(tx, requestMeta, {
        kind: 'cname-created',
        actorId: actor.id,
        after: { name, ip: to.ip },
      });
      await setWantedRecord(tx, { name, ip: to.ip, ttl: CNAME_TTL_SECONDS, now });
      return made!.id;
    });
    await syncRecordsNow(ctx, [name]);
    return await findCname(ctx, id);
  } catch (error) {
    if (violatedConstraint(error) === 'cnames_name_key') refuse('cname_taken');
    throw error;
  }
}

interface CnameChange {
  readonly id: number;
  readonly ip: string;
  readonly discart: boolean;
  readonly discartIp?: string | undefined;
}

export async function changeCname(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
  { id, ip, discart, discartIp: seen }: CnameChange,
): Promise<Cname> {
  const now = ctx.clock.now();
  const { name } = await ctx.db.tx(async (tx) => {
    const from = (await lockCnameTarget(tx, id)) ?? refuse('cname_not_found');
    if (seen !== undefined && address(seen) !== from.ip) refuse('cname_moved');
    const to = await getOfferedBalancer(tx, ip);
    if (to.id === from.balancerId) return from;
    await moveCname(tx, { id, name: from.name, to, by: actor.id, at: now });
    const event = { actorId: actor.id, accountId: actor.id };
    await recordEvent(tx, requestMeta, {
      kind: 'cname-changed',
      ...event,
      before: { name: from.name, ip: from.ip },
      after: { name: from.name, ip: to.ip },
    });
    if (!discart) return from;
    // Q-DISCART: the admin may discard the former balancer in the same request.
    await tx.run(
      sql`update balancers set discarded_at = coalesce(discarded_at, ${now}) where id = ${from.balancerId}`,
    );
    await recordEvent(tx, requestMeta, {
      kind: 'balancer-discarded',
      ...event,
      after: { ip: from.ip },
    });
    return from;
  });
  getBalancerChoice(ctx).forget();
  await syncRecordsNow(ctx, [name]);
  return findCname(ctx, id);
}

export interface CnameMove {
  readonly id: number;
  readonly name: string;
  readonly to: { readonly id: number; readonly ip: string };
  /** Id of the account that requested the move. Null for an automatic move. */
  readonly by: number | null;
  readonly at: Date;
}

/** Points a CNAME to another balancer. Its record at the DNS provider is updated afterwards. */
export async function moveCname(tx: Tx, { id, name, to, by, at }: CnameMove): Promise<void> {
  await setWantedRecord(tx, { name, ip: to.ip, ttl: CNAME_TTL_SECONDS, now: at });
  await tx.run(sql`
    update cnames c set balancer_id = ${to.id}, changed_at = ${at}, changed_by = ${by},
      old_ip = (select ip from balancers where id = c.balancer_id)
    where c.id = ${id}`);
}

/**
 * Deletes the CNAME and its record at the DNS provider. Leaves the record if somebody else changed
 * it (Q-CNAMERECORD).
 */
export async function deleteCname(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
  id: number,
): Promise<Removal & { readonly ip: string }> {
  const { record, ip } = await ctx.db.tx(async (tx) => {
    const gone = (await lockCnameTarget(tx, id)) ?? refuse('cname_not_found');
    const record = await findRecord(tx, gone.name);
    await tx.run(sql`delete from cnames where id = ${id}`);
    await tx.run(deleteStoredRecord(gone.name));
    await recordEvent(tx, requestMeta, {
      kind: 'cname-deleted',
      actorId: actor.id,
      before: { name: gone.name, ip: gone.ip },
    });
    return { record, ip: record?.written ?? gone.ip };
  });
  return { ...(await removeRecordNow(ctx, record)), ip };
}

async function findCname(ctx: AppContext, id: number): Promise<Cname> {
  const row = await ctx.db.first<CnameRow>(sql`${selectCnames} where c.id = ${id}`);
  const [shown] = await serialize(ctx, [row ?? refuse('cname_not_found')]);
  return shown!;
}

interface CnameTarget {
  readonly name: string;
  readonly ip: string;
  readonly balancerId: number;
}

const lockCnameTarget = (tx: Tx, id: number) =>
  tx.first<CnameTarget>(sql`
    select c.name, host(b.ip) as ip, b.id as balancer_id
    from cnames c join balancers b on b.id = c.balancer_id where c.id = ${id} for update of c`);

/** Returns the balancer with this address. Refuses an unknown, discarded or draining balancer. */
async function getOfferedBalancer(tx: Tx, ip: string): Promise<{ id: number; ip: string }> {
  const at: Sql = sql`${address(ip)}::inet`;
  const balancer = await tx.first<{ id: number; ip: string }>(sql`
    select id, host(ip) as ip from balancers
    where ip = ${at} and leaving_at is null and discarded_at is null for share`);
  return balancer ?? refuse('balancer_unknown_ip');
}

const address = (ip: string): string => ipaddr.process(ip).toString();
