/**
 * Every minute: plans the messages of the groups whose hour has come. The reminders' dispatch then
 * assigns them to channels. Reminders of the day are planned first, so that they take precedence.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import { fillText, formatExpiry } from '@ramal/contract/rules/message';
import {
  WIN_BACK_RETURN_DAYS,
  type WinBackPlaceholder,
  winBackRange,
  winBackValues,
} from '@ramal/contract/win-back/win-back-rules';
import sql from 'sql-template-tag';
import { findOfferedCoupon } from '../../coupons/coupons.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { atTimeOfDay } from '../../foundation/time/quiet-hours.ts';
import { daysBetween, formatDate, localDay } from '../../foundation/clock.ts';
import { isUnavailable, type Tx } from '../../foundation/database.ts';
import type { Job } from '../../foundation/jobs.ts';
import {
  lockSettings,
  maySend,
  planWinBackMessages,
  readFacts,
  type ReminderSender,
  type ReminderSettings,
  reminderSenders,
  type WinBackMessage,
} from '../../reminders/reminders.ts';
import { findSubscribeUrl } from '../../storefront/storefront.ts';
import { readGroups, type WinBackGroup } from '../groups/groups.sql.ts';
import { isoWeekday } from '../groups/next-sending.ts';
import { readReach } from '../people/reach.ts';
import {
  type DueInput,
  type DuePerson,
  findDuePeople,
  storeAssignments,
} from './due-people.sql.ts';

/** Maximum number of people of one group per transaction. The next run continues. */
const MAX_PLANNED = 1_000;

export async function planWinBacks(
  ctx: AppContext,
  senders: readonly ReminderSender[] = reminderSenders,
): Promise<void> {
  for (const accountId of await accountsWithGroups(ctx)) {
    try {
      await ctx.db.tx((tx) => planAccount(ctx, tx, accountId, senders));
    } catch (error) {
      // A failed account must not block the others. It is planned again in the next minute.
      if (isUnavailable(error)) throw error;
      ctx.log.error({ err: error, accountId }, 'win-back messages could not be planned');
    }
  }
}

/** Returns the accounts with a group that may be due today and whose reminders are planned. */
async function accountsWithGroups({ db, clock }: AppContext): Promise<number[]> {
  const today = localDay(clock.now(), clock.timeZone);
  const rows = await db.many<{ accountId: number }>(sql`
    select distinct g.account_id from win_back_groups g
    join reminder_settings s on s.account_id = g.account_id join accounts a on a.id = g.account_id
    where g.is_on and (g.planned_on is null or g.planned_on < ${today}::date)
      and ${isoWeekday(today)}::smallint = any(g.weekdays)
      and s.automatic_since is not null and s.planned_through >= ${today}::date and ${maySend}
    order by 1`);
  return rows.map(({ accountId }) => accountId);
}

async function planAccount(
  ctx: AppContext,
  tx: Tx,
  accountId: number,
  senders: readonly ReminderSender[],
): Promise<void> {
  const settings = await lockSettings(tx, accountId, { skipLocked: true });
  if (!settings) return;
  const day = localDay(ctx.clock.now(), ctx.clock.timeZone);
  const groups = (await readGroups(tx, accountId)).filter((group) => isDue(ctx, group, day));
  if (groups.length === 0) return;
  const { channels, isReachable } = await readReach(ctx, tx, accountId, senders);
  // Without a channel the groups stay due until the end of the day.
  if (channels.length === 0) return;
  for (const group of groups)
    await planGroup(ctx, tx, settings, { accountId, day, group, isReachable });
}

const isDue = (
  { clock }: AppContext,
  { isOn, since, sendAt, weekdays, plannedOn }: WinBackGroup,
  day: string,
): boolean => {
  const at = atTimeOfDay(day, sendAt, clock.timeZone);
  return (
    isOn &&
    since !== null &&
    since <= at &&
    at <= clock.now() &&
    weekdays.includes(isoWeekday(day)) &&
    (plannedOn === null || plannedOn < day)
  );
};

async function planGroup(
  ctx: AppContext,
  tx: Tx,
  settings: ReminderSettings,
  input: DueInput,
): Promise<void> {
  const { accountId, day, group } = input;
  const people = await findDuePeople(ctx, tx, input, MAX_PLANNED);
  const added = people.filter(({ isNew }) => isNew);
  if (added.length > 0) await tx.run(storeAssignments(ctx, input, added));
  const recipients = people.filter(({ arm }) => arm === 'message');
  if (recipients.length > 0) {
    const messages = await writeMessages(ctx, tx, settings, { input, recipients });
    const ids = await planWinBackMessages(ctx, tx, settings, messages);
    await tx.run(sql`
      update win_backs b set reminder_id = n.reminder_id, at = ${ctx.clock.now()}
      from unnest(${[...ids.keys()]}::bigint[], ${[...ids.values()]}::bigint[]) n (line_id, reminder_id)
      where b.account_id = ${accountId} and b.line_id = n.line_id and b.group_key = ${group.group}
        and b.period = (select r.period from reminders r where r.id = n.reminder_id)`);
  }
  if (people.length === MAX_PLANNED) return;
  await tx.run(sql`
    update win_back_groups set planned_on = ${day}::date
    where account_id = ${accountId} and group_key = ${group.group}`);
}

interface Recipients {
  readonly input: DueInput;
  readonly recipients: readonly DuePerson[];
}

async function writeMessages(
  ctx: AppContext,
  tx: Tx,
  { accountId, baseUrl }: ReminderSettings,
  { input: { day, group }, recipients }: Recipients,
): Promise<WinBackMessage[]> {
  const moment = { now: ctx.clock.now(), timeZone: ctx.clock.timeZone };
  // The link must be valid as long as a payment counts.
  const coupon =
    group.couponId === null
      ? undefined
      : await findOfferedCoupon(ctx, tx, accountId, { id: group.couponId });
  const maker = {
    accountId,
    baseUrl,
    coupon: coupon?.code,
    validMs: WIN_BACK_RETURN_DAYS * DAY_MS,
  };
  // A test cannot be renewed in the portal, so its customer gets the link of the sales page.
  const linked = recipients.filter(({ isTrial }) => !isTrial);
  const all = await readFacts(ctx, tx, maker, { customers: recipients, linked, asksPayment: true });
  const saleLink = winBackRange(group.group).isTrial
    ? await findSubscribeUrl(ctx, tx, { accountId, baseUrl, coupon: coupon?.code })
    : undefined;
  return recipients.map((person, index) => {
    const { priceCents, link: renewalLink } = all[index]!;
    const { lineId, period, username, note, dueAt } = person;
    const link = saleLink ?? renewalLink;
    const days = daysBetween(localDay(dueAt, moment.timeZone), day);
    const values: Record<WinBackPlaceholder, string> = winBackValues({
      username,
      note,
      days,
      priceCents,
      coupon: coupon ?? null,
      link,
    });
    return {
      lineId,
      period,
      days: winBackRange(group.group).from,
      dueAt,
      body: fillText(group.text, values),
      facts: {
        name: values.nome,
        due: formatDate(dueAt, moment.timeZone),
        when: formatExpiry(dueAt, moment),
        value: values.valor,
        link,
      },
    };
  });
}

export const planWinBacksJob: Job = {
  name: 'plan-win-backs',
  schedule: '* * * * *',
  work: (ctx: AppContext) => planWinBacks(ctx),
};
