/**
 * Creates the authorization of a stranger's order with its code. The payment of the code is a sale: it
 * creates the line or turns a test into an official one, and authorises the following months.
 */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Tx } from '../../foundation/database.ts';
import { lockUndeletedLine } from '../../lines/lines.ts';
import { isSameOrder, type SaleOrder } from '../../payments/payments.ts';
import {
  type Authorization,
  authorizationColumns,
  findAuthorization,
  lockOpenAuthorizations,
} from '../authorizations.sql.ts';
import type { StoredAuthorization } from './create-authorization.ts';
import { requestEnd } from '../end-authorization.ts';
import { insertAuthorization, isSameCode, type NewPayer } from './insert-authorization.ts';
import { readOfferedReceiver } from '../recurring-account.ts';
import { requestCode } from './request-code.ts';

interface RecurringOrder {
  readonly accountId: number;
  /** Line of a test, or a line that the payment renews; null for a new line. */
  readonly lineId: number | null;
  readonly sale: SaleOrder;
  /** Refuses the order, in the transaction that stores it. */
  readonly enforce: (tx: Tx) => Promise<void>;
}

export async function createOrderAuthorization(
  ctx: AppContext,
  order: RecurringOrder,
  payer: NewPayer,
): Promise<Authorization> {
  const { authorization, isNew } = await ctx.db.tx((tx) => store(ctx, tx, order, payer));
  if (isNew) await requestCode(ctx, authorization, payer);
  return (await findAuthorization(ctx.db, authorization.id))!;
}

async function store(
  ctx: AppContext,
  tx: Tx,
  order: RecurringOrder,
  payer: NewPayer,
): Promise<StoredAuthorization> {
  const now = ctx.clock.now();
  const { accountId, lineId, sale } = order;
  const { platform } = sale;
  const receiver = (await readOfferedReceiver(ctx, accountId)) ?? refuse('recurring_not_offered');
  // Two requests of a visitor at the same time leave one open code.
  await tx.run(sql`
    select pg_advisory_xact_lock(hashtext('recurring-order'), hashtext(${`${accountId} ${sale.whatsapp}`}))`);
  await order.enforce(tx);
  // The payment of a test that was deleted in the meantime creates a line.
  const line = lineId === null ? undefined : await lockUndeletedLine(tx, lineId, now);
  if (line && !line.isTrial && (await isActive(tx, line.id))) refuse('authorization_exists');
  for (const open of await lockOpenOrders(tx, order)) {
    if (open.isSame && isSameCode(open, payer, now)) return { authorization: open, isNew: false };
    await requestEnd(tx, open, { reason: 'not-authorized', now });
  }
  const rows = { accountId, platform, line, sale, receiver, payer };
  return { authorization: await insertAuthorization(ctx, tx, rows), isNew: true };
}

const isActive = async (tx: Tx, lineId: number): Promise<boolean> =>
  (await lockOpenAuthorizations(tx, lineId)).some(({ state }) => state === 'active');

/** Locks the unpaid orders of the same visitor, newest first. */
const lockOpenOrders = (
  tx: Tx,
  { accountId, lineId, sale }: RecurringOrder,
): Promise<(Authorization & { readonly isSame: boolean })[]> =>
  tx.many(sql`
    select ${authorizationColumns}, c.line_id is not distinct from ${lineId} and ${isSameOrder(sale)} as is_same
    from pix_authorizations pa join charges c on c.id = pa.order_id join sale_orders s on s.charge_id = c.id
    where pa.account_id = ${accountId} and pa.state in ('preparing', 'created') and c.paid_at is null
      and s.whatsapp is not distinct from ${sale.whatsapp} and s.device_mark is not distinct from ${sale.deviceMark}
    order by pa.id desc for no key update of pa`);
