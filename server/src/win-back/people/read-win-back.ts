/** Reads the groups of an account with the number of people in each status. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import {
  type WinBackGroupKey,
  type WinBackStatus,
  winBackRange,
  winBackStatuses,
} from '@ramal/contract/win-back/win-back-rules';
import type { getWinBack as declaration } from '@ramal/contract/win-back/win-back';
import sql from 'sql-template-tag';
import { findOfferedCoupon } from '../../coupons/coupons.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { localDay, readClock } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { takesPayments } from '../../reminders/reminders.ts';
import { readGroups, type WinBackGroup } from '../groups/groups.sql.ts';
import { nextSending } from '../groups/next-sending.ts';
import { countDueMessages } from '../planning/due-people.sql.ts';
import { selectPeople } from './people.sql.ts';
import { type Reach, readReach } from './reach.ts';

type People = Record<WinBackStatus, number> & { readonly total: number };

export async function readWinBack(
  ctx: AppContext,
  { actor }: Pick<Call<typeof declaration>, 'actor'>,
): Promise<HandlerResult<typeof declaration>> {
  const [groups, reach, canPay] = await Promise.all([
    readGroups(ctx.db, actor.id),
    readReach(ctx, ctx.db, actor.id),
    takesPayments(ctx, actor.id),
  ]);
  const people = await countPeople(ctx, actor.id, reach);
  const rows = await Promise.all(
    groups.map(async (group) => ({
      ...toAnswer(group, people),
      coupon: await readCoupon(ctx, actor.id, group),
      ...(await readNext(ctx, actor.id, group, reach)),
    })),
  );
  const sum = (isTrial: boolean): number =>
    rows
      .filter(({ group }) => winBackRange(group).isTrial === isTrial)
      .reduce((total, row) => total + row.people.total, 0);
  return {
    groups: rows,
    expired: sum(false),
    trials: sum(true),
    hasChannel: reach.channels.length > 0,
    takesPayments: canPay,
  };
}

interface StatusCount {
  readonly groupKey: WinBackGroupKey;
  readonly status: WinBackStatus;
  readonly count: number;
}

const countPeople = (
  { db, clock }: AppContext,
  accountId: number,
  { isReachable }: Reach,
): Promise<StatusCount[]> => {
  const reading = readClock(clock);
  const day = localDay(reading.now, reading.timeZone);
  return db.many<StatusCount>(sql`
    select group_key, status, count(*) from (${selectPeople({ accountId, day, ...reading, isReachable })}) people
    group by group_key, status`);
};

function toAnswer(
  { group, isOn, text, sendDay, weekdays, sendAt, controlPercent }: WinBackGroup,
  counts: readonly StatusCount[],
) {
  const counted = Object.fromEntries(
    winBackStatuses.map((status) => [
      status,
      counts.find((row) => row.groupKey === group && row.status === status)?.count ?? 0,
    ]),
  ) as Record<WinBackStatus, number>;
  const total = Object.values(counted).reduce((sum, count) => sum + count, 0);
  const people: People = { total, ...counted };
  return { group, isOn, text, sendDay, weekdays: [...weekdays], sendAt, controlPercent, people };
}

/** Returns the coupon of the group if it is valid now. */
async function readCoupon(ctx: AppContext, accountId: number, { couponId }: WinBackGroup) {
  if (couponId === null) return null;
  const coupon = await findOfferedCoupon(ctx, ctx.db, accountId, { id: couponId });
  if (!coupon) return null;
  const { code, kind, amount, plans } = coupon;
  return { code, kind, amount, plans: [...plans] };
}

async function readNext(
  ctx: AppContext,
  accountId: number,
  group: WinBackGroup,
  { isReachable }: Reach,
): Promise<{ nextAt: Date; nextPeople: number }> {
  const { day, at } = nextSending(group, ctx.clock);
  return {
    nextAt: at,
    nextPeople: await countDueMessages(ctx, { accountId, day, group, isReachable }),
  };
}
