/**
 * Plans the reminders of today, each with the current text. Each customer, paid period and
 * threshold has one row, however often the account is planned.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import {
  type ReminderFacts,
  reminderValues,
  type SkipReason,
} from '@ramal/contract/rules/reminders';
import { fillText } from '@ramal/contract/rules/message';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { addDays, localDay, startOfDay } from '../../foundation/clock.ts';
import type { Tx } from '../../foundation/database.ts';
import { findNamedCoupons } from '../../coupons/coupons.ts';
import { readPlanPrices } from '../../payments/payments.ts';
import { type LinkMaker, openRenewalLinks } from '../../portal/portal.ts';
import { afterQuiet } from '../../foundation/time/quiet-hours.ts';
import { hasOpenAct } from '../../undo/undo.ts';
import { nextSending } from '../settings/hours.ts';
import {
  automaticChannels,
  readChannels,
  readThresholds,
  type ReminderSettings,
  type ThresholdRow,
} from '../settings/settings.sql.ts';
import { type DueCustomer, findDueCustomers, findRenewedCustomers } from './due-customers.sql.ts';
import type { FrozenFacts } from './frozen-facts.ts';
import { planRecurringMessages } from './recurring-messages.ts';
import { takesPayments } from './takes-payments.ts';

/** Number of past days that are checked for a missing plan, to record the missed reminders. */
const LOOKBACK_DAYS = 7;
/** A renewal notice is sent only within this period after the renewal. */
const NEWS_MS = DAY_MS;
const MISSED_NEWS_MS = 3 * DAY_MS;

/** Plans an account. The caller must have locked the account's settings. */
export async function planAccount(
  ctx: AppContext,
  tx: Tx,
  settings: ReminderSettings,
): Promise<void> {
  const now = ctx.clock.now();
  const { timeZone } = ctx.clock;
  const { accountId } = settings;
  const today = localDay(now, timeZone);
  const [thresholds, channels] = await Promise.all([
    readThresholds(tx, accountId),
    readChannels(tx, accountId),
  ]);
  const isAutomatic = automaticChannels(channels).length > 0;
  const active = thresholds.filter(({ isOn }) => isOn);
  const due = active.filter(({ kind }) => kind === 'due');
  if (isAutomatic)
    for (const day of missedDays(settings, today))
      await skipMissed(ctx, tx, settings, { day, thresholds: since(due, day, timeZone) });
  const customers = await findDueCustomers(
    tx,
    accountId,
    { day: today, thresholds: due, timeZone },
    sql`and not ${hasOpenAct(sql`l.id`, now)}`,
  );
  await insert(ctx, tx, {
    settings,
    customers,
    plan: {
      day: today,
      tryAt: isAutomatic ? nextSending(ctx, settings) : null,
      until: startOfDay(addDays(today, 1), timeZone),
    },
  });
  if (isAutomatic) await planRenewed(ctx, tx, settings, active);
  if (isAutomatic) await planRecurringMessages(ctx, tx, settings);
  await tx.run(sql`
    update reminder_settings
    set planned_through = ${today}
    where account_id = ${accountId}`);
}

/** Returns the days since the last plan, at most seven and without today. */
function missedDays({ plannedThrough }: ReminderSettings, today: string): string[] {
  const days: string[] = [];
  for (let back = LOOKBACK_DAYS; back > 0; back -= 1) {
    const day = addDays(today, -back);
    if (plannedThrough !== null && day > plannedThrough) days.push(day);
  }
  return days;
}

/** Returns the thresholds that were already on at the beginning of that day. */
const since = (thresholds: readonly ThresholdRow[], day: string, timeZone: string) =>
  thresholds.filter((threshold) => threshold.since <= startOfDay(day, timeZone));

interface MissedDay {
  readonly day: string;
  readonly thresholds: readonly ThresholdRow[];
}

/** Records the reminders of days without a plan as skipped because it is too late. */
async function skipMissed(
  ctx: AppContext,
  tx: Tx,
  settings: ReminderSettings,
  { day, thresholds }: MissedDay,
): Promise<void> {
  const { timeZone } = ctx.clock;
  const customers = await findDueCustomers(
    tx,
    settings.accountId,
    { day, thresholds, timeZone },
    sql`and l.created_at < ${startOfDay(day, timeZone)}`,
  );
  await insert(ctx, tx, {
    settings,
    customers,
    plan: {
      day,
      tryAt: null,
      until: startOfDay(addDays(day, 1), timeZone),
      skipped: 'late',
    },
  });
}

async function planRenewed(
  ctx: AppContext,
  tx: Tx,
  settings: ReminderSettings,
  on: readonly ThresholdRow[],
): Promise<void> {
  const threshold = on.find(({ kind }) => kind === 'renewed');
  if (!threshold) return;
  const now = ctx.clock.now();
  const from = new Date(
    Math.max(
      now.getTime() - MISSED_NEWS_MS,
      threshold.since.getTime(),
      settings.automaticSince?.getTime() ?? 0,
    ),
  );
  const renewed = await findRenewedCustomers(tx, settings.accountId, {
    from,
    until: now,
    threshold,
  });
  for (const customer of renewed) {
    const until = new Date(customer.renewedAt.getTime() + NEWS_MS);
    await insert(ctx, tx, {
      settings,
      customers: [customer],
      plan: {
        day: localDay(now, ctx.clock.timeZone),
        tryAt: afterQuiet(now, settings, ctx.clock.timeZone),
        until,
        ...(until <= now ? { skipped: 'late' as const } : {}),
      },
    });
  }
}

interface Plan {
  readonly day: string;
  readonly tryAt: Date | null;
  readonly until: Date;
  readonly skipped?: SkipReason;
}

interface PlannedReminders {
  readonly settings: ReminderSettings;
  readonly customers: readonly DueCustomer[];
  readonly plan: Plan;
}

async function insert(
  ctx: AppContext,
  tx: Tx,
  { settings, customers, plan }: PlannedReminders,
): Promise<void> {
  if (customers.length === 0) return;
  const now = ctx.clock.now();
  const { timeZone } = ctx.clock;
  const written = await writeAll(ctx, tx, {
    settings,
    customers,
    isMissed: plan.skipped !== undefined,
  });
  const rows = written.map(({ customer, facts, values }) => ({
    line_id: customer.lineId,
    period: customer.period,
    kind: customer.kind,
    days: customer.days,
    text_id: customer.textId,
    due_at: customer.dueAt,
    body: fillText(customer.text, reminderValues(facts, { now, timeZone })),
    facts: values,
  }));
  await tx.run(sql`
    insert into reminders (account_id, line_id, period, kind, days, text_id, due_at, day, body, facts, state,
      reason, planned_at, try_at, until)
    select ${settings.accountId}, r.line_id, r.period, r.kind, r.days, r.text_id, r.due_at, ${plan.day}::date,
      r.body, r.facts, ${plan.skipped ? 'skipped' : 'planned'}, ${plan.skipped ?? null}::text,
      ${now}::timestamptz, ${plan.skipped ? null : plan.tryAt}::timestamptz, ${plan.until}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (line_id bigint, period int, kind text,
      days smallint, text_id bigint, due_at timestamptz, body text, facts jsonb)
    on conflict (line_id, period, kind, days) do update
    set text_id = excluded.text_id, due_at = excluded.due_at, day = excluded.day, body = excluded.body,
      facts = excluded.facts, state = excluded.state, reason = excluded.reason,
      planned_at = excluded.planned_at, try_at = excluded.try_at, until = excluded.until, tried = '{}',
      delivery = null, reference = null
    where reminders.state = 'skipped' and reminders.reason = 'moved' and reminders.due_at < excluded.due_at`);
}

interface WrittenReminder {
  readonly customer: DueCustomer;
  readonly facts: ReminderFacts;
  readonly values: FrozenFacts;
}

interface ReminderTexts {
  readonly settings: ReminderSettings;
  readonly customers: readonly DueCustomer[];
  readonly isMissed: boolean;
}

async function writeAll(
  ctx: AppContext,
  tx: Tx,
  { settings, customers, isMissed }: ReminderTexts,
): Promise<WrittenReminder[]> {
  const linked = customers.filter(({ kind }) => kind === 'due');
  const all = await readFacts(ctx, tx, settings, { customers, linked, asksPayment: !isMissed });
  const moment = { now: ctx.clock.now(), timeZone: ctx.clock.timeZone };
  return customers.map((customer, index) => {
    const facts = all[index]!;
    const {
      nome: name,
      vencimento: due,
      quando: when,
      valor: value,
      link,
    } = reminderValues(facts, moment);
    return { customer, facts, values: { name, due, when, value, link } };
  });
}

type Addressee = Pick<DueCustomer, 'lineId' | 'username' | 'note' | 'priceCents' | 'dueAt'> &
  Partial<Pick<DueCustomer, 'text'>>;

interface Addressees {
  readonly customers: readonly Addressee[];
  /** Customers whose texts contain a renewal link, if the account takes payments. */
  readonly linked: readonly Addressee[];
  /** False if the texts do not request a payment. */
  readonly asksPayment: boolean;
}

/** Returns the values for the texts of these customers, in their order. */
export async function readFacts(
  ctx: AppContext,
  tx: Tx,
  maker: LinkMaker,
  { customers, linked, asksPayment }: Addressees,
): Promise<ReminderFacts[]> {
  const canPay = asksPayment && (await takesPayments(ctx, maker.accountId));
  const [month] = await readPlanPrices(tx, maker.accountId);
  const payers = canPay ? linked : [];
  const texts = payers.map(({ text = '' }) => text);
  const coupons = await findNamedCoupons(ctx, tx, maker.accountId, texts);
  const lines = payers.map(({ lineId }, index) => ({ lineId, coupon: coupons[index] }));
  const links = await openRenewalLinks(ctx, tx, maker, lines);
  return customers.map(({ lineId, username, note, priceCents, dueAt }) => ({
    username,
    note,
    expiresAt: dueAt,
    priceCents: priceCents ?? month?.cents ?? null,
    link: links.get(lineId) ?? '',
    pix: canPay ? undefined : '',
  }));
}
