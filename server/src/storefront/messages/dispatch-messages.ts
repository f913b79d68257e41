/**
 * Sends customers the access of their delivered orders, and waiting numbers the return of tests.
 * Each order and each number gets one message.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Job } from '../../foundation/jobs.ts';
import { queueMessage } from './queue-message.ts';

const MAX_BATCH = 100;

export async function dispatchStorefrontMessages(ctx: AppContext): Promise<void> {
  await sendPaidAccess(ctx);
  await sendReturns(ctx);
}

interface DeliveredOrder {
  readonly accountId: number;
  readonly franchiseId: number | null;
  readonly phone: string | null;
  readonly lineId: number;
}

/** Orders that stayed unpaid for this time are left out, so that the search stays short. */
const UNPAID_MS = 7 * DAY_MS;

const sendPaidAccess = (ctx: AppContext): Promise<void> =>
  ctx.db.tx(async (tx) => {
    const longUnpaid = new Date(ctx.clock.now().getTime() - UNPAID_MS);
    const orders = await tx.many<DeliveredOrder>(sql`
      with due as (
        select o.charge_id from sale_orders o join charges c on c.id = o.charge_id
        where o.told_at is null and ((c.state = 'settled' and c.line_id is not null)
          or (c.state in ('cancelled', 'reversed') and c.expires_at < ${longUnpaid}))
        order by o.charge_id limit ${MAX_BATCH} for no key update of o skip locked
      ), claimed as (
        update sale_orders o set told_at = ${ctx.clock.now()} from due where o.charge_id = due.charge_id
        returning o.charge_id, o.account_id, o.whatsapp
      )
      select claimed.account_id, a.id_franchise as franchise_id, claimed.whatsapp as phone, c.line_id
      from claimed join charges c on c.id = claimed.charge_id and c.state = 'settled'
      join accounts a on a.id = claimed.account_id`);
    for (const { phone, ...order } of orders)
      if (phone !== null) await queueMessage(ctx, tx, { ...order, kind: 'paid', phone });
  });

interface Waiter {
  readonly accountId: number;
  readonly franchiseId: number | null;
  readonly phone: string;
}

const sendReturns = (ctx: AppContext): Promise<void> =>
  ctx.db.tx(async (tx) => {
    const waiters = await tx.many<Waiter>(sql`
      with due as (
        select account_id, phone from test_return_waiters where due_at <= ${ctx.clock.now()}
        order by due_at limit ${MAX_BATCH} for update skip locked
      ), claimed as (
        delete from test_return_waiters w using due
        where w.account_id = due.account_id and w.phone = due.phone returning w.account_id, w.phone
      )
      select claimed.account_id, a.id_franchise as franchise_id, claimed.phone
      from claimed join accounts a on a.id = claimed.account_id and a.deleted_at is null`);
    for (const waiter of waiters) await queueMessage(ctx, tx, { ...waiter, kind: 'return' });
  });

export const storefrontMessagesJob: Job = {
  name: 'dispatch-storefront-messages',
  schedule: '* * * * *',
  work: dispatchStorefrontMessages,
};
