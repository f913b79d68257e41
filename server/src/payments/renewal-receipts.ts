/**
 * Queue of receipts that a seller can send. A receipt enters the queue when a payment renews a
 * line.
 */
import { refuse } from '@ramal/contract/api/errors';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import {
  type listRenewalReceipts as listDeclaration,
  MAX_RECEIPTS,
  RECEIPT_DAYS,
  type settleRenewalReceipt as settleDeclaration,
} from '@ramal/contract/payments/receipts';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { fromHundredths } from '@ramal/contract/rules/money';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';

interface WaitingReceipt {
  readonly id: number;
  readonly lineId: number;
  readonly platform: PlatformKey;
  readonly username: string;
  readonly note: string;
  readonly whatsapp: string | null;
  readonly cents: number;
  readonly renewedUntil: Date;
}

export async function readRenewalReceipts(
  { db, clock }: AppContext,
  { actor }: Pick<Caller, 'actor'>,
): Promise<HandlerResult<typeof listDeclaration>> {
  // Omits lines that were deleted or moved to another owner, because this seller may no longer
  // write to their customers.
  const waiting = sql`
    from charges c join lines l on l.id = c.line_id and l.deleted_at is null and l.owner_id = c.account_id
    where c.account_id = ${actor.id} and c.purpose = 'renewal' and c.state = 'settled'
      and c.receipt_settled_at is null and c.renewed_until is not null
      and c.settled_at > ${new Date(clock.now().getTime() - RECEIPT_DAYS * DAY_MS)}`;
  const [rows, counted] = await Promise.all([
    db.many<WaitingReceipt>(sql`
      select c.id, l.id as line_id, l.platform, l.username, l.note, l.whatsapp, c.cents,
        c.renewed_until
      ${waiting} order by c.settled_at, c.id limit ${MAX_RECEIPTS}`),
    db.first<{ total: number }>(sql`select count(*) as total ${waiting}`),
  ]);
  return {
    total: counted!.total,
    receipts: rows.map(({ cents, ...row }) => ({ ...row, value: fromHundredths(cents) })),
  };
}

/** Removes a receipt from the queue. Repeating the call has no further effect. */
export async function settleRenewalReceipt(
  { db, clock }: AppContext,
  { actor }: Pick<Caller, 'actor'>,
  id: number,
): Promise<HandlerResult<typeof settleDeclaration>> {
  const changed = await db.tx((tx) =>
    tx.run(sql`
      update charges set receipt_settled_at = coalesce(receipt_settled_at, ${clock.now()})
      where id = ${id} and account_id = ${actor.id} and purpose = 'renewal' and state in ('settled', 'reversed')`),
  );
  if (changed === 0) refuse('recharge_not_found');
  return { message: 'Recibo anotado' };
}

/** Condition: the receipt of the renewal up to this expiry has left the queue. */
export const isReceiptSettled = (lineId: Sql, renewedUntil: Sql): Sql => sql`exists (
  select from charges c where c.line_id = ${lineId} and c.renewed_until = ${renewedUntil}
    and c.receipt_settled_at is not null)`;

/** Statement: removes a receipt from the queue because it was sent in another way. */
export const settleReceipt = (lineId: number, renewedUntil: Date, now: Date): Sql => sql`
  update charges set receipt_settled_at = ${now}
  where line_id = ${lineId} and renewed_until = ${renewedUntil} and purpose = 'renewal'
    and state = 'settled' and receipt_settled_at is null`;

/** Statement: adds the receipt that was removed at this time to the queue again. */
export const unsettleReceipt = (lineId: number, renewedUntil: Date, settledAt: Date): Sql => sql`
  update charges set receipt_settled_at = null
  where line_id = ${lineId} and renewed_until = ${renewedUntil} and purpose = 'renewal'
    and receipt_settled_at = ${settledAt}`;
