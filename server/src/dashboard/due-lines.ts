/**
 * Reads the lines that are due from yesterday to three days ahead, for the home screen. Also
 * projects the month: the number of lines that will be due, and the cost of renewing them.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import { DUE_OFFSETS, type getDueLines as declaration } from '@ramal/contract/lines/due-lines';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { fromHundredths } from '@ramal/contract/rules/money';
import {
  addDays,
  formatDateTime,
  localDay,
  startOfDay,
  startOfMonth,
  startOfNextMonth,
  unixSeconds,
} from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import {
  type Day,
  type DueLine,
  type MonthFacts,
  type MonthSpan,
  readDueLines,
  readMonth,
} from './due-lines.sql.ts';
import { readPayments } from '../line-payments/line-payments.ts';

type Answer = HandlerResult<typeof declaration>;

/** Price of a line for one month in hundredths of a credit. */
const MONTH_HUNDREDTHS = 100;

export async function readDue(
  { db, clock }: AppContext,
  { actor, query }: Call<typeof declaration>,
): Promise<Answer> {
  const now = clock.now();
  const { timeZone } = clock;
  const today = localDay(now, timeZone);
  const days: Day[] = DUE_OFFSETS.map((offset) => ({
    offset,
    from: startOfDay(addDays(today, offset), timeZone),
    until: startOfDay(addDays(today, offset + 1), timeZone),
  }));
  const span = spanOf(now, timeZone);
  const [{ totals, lines }, month, payments] = await Promise.all([
    readDueLines(db, actor.id, days, query.perDay),
    readMonth(db, actor.id, span),
    readPayments(db, actor.id, span.month),
  ]);
  return {
    days: DUE_OFFSETS.map((offset) => ({
      offset,
      day: addDays(today, offset),
      total: totals.reduce((sum, row) => sum + (row.offset === offset ? row.total : 0), 0),
      byPlatform: totals
        .filter((row) => row.offset === offset && row.total > 0)
        .map(({ platform, total }) => ({ platform, total })),
      lines: lines.filter((line) => line.offset === offset).map((line) => onWire(line, timeZone)),
    })),
    projection: projectionOf(month, span),
    payments: {
      receivedCents: payments.receivedCents,
      receivedByPlatform: [...payments.received],
      openCents: payments.openCents,
      openByPlatform: [...payments.open],
    },
    asOf: formatDateTime(now, timeZone),
  };
}

function spanOf(now: Date, timeZone: string): MonthSpan {
  const month = startOfMonth(now, timeZone);
  return {
    now,
    month,
    lastMonth: startOfMonth(new Date(month.getTime() - 1), timeZone),
    nextMonth: startOfNextMonth(now, timeZone),
  };
}

const onWire = (line: DueLine, timeZone: string) => ({
  id: line.id,
  platform: line.platform,
  username: line.username,
  note: line.note,
  whatsapp: line.whatsapp,
  time: formatDateTime(line.expiresAt, timeZone).slice(-5),
  expDateTimestamp: unixSeconds(line.expiresAt),
  chargedAtTimestamp: line.chargedAt && unixSeconds(line.chargedAt),
  informedAtTimestamp: line.informedAt && unixSeconds(line.informedAt),
});

/** Projects the month. Assumes that the same share of due lines is renewed as in the last month. */
function projectionOf(facts: MonthFacts, span: MonthSpan): Answer['projection'] {
  const fellDue = facts.renewedLastMonth + facts.lapsedLastMonth;
  const rate = fellDue === 0 ? null : facts.renewedLastMonth / fellDue;
  const all = facts.stillDue * MONTH_HUNDREDTHS;
  return {
    stillDue: facts.stillDue,
    stillDueByPlatform: [...facts.stillDueByPlatform],
    renewed: facts.renewed,
    renewedCredits: fromHundredths(facts.renewedHundredths),
    renewalRate: rate,
    creditsIfAll: fromHundredths(all),
    creditsLikely: fromHundredths(Math.round(facts.stillDue * (rate ?? 1)) * MONTH_HUNDREDTHS),
    newLines: facts.newLines,
    newLinesLikely: Math.round(facts.newLines / shareGone(span)),
  };
}

/**
 * Returns the share of the month that has passed. Uses at least one day, because a shorter time
 * would give extreme projections.
 */
function shareGone({ month, now, nextMonth }: MonthSpan): number {
  const whole = nextMonth.getTime() - month.getTime();
  return Math.max(now.getTime() - month.getTime(), DAY_MS) / whole;
}
