/** The page «Indique e ganhe»: the customer's link, its friends and the days that they brought. */
import { randomInt } from 'node:crypto';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { getPortalReferral as declaration } from '@ramal/contract/portal/portal-referral';
import type { ReferralState } from '@ramal/contract/referrals/referrals';
import { customerName } from '@ramal/contract/rules/customer-name';
import sql from 'sql-template-tag';
import { findPersonalCoupon } from '../../coupons/coupons.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { reachedUrl } from '../../foundation/caller.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { createRateLimiter, consume } from '../../foundation/limits/rate-limiter.ts';
import type { Line } from '../../lines/lines.ts';
import { lineOfKey } from '../../portal/portal.ts';
import { readTerms } from './settings.ts';

const MAX_FRIENDS = 50;
const CODE_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Creates a code that begins with the customer's first name, such as `celia7k4m`. */
function newCode(line: Line): string {
  const first = customerName(line).name.split(/\s/)[0] ?? '';
  const plain = first
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .slice(0, 10);
  const end = Array.from({ length: 4 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]);
  return `${plain}${end.join('')}`;
}

/** Returns the code of the line, and creates it at the first request. */
async function ensureCode({ db, clock }: AppContext, line: Line): Promise<string> {
  const read = () =>
    db.first<{ code: string }>(sql`select code from referral_codes where line_id = ${line.id}`);
  for (;;) {
    const existing = await read();
    if (existing) return existing.code;
    // A collision with the code of another line or with a parallel request inserts nothing.
    await db.tx((tx) =>
      tx.run(sql`
        insert into referral_codes (line_id, account_id, code, created_at)
        values (${line.id}, ${line.ownerId}, ${newCode(line)}, ${clock.now()})
        on conflict do nothing`),
    );
  }
}

interface Friend {
  readonly note: string;
  readonly username: string;
  readonly isTrial: boolean;
  readonly at: Date;
  readonly state: ReferralState;
  readonly days: number;
  readonly percent: number;
  readonly paidAt: Date | null;
  readonly dueAt: Date | null;
}

const readFriends = ({ db, clock }: AppContext, lineId: number): Promise<Friend[]> =>
  db.many(sql`
    select f.note, f.username, f.is_trial, r.at, w.paid_at, w.due_at,
      coalesce(w.state, case when f.is_trial and f.expires_at > ${clock.now()} then 'trial'
        else 'no-purchase' end) as state,
      coalesce(w.referrer_days, s.referrer_days) as days,
      coalesce(w.referrer_percent, s.referrer_percent) as percent
    from referrals r
      join lines f on f.id = r.friend_line_id
      join referral_settings s on s.account_id = r.account_id
      left join lateral (
        select * from referral_rewards w where w.referral_id = r.id
        order by w.ordinal desc limit 1) w on true
    where r.referrer_line_id = ${lineId} and r.refused_at is null and w.state is distinct from 'refused'
    order by r.id desc limit ${MAX_FRIENDS}`);

/**
 * Returns «Sandra M.»: the first name and the initial of the last one. A friend without a name is
 * never shown by its user name, because that is a part of its access.
 */
function shortName(friend: Friend): string {
  const { name } = customerName(friend);
  if (name === friend.username) return 'Amigo';
  const [first = '', ...others] = name.split(/\s+/);
  const last = others.at(-1);
  return last ? `${first} ${last[0]!.toUpperCase()}.` : first;
}

interface Sums {
  readonly earned: number;
  readonly coming: number;
  readonly discounts: number;
  readonly comingDiscounts: number;
  readonly total: number;
}

export function createGetPortalReferral(ctx: AppContext) {
  const reads = createRateLimiter(ctx, 'portal-referral');
  return async ({
    body,
    requestMeta,
  }: Call<typeof declaration>): Promise<HandlerResult<typeof declaration>> => {
    const line = await lineOfKey(ctx, body.key);
    await consume(reads, String(line.id));
    const terms = await readTerms(ctx.db, line.ownerId);
    if (!terms.isOn || line.isTrial) refuse('referrals_off');
    const [code, friends, coupon, sums] = await Promise.all([
      ensureCode(ctx, line),
      readFriends(ctx, line.id),
      findPersonalCoupon(ctx, ctx.db, line),
      ctx.db.first<Sums>(sql`
        select coalesce(sum(w.referrer_days) filter (where w.state = 'delivered'), 0)::int as earned,
          coalesce(sum(w.referrer_days) filter (where w.state = 'waiting'), 0)::int as coming,
          (count(*) filter (where w.state = 'delivered' and w.referrer_percent > 0))::int as discounts,
          (count(*) filter (where w.state = 'waiting' and w.referrer_percent > 0))::int as coming_discounts,
          (count(distinct r.id) filter (where w.state is distinct from 'refused'))::int as total
        from referrals r left join referral_rewards w on w.referral_id = r.id
        where r.referrer_line_id = ${line.id} and r.refused_at is null`),
    ]);
    return {
      url: `${reachedUrl(requestMeta)}/i/${code}`,
      referrerDays: terms.referrerDays,
      referrerPercent: terms.referrerPercent,
      discounts: {
        earned: sums!.discounts,
        coming: sums!.comingDiscounts,
        ready: coupon?.count ?? 0,
      },
      friendDays: terms.friendDays,
      waitDays: terms.waitDays,
      friendsAYear: terms.friendsAYear,
      paymentsCounted: terms.paymentsCounted,
      earnedDays: sums!.earned,
      comingDays: sums!.coming,
      total: sums!.total,
      friends: friends.map((friend) => ({
        name: shortName(friend),
        state: friend.state,
        days: friend.days,
        percent: friend.percent,
        atTimestamp: unixSeconds(friend.at),
        paidAtTimestamp: friend.paidAt && unixSeconds(friend.paidAt),
        dueAtTimestamp: friend.dueAt && unixSeconds(friend.dueAt),
      })),
    };
  };
}
