/**
 * Orders of strangers. An order is stored with its charge and says which line the payment creates,
 * or that the payment turns a test into an official line.
 */
import type { LineOrigin } from '@ramal/contract/lines/line-origins';
import { type PlatformKey, platforms } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import type { Reader, Tx } from '../foundation/database.ts';
import type { SoldProduct } from '../lines/lines.ts';
import type { Charge } from './charges.sql.ts';

export interface SaleOrder {
  readonly platform: PlatformKey;
  /** Package of IPTV, or product of P2P. */
  readonly productId: number;
  /** Null for an order that was created again from its payment after a restore. */
  readonly whatsapp: string | null;
  /** Kind of device that the visitor chose, for the figures. */
  readonly device: string | null;
  /** Mark of the visitor's device. Visitors with the same number and device share open charges. */
  readonly deviceMark: Buffer | null;
  readonly origin: Extract<LineOrigin, 'storefront' | 'chatbot' | 'referral'>;
  readonly channel: 'link' | 'telegram' | 'whatsapp' | 'chatbot';
  /** Code of the link that the visitor opened first. */
  readonly originCode: string | null;
}

type OrderedCharge = Pick<Charge, 'id' | 'accountId' | 'lineId' | 'createdAt'>;

export async function insertSaleOrder(
  tx: Tx,
  charge: OrderedCharge,
  order: SaleOrder,
): Promise<void> {
  await tx.run(sql`
    insert into sale_orders (charge_id, account_id, platform, product_id, whatsapp, device, device_mark,
      origin, channel, origin_code, is_after_test, created_at)
    values (${charge.id}, ${charge.accountId}, ${order.platform}, ${order.productId}, ${order.whatsapp},
      ${order.device}, ${order.deviceMark}, ${order.origin}, ${order.channel}, ${order.originCode},
      ${charge.lineId !== null}, ${charge.createdAt})`);
}

/** Condition on charges `c`: the same visitor ordered the same product. */
export const isSameOrder = (order: SaleOrder): Sql => sql`exists (
  select from sale_orders o where o.charge_id = c.id and o.platform = ${order.platform}
    and o.product_id = ${order.productId} and o.whatsapp is not distinct from ${order.whatsapp}
    and o.device_mark is not distinct from ${order.deviceMark})`;

export const readSaleOrder = async (reader: Reader, chargeId: number): Promise<SaleOrder> =>
  (await reader.first<SaleOrder>(sql`
    select platform, product_id, whatsapp, device, device_mark, origin, channel, origin_code
    from sale_orders where charge_id = ${chargeId}`))!;

export const toSoldProduct = ({
  platform,
  productId,
}: Pick<SaleOrder, 'platform' | 'productId'>): SoldProduct =>
  platforms[platform].sells === 'packages' ? { packageId: productId } : { productId };
