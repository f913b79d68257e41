/**
 * Returns the text of one occasion for one line, the same in every screen that sends it. On the day
 * of a reminder, a payment request has the reminder's text, so that «Cobrar agora» and «Cobrar
 * vencidos» do not differ.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { readLineMessage as declaration } from '@ramal/contract/lines/charging';
import { fillText } from '@ramal/contract/rules/message';
import {
  defaultReminders,
  type ReminderFacts,
  reminderValues,
} from '@ramal/contract/rules/reminders';
import sql from 'sql-template-tag';
import { linePriceSql } from '../../line-payments/line-payments.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { daysBetween, localDay } from '../../foundation/clock.ts';
import type { Tx } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { findAccessibleLine, type Line } from '../../lines/lines.ts';
import { countRenewals } from '../planning/due-customers.sql.ts';
import { planAccount, readFacts } from '../planning/plan-account.ts';
import { lockSettings, readThresholds } from '../settings/settings.sql.ts';
import { hasRenewalMessage } from './waiting-messages.sql.ts';

export async function readLineMessage(
  ctx: AppContext,
  call: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const { actor, params, body } = call;
  return ctx.db.tx(async (tx) => {
    const line = await findAccessibleLine(tx, actor, { id: params.id }, ctx.clock.now());
    const isCharge = body.occasion === 'charge';
    const reminder = isCharge ? await todaysReminder(ctx, tx, call, line) : undefined;
    const facts = await factsOf(ctx, tx, { call, line, asksPayment: isCharge && !reminder });
    const { timeZone } = ctx.clock;
    const now = ctx.clock.now();
    const days = isCharge
      ? daysBetween(localDay(line.expiresAt, timeZone), localDay(now, timeZone))
      : 0;
    const template =
      reminder ?? (await templateOf(tx, actor.id, isCharge ? 'due' : 'renewed', days));
    const { priceCents, link } = facts;
    const sent = isCharge
      ? undefined
      : await tx.first(sql`select from lines l where id = ${line.id} and ${hasRenewalMessage}`);
    return {
      id: line.id,
      text:
        reminder?.text ??
        (template === undefined
          ? null
          : fillText(template.text, reminderValues({ ...facts, pix: '' }, { now, timeZone }))),
      reminderId: reminder?.id ?? null,
      renewalLink: link,
      priceCents,
      ...(sent ? { alreadySent: true } : {}),
    };
  });
}

/**
 * Returns today's reminder of a line of the caller. If the account uses reminders, they are planned
 * first.
 */
async function todaysReminder(
  ctx: AppContext,
  tx: Tx,
  { actor }: Call<typeof declaration>,
  line: Line,
): Promise<{ id: number; text: string } | undefined> {
  if (line.ownerId !== actor.id) return undefined;
  const settings = await lockSettings(tx, actor.id);
  if (!settings) return undefined;
  await planAccount(ctx, tx, settings);
  return tx.first(sql`
    select r.id, r.body as text from reminders r join lines l on l.id = r.line_id
    where l.id = ${line.id} and r.account_id = ${actor.id} and r.period = ${countRenewals} and r.kind = 'due'
      and r.day = ${localDay(ctx.clock.now(), ctx.clock.timeZone)}::date and r.due_at = l.expires_at
      and r.body <> ''`);
}

/**
 * Returns the text of the account's enabled threshold. An account without thresholds has the
 * default ones. The text «Ao renovar» is used even if its threshold is off or missing.
 */
async function templateOf(
  tx: Tx,
  accountId: number,
  kind: 'due' | 'renewed',
  days: number,
): Promise<{ text: string } | undefined> {
  const thresholds = await readThresholds(tx, accountId);
  const existing = thresholds.length > 0 ? thresholds : defaultReminders;
  const template = existing.find((threshold) => threshold.kind === kind && threshold.days === days);
  if (kind === 'renewed') return template ?? defaultReminders.find((text) => text.kind === kind);
  return template && (!('isOn' in template) || template.isOn) ? template : undefined;
}

interface LineMessageInput {
  readonly call: Call<typeof declaration>;
  readonly line: Line;
  readonly asksPayment: boolean;
}

/**
 * Returns the price and link of an official line of the account. For a test both are omitted, and
 * for a line of another account too, because its customer pays that account.
 */
async function factsOf(
  ctx: AppContext,
  tx: Tx,
  { call: { actor, requestMeta }, line, asksPayment }: LineMessageInput,
): Promise<ReminderFacts> {
  const { id: lineId, username, note, expiresAt: dueAt } = line;
  if (line.ownerId !== actor.id || line.isTrial)
    return { username, note, expiresAt: dueAt, priceCents: null, link: '', pix: '' };
  const price = await tx.first<{ cents: number | null }>(
    sql`select ${linePriceSql} as cents from lines l where l.id = ${lineId}`,
  );
  const customer = { lineId, username, note, dueAt, priceCents: price?.cents ?? null };
  const maker = { accountId: actor.id, baseUrl: requestMeta.baseUrl };
  const customers = [customer];
  const linked = asksPayment ? customers : [];
  const [facts] = await readFacts(ctx, tx, maker, { customers, linked, asksPayment });
  return facts!;
}
