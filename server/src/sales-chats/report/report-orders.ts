/** Reports paid orders to their chats, each once. */
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import { publicBaseUrl } from '../../brands/brands.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { formatDateTime } from '../../foundation/clock.ts';
import type { Tx } from '../../foundation/database.ts';
import type { Line } from '../../lines/lines.ts';
import { getTemplateName } from '../../messaging/messaging.ts';
import { openRenewalLinks } from '../../portal/portal.ts';
import { findSellerLine, writeStorefrontText } from '../../storefront/storefront.ts';
import { queueReplies } from '../chats.sql.ts';
import type { Reply } from '../conversation/reply.ts';
import { menuLabels, menuOption } from '../conversation/state.ts';
import { reportEach } from './report-each.ts';

const MAX_BATCH = 100;
/** An unpaid charge is no longer watched after this time, so that the search stays short. */
const UNPAID_MS = 7 * DAY_MS;

const isSettled: Sql = sql`(c.state = 'settled' and c.line_id is not null)`;
const isHeld: Sql = sql`(c.state = 'paid' and c.reason is not null and not o.is_held_told)`;

export async function reportOrders(ctx: AppContext): Promise<void> {
  const longUnpaid = new Date(ctx.clock.now().getTime() - UNPAID_MS);
  await ctx.db.tx((tx) =>
    tx.run(sql`
      delete from sales_chat_orders o using charges c
      where c.id = o.charge_id and o.told_at is null and c.state in ('cancelled', 'reversed')
        and c.expires_at < ${longUnpaid}`),
  );
  const orders = await ctx.db.many<{ id: number }>(sql`
    select o.charge_id as id from sales_chat_orders o join charges c on c.id = o.charge_id
    where o.told_at is null and (${isSettled} or ${isHeld}) order by o.charge_id limit ${MAX_BATCH}`);
  await reportEach(ctx, orders, reportOrder);
}

interface PaidOrder {
  readonly chatId: number;
  readonly accountId: number;
  readonly stoppedAt: Date | null;
  /** Number that the person proved. */
  readonly phone: string | null;
  readonly lineId: number;
  readonly isSettled: boolean;
  readonly purpose: 'sale' | 'renewal';
  readonly seller: string;
}

/**
 * Reports the result of a charge, if it has one that was not reported yet. Returns true if the chat
 * sends it.
 */
export async function reportOrder(ctx: AppContext, tx: Tx, chargeId: number): Promise<boolean> {
  const order = await tx.first<PaidOrder>(sql`
    select h.id as chat_id, c.account_id, h.stopped_at, h.phone, c.line_id, ${isSettled} as is_settled, c.purpose,
      coalesce(s.name, a.username) as seller
    from sales_chat_orders o join charges c on c.id = o.charge_id join sales_chats h on h.id = o.chat_id
      join accounts a on a.id = c.account_id left join storefronts s on s.account_id = a.id
    where o.charge_id = ${chargeId} and o.told_at is null and (${isSettled} or ${isHeld})
    for no key update of o`);
  if (!order) return false;
  const now = ctx.clock.now();
  const reported = order.isSettled ? sql`told_at = ${now}` : sql`is_held_told = true`;
  // A stopped chat sends nothing until the person writes again.
  const undeliveredAt = order.stoppedAt === null ? null : now;
  await tx.run(sql`
    update sales_chat_orders set ${reported}, undelivered_at = ${undeliveredAt} where charge_id = ${chargeId}`);
  const reply = order.isSettled ? await writeResult(ctx, tx, order) : writeHeld(order);
  if (!reply || order.stoppedAt !== null) return false;
  const { chatId: id, accountId, stoppedAt } = order;
  await queueReplies(ctx, tx, { id, accountId, stoppedAt }, [{ ...reply, chargeId }]);
  return true;
}

const writeHeld = ({ seller, purpose }: PaidOrder): Reply => ({
  text: `Pago. ${seller} foi avisado e libera ${purpose === 'sale' ? 'sua linha' : 'sua renovação'}.`,
  options: [menuOption.label],
});

async function writeResult(
  ctx: AppContext,
  tx: Tx,
  { accountId, lineId, purpose, phone }: PaidOrder,
): Promise<Reply | undefined> {
  const line = await findSellerLine(ctx, accountId, lineId);
  // The line may belong to another person by now (Q-CHATPROOF).
  if (!line || line.whatsapp !== phone) return undefined;
  const baseUrl = await publicBaseUrl(ctx, '');
  const links = await openRenewalLinks(ctx, tx, { accountId, baseUrl }, [{ lineId }]);
  const link = links.get(lineId)!;
  const until = formatDateTime(line.expiresAt, ctx.clock.timeZone);
  const text =
    purpose === 'sale'
      ? await writeSale(ctx, accountId, line, baseUrl)
      : `Pagamento confirmado. Você assiste até ${until.replace(' ', ', às ')}.`;
  return {
    text: `${text}\n\nSua conta e como instalar: ${link}`,
    options: [menuLabels.access, menuOption.label],
    template: {
      name: getTemplateName('access'),
      parameters: [until, line.username, line.password, link],
    },
  };
}

const writeSale = async (
  ctx: AppContext,
  accountId: number,
  line: Line,
  baseUrl: string,
): Promise<string> =>
  (await writeStorefrontText(ctx, accountId, 'paid', { line, requestMeta: { baseUrl } })) ??
  `Pago. Usuário ${line.username}, senha ${line.password}.`;
