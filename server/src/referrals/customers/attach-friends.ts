/**
 * Connects a friend's line with the customer whose code it came with, and decides whether the
 * friend may give a reward. The number, device or connection of the referrer gives none, and
 * neither does a person who was a customer before.
 */
import { SHARED_CONNECTION_LINES, TRIAL_DAYS } from '@ramal/contract/lines/trial-history';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Caller } from '../../foundation/caller.ts';
import { combineCtes, type Tx } from '../../foundation/database.ts';

/** Reasons of a refusal by rule, as the seller reads them. */
const refusals = {
  number: 'mesmo número',
  device: 'mesmo aparelho',
  connection: 'mesma conexão',
  customer: 'já era cliente',
} as const;

interface Friend {
  readonly accountId: number;
  readonly referrerLineId: number;
  readonly friendLineId: number;
  /** Time of the first request of the friend; undefined for now. */
  readonly at?: Date;
  /** Person who registered the friend; undefined for a friend who used the link. */
  readonly by?: Pick<Caller, 'actor' | 'requestMeta'>;
}

/** Request metadata of changes by the job. */
export const referralOrigin = { ip: null, requestId: 'referrals' } as const;

/** Stores the referral. Returns undefined if the friend was referred before. */
export async function attachFriend(
  tx: Tx,
  { clock }: Pick<AppContext, 'clock'>,
  friend: Friend,
): Promise<number | undefined> {
  const { accountId, referrerLineId, friendLineId, by } = friend;
  const now = clock.now();
  const refusal = await findRefusal(tx, friend, now);
  const row = await tx.first<{ id: number }>(sql`
    insert into referrals (account_id, referrer_line_id, friend_line_id, at, refused_at, refusal)
    values (${accountId}, ${referrerLineId}, ${friendLineId}, ${friend.at ?? now}, ${refusal ? now : null}, ${refusal ?? null})
    on conflict (friend_line_id) do nothing returning id`);
  if (!row) return undefined;
  await tx.run(
    combineCtes({
      event: insertEventCte(by?.requestMeta ?? referralOrigin, {
        kind: 'referral-attached',
        actorId: by?.actor.id ?? null,
        accountId,
        lineId: friendLineId,
        after: { referrerLine: referrerLineId, reason: refusal ?? null },
      }),
    }),
  );
  return row.id;
}

/** Lines that were created earlier for the same number, also deleted ones that are not erased yet. */
const formerLines = (accountId: number, friendLineId: number): Sql => sql`
  select from lines f join lines l on l.whatsapp = f.whatsapp and l.id < f.id
  where f.id = ${friendLineId} and l.owner_id = ${accountId} and not l.is_trial`;

/** SQL: the place `shared` is not an address that many customers of a carrier share. */
const isHome = (since: Date): Sql => sql`
  ${SHARED_CONNECTION_LINES} > (select count(*) from (
    select distinct v.line_id from viewings v
    where household(v.address) = shared.place and v.address is not null and v.started_at > ${since}
    limit ${SHARED_CONNECTION_LINES}) lines_there)`;

/** SQL: the households in which the line was watched. */
const households = (lineId: number, since: Date): Sql => sql`
  select distinct household(v.address) as place from viewings v
  where v.line_id = ${lineId} and v.address is not null and v.started_at > ${since}`;

/**
 * Refuses a referral whose friend turned out to be the referrer, because devices and connections
 * are seen only after the friend watches.
 */
export async function refuseSamePerson(
  tx: Tx,
  { clock }: Pick<AppContext, 'clock'>,
  rewardId: number,
): Promise<boolean> {
  const now = clock.now();
  const friend = await tx.first<Friend & { readonly id: number }>(sql`
    select r.id, r.account_id, r.referrer_line_id, r.friend_line_id
    from referral_rewards w join referrals r on r.id = w.referral_id where w.id = ${rewardId}`);
  const refusal = friend && (await findRefusal(tx, friend, now));
  if (!refusal) return false;
  await tx.run(
    combineCtes({
      reward: sql`
        update referral_rewards set state = 'refused', reason = ${refusal}
        where id = ${rewardId} and state = 'waiting'`,
      referral: sql`
        update referrals set refused_at = ${now}, refusal = ${refusal}
        where id = ${friend.id} and refused_at is null`,
    }),
  );
  return true;
}

async function findRefusal(
  tx: Tx,
  { accountId, referrerLineId, friendLineId }: Friend,
  now: Date,
): Promise<string | undefined> {
  const since = new Date(now.getTime() - TRIAL_DAYS * DAY_MS);
  const same = await tx.first<Record<keyof typeof refusals, boolean>>(sql`
    select
      exists (select from lines r join lines f on f.whatsapp = r.whatsapp
        where r.id = ${referrerLineId} and f.id = ${friendLineId}) as number,
      exists (select from trial_devices r join trial_devices f using (mac_mark)
        where r.line_id = ${referrerLineId} and f.line_id = ${friendLineId})
      or exists (select from devices r join devices f using (mac)
        where r.line_id = ${referrerLineId} and f.line_id = ${friendLineId}) as device,
      exists (select from (
        ${households(referrerLineId, since)} intersect ${households(friendLineId, since)}) shared
        where ${isHome(since)}) as connection,
      exists (${formerLines(accountId, friendLineId)}) as customer`);
  return (Object.keys(refusals) as (keyof typeof refusals)[])
    .filter((reason) => same![reason])
    .map((reason) => refusals[reason])[0];
}

/**
 * Age up to which tests and orders of strangers are searched for a referral code. A paid order may
 * wait for weeks until the seller has credits for its line.
 */
const SEARCHED_MS = 90 * DAY_MS;
const MAX_ATTACHED = 200;

/** Attaches the friends who took a test or subscribed through a referral link. */
export async function attachNewFriends(ctx: AppContext): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - SEARCHED_MS);
  const friends = await ctx.db.many<Friend>(sql`
    select c.account_id, c.line_id as referrer_line_id, t.line_id as friend_line_id, t.at
    from (
      select account_id, origin_code, line_id, at from trial_requests
      where origin = 'referral' and line_id is not null and at > ${since}
      union all
      select o.account_id, o.origin_code, p.line_id, o.created_at
      from sale_orders o join charges p on p.id = o.charge_id
      where o.origin = 'referral' and p.line_id is not null and o.created_at > ${since}
    ) t
      join referral_codes c on c.code = t.origin_code and c.account_id = t.account_id
      join referral_settings s on s.account_id = t.account_id and s.is_on
    where t.line_id <> c.line_id
      and not exists (select from referrals r where r.friend_line_id = t.line_id)
    order by t.at limit ${MAX_ATTACHED}`);
  for (const friend of friends) await ctx.db.tx((tx) => attachFriend(tx, ctx, friend));
}
