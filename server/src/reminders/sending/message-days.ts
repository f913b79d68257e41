/**
 * Records on which days a person was contacted, so that nobody receives a request for payment and a
 * win-back message on one day (Q-ONEMESSAGE). A person is identified by every address of the line.
 */
import type { MessageKind, SkipReason } from '@ramal/contract/rules/reminders';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { localDay } from '../../foundation/clock.ts';
import type { Reader, Tx } from '../../foundation/database.ts';
import type { Outgoing } from './sender.ts';

type DayKind = 'charge' | 'win-back';

/** Addresses of the customer of `lines l`: the line itself, WhatsApp, e-mail and Telegram chat. */
export const customerAddresses: Sql = sql`array_remove(array[
  'line:' || l.id, 'whatsapp:' || l.whatsapp,
  (select 'email:' || choices.email from line_reminder_choices choices where choices.line_id = l.id),
  (select 'telegram:' || chat.bot_id || ':' || chat.chat_id from telegram_connections chat
    where chat.line_id = l.id and chat.ended_at is null)], null)`;

/** Condition: the customer of `lines l` received a message of this kind on that day. */
export const wasContacted = (accountId: number, day: string, kind: DayKind): Sql => sql`
  exists (select from message_days contacted
    where contacted.account_id = ${accountId} and contacted.day = ${day}::date and contacted.kind = ${kind}
      and contacted.address = any(${customerAddresses}))`;

const dayKind = (kind: MessageKind): DayKind | undefined =>
  kind === 'win-back' ? 'win-back' : kind === 'renewed' ? undefined : 'charge';

/**
 * Claims the day for a message that is about to be sent. Returns the reason why it must not be
 * sent today. A repeated claim of the same message succeeds.
 */
export async function claimMessageDay(
  ctx: AppContext,
  { id, lineId, kind, seller }: Pick<Outgoing, 'id' | 'lineId' | 'kind' | 'seller'>,
): Promise<SkipReason | undefined> {
  const claimed = dayKind(kind);
  if (claimed === undefined) return undefined;
  return ctx.db.tx(async (tx) => {
    await lockMessageDays(tx, seller.id);
    const day = localDay(ctx.clock.now(), ctx.clock.timeZone);
    const conflict = await findConflict(tx, { id, lineId, day, kind: claimed });
    if (conflict) return conflict === 'win-back' && claimed === 'charge' ? 'win-back' : 'charged';
    await tx.run(insertDays({ accountId: seller.id, lineId, day, kind: claimed, reminderId: id }));
    return undefined;
  });
}

/** Serializes the claims of an account. Claims are short, so they do not wait for its planning. */
const lockMessageDays = (tx: Tx, accountId: number): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtext('message-days'), ${accountId}::int)`);

interface WantedDay {
  readonly id: number;
  readonly lineId: number;
  readonly day: string;
  readonly kind: DayKind;
}

async function findConflict(
  reader: Reader,
  { id, lineId, day, kind }: WantedDay,
): Promise<DayKind | undefined> {
  const row = await reader.first<{ kind: DayKind }>(sql`
    select d.kind from lines l join message_days d on d.account_id = l.owner_id and d.day = ${day}::date
      and d.address = any(${customerAddresses})
    where l.id = ${lineId} and (d.kind <> ${kind} or (d.kind = 'win-back' and d.reminder_id <> ${id}))
    order by d.kind limit 1`);
  return row?.kind;
}

interface ClaimedDay {
  readonly accountId: number;
  readonly lineId: number;
  readonly day: string;
  readonly kind: DayKind;
  readonly reminderId: number | null;
}

const insertDays = ({ accountId, lineId, day, kind, reminderId }: ClaimedDay): Sql => sql`
  insert into message_days (account_id, address, day, kind, reminder_id)
  select ${accountId}, address, ${day}::date, ${kind}, ${reminderId}::bigint
  from lines l cross join unnest(${customerAddresses}) address where l.id = ${lineId}
  on conflict (account_id, address, day) do nothing`;

/** Records a request for payment by hand. The seller decides, so it is never refused. */
export async function recordChargeByHand(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  accountId: number,
  lineId: number,
): Promise<void> {
  await lockMessageDays(tx, accountId);
  const day = localDay(clock.now(), clock.timeZone);
  await tx.run(insertDays({ accountId, lineId, day, kind: 'charge', reminderId: null }));
}
