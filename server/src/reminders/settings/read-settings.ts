/** Returns all data of the screen «Lembretes». Reading it changes nothing. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  getReminders as declaration,
  listReminderSamples as samplesDeclaration,
} from '@ramal/contract/reminders/reminders';
import { MAX_SAMPLES } from '@ramal/contract/reminders/reminders';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import { platformKeys } from '@ramal/contract/rules/platforms';
import { byMoment, defaultReminders } from '@ramal/contract/rules/reminders';
import sql from 'sql-template-tag';
import { publicBaseUrl } from '../../brands/brands.ts';
import { isNotUndone } from '../../events/events.ts';
import { linePriceSql } from '../../line-payments/line-payments.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { addDays, localDay, startOfDay } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { readPlanPrices } from '../../payments/payments.ts';
import { countDueCustomers, isCharged } from '../planning/due-customers.sql.ts';
import { takesPayments } from '../planning/takes-payments.ts';
import { readChannelOrder } from './channel-order.ts';
import {
  defaultChannels,
  defaultHours,
  findSettings,
  readChannels,
  readThresholds,
  type ThresholdRow,
} from './settings.sql.ts';

export async function readReminders(
  ctx: AppContext,
  { actor }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const { accountId, hours, thresholds, channels } = await settingsOf(ctx, actor.id);
  const [channelOrder, counts, renewed, silent, canPay] = await Promise.all([
    readChannelOrder(ctx, accountId, channels),
    countToday(ctx, accountId, thresholds),
    countRenewedToday(ctx, accountId),
    countSilent(ctx, accountId),
    takesPayments(ctx, accountId),
  ]);
  const isByHand = channels.some(({ channel, isOn }) => channel === 'hand' && isOn);
  const rows = thresholds.toSorted(byMoment).map((threshold) => {
    const counted = counts.find(({ days }) => days === threshold.days);
    const isDue = threshold.kind === 'due';
    return {
      kind: threshold.kind,
      days: threshold.days,
      isOn: threshold.isOn,
      text: threshold.text,
      today: isDue ? (counted?.today ?? 0) : renewed,
      open: isDue && threshold.isOn ? (counted?.open ?? 0) : 0,
    };
  });
  return {
    sendAt: hours.sendAt,
    quietFrom: hours.quietFrom,
    quietUntil: hours.quietUntil,
    thresholds: rows.map(({ open: _open, ...row }) => row),
    ...channelOrder,
    toSend: isByHand ? rows.reduce((sum, { open }) => sum + open, 0) : 0,
    ...silent,
    takesPayments: canPay,
  };
}

async function settingsOf({ db, clock }: AppContext, accountId: number) {
  const settings = await findSettings(db, accountId);
  if (!settings)
    return {
      accountId,
      hours: defaultHours,
      channels: defaultChannels,
      thresholds: defaultReminders.map((threshold): ThresholdRow => ({
        ...threshold,
        isOn: true,
        since: clock.now(),
        textId: 0,
      })),
    };
  const [thresholds, channels] = await Promise.all([
    readThresholds(db, accountId),
    readChannels(db, accountId),
  ]);
  return { accountId, hours: settings, channels, thresholds };
}

const countToday = (
  { db, clock }: AppContext,
  accountId: number,
  thresholds: readonly ThresholdRow[],
) =>
  countDueCustomers(db, accountId, {
    day: localDay(clock.now(), clock.timeZone),
    thresholds: thresholds.filter(({ kind }) => kind === 'due'),
    timeZone: clock.timeZone,
  });

async function countRenewedToday({ db, clock }: AppContext, accountId: number): Promise<number> {
  const from = startOfDay(localDay(clock.now(), clock.timeZone), clock.timeZone);
  const row = await db.first<{ count: number }>(sql`
    select count(distinct line_id) from events
    where account_id = ${accountId} and at >= ${from} and kind = 'line-extended' and ${isNotUndone()}`);
  return row!.count;
}

async function countSilent({ db }: AppContext, accountId: number) {
  const row = await db.first<{ stopped: number; leftOut: number }>(sql`
    select count(*) filter (where w.stopped_at is not null) as stopped,
      count(*) filter (where w.left_out_at is not null and w.stopped_at is null) as left_out
    from line_reminder_choices w join lines l on l.id = w.line_id
    where l.owner_id = ${accountId} and l.deleted_at is null
      and (w.stopped_at is not null or w.left_out_at is not null)`);
  return { stopped: row!.stopped, leftOut: row!.leftOut };
}

interface Sample {
  readonly id: number;
  readonly platform: PlatformKey;
  readonly username: string;
  readonly note: string;
  readonly expiresAt: Date;
  readonly priceCents: number | null;
}

/**
 * Returns customers for a preview of the text. Those whose expiry is on the day of the threshold or
 * soon after come first, followed by earlier ones.
 */
export async function readSamples(
  ctx: AppContext,
  { actor, query, requestMeta }: Call<typeof samplesDeclaration>,
): Promise<HandlerResult<typeof samplesDeclaration>> {
  const { db, clock } = ctx;
  const day = addDays(localDay(clock.now(), clock.timeZone), -query.threshold.days);
  const near = startOfDay(day, clock.timeZone);
  const mine = sql`
    select l.id, l.platform, l.username, l.note, l.expires_at, ${linePriceSql} as price_cents
    from lines l
    where l.owner_id = ${actor.id} and l.platform = any(${[...platformKeys]}::text[]) and ${isCharged}`;
  const [after, before, settings, prices, canPay] = await Promise.all([
    db.many<Sample>(
      sql`${mine} and l.expires_at >= ${near} order by l.expires_at, l.id limit ${MAX_SAMPLES}`,
    ),
    db.many<Sample>(
      sql`${mine} and l.expires_at < ${near} order by l.expires_at desc, l.id limit ${MAX_SAMPLES}`,
    ),
    findSettings(db, actor.id),
    readPlanPrices(db, actor.id),
    takesPayments(ctx, actor.id),
  ]);
  const month = prices.find(({ months }) => months === 1)?.cents ?? null;
  return {
    lines: [...after, ...before]
      .slice(0, MAX_SAMPLES)
      .map((line) => ({ ...line, priceCents: line.priceCents ?? month })),
    link: canPay ? `${await publicBaseUrl(ctx, requestMeta.baseUrl)}/portal#l.7kQx` : '',
    pix: canPay ? '00020126580014br.gov.bcb.pix…' : '',
    sendAt: (settings ?? defaultHours).sendAt,
  };
}
