/** Page of a seller that offers recurring Pix, and orders of strangers on it. */
import { randomUUID } from 'node:crypto';
import { getStorefrontOrder, subscribeStorefront } from '@ramal/contract/storefront/orders';
import { getStorefrontPage } from '@ramal/contract/storefront/page';
import { getStorefront, saveStorefront } from '@ramal/contract/storefront/settings';
import { requestStorefrontTest } from '@ramal/contract/storefront/tests';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import type { Person } from '../../../test/accounts.ts';
import { call } from '../../../test/context.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Authorization } from '../authorizations.sql.ts';
import { createOrderAuthorization } from './order-authorization.ts';
import { CPF, type RecurringWorld } from '../recurring-pix.fixtures.ts';

export interface Shop {
  readonly slug: string;
  /** Public ids of the plan of one month and of the test. */
  readonly offerId: string;
  readonly testId: string;
}

export async function openShop(
  { ctx }: Pick<RecurringWorld, 'ctx'>,
  { token }: Pick<Person, 'token'>,
  months: readonly (1 | 3)[] = [1],
): Promise<Shop> {
  const slug = `loja-${randomUUID().slice(0, 8)}`;
  const { body } = await call(ctx, getStorefront, {}, { token });
  const tests = { ...body.suggested.tests, from: '00:00', until: '00:00', proves_number: false };
  const products = body.suggested.products.map((product) => ({ ...product, months: [...months] }));
  const settings = { ...body.suggested, slug, tests, products };
  expect((await call(ctx, saveStorefront, { body: settings }, { token })).status).toBe(200);
  const page = await readPage({ ctx }, slug);
  const [product] = page.products;
  const month = product!.offers.find(({ months }) => months === 1);
  return { slug, offerId: month!.id, testId: product!.test_id! };
}

export const readPage = async ({ ctx }: Pick<RecurringWorld, 'ctx'>, slug: string) =>
  (await call(ctx, getStorefrontPage, { params: { slug } })).body;

let phones = 5_511_960_000_000;

export const newVisitor = () => ({
  phone: `+${(phones += 1)}`,
  device: 'phone' as const,
  device_signature: `aparelho-${randomUUID()}`,
});
export type Visitor = ReturnType<typeof newVisitor>;

/** Orders the plan of one month by recurring Pix. */
export const orderMonths = (
  { ctx }: Pick<RecurringWorld, 'ctx'>,
  { slug, offerId }: Shop,
  {
    visitor = newVisitor(),
    ...more
  }: { readonly visitor?: Visitor; readonly [field: string]: unknown } = {},
) =>
  call(ctx, subscribeStorefront, {
    params: { slug },
    body: {
      ...visitor,
      offer_id: offerId,
      method: 'pix',
      price_cents: 3_500,
      payer: { cpf: CPF, name: 'Célia Souza' },
      ...more,
    },
  });

export const takeTest = async (
  { ctx }: Pick<RecurringWorld, 'ctx'>,
  { slug, testId }: Shop,
  visitor: Visitor,
) => {
  const body = { ...visitor, test_id: testId, consent: true as const };
  const { body: taken } = await call(ctx, requestStorefrontTest, { params: { slug }, body });
  return taken.test!;
};

/** Reads an order as its open page does, at most every three seconds. */
export async function readOrder({ ctx }: Pick<RecurringWorld, 'ctx'>, { slug }: Shop, key: string) {
  ctx.clock.forward(4_000);
  return (await call(ctx, getStorefrontOrder, { params: { slug }, body: { key } })).body;
}

interface StoredOrder {
  readonly state: string;
  readonly endReason: string | null;
  readonly lineId: number | null;
  readonly orderId: number | null;
  readonly hasConsent: boolean;
  readonly cycles: number;
}

/** Returns the stored authorizations, oldest first. */
export async function readAuthorizations(
  { ctx }: Pick<RecurringWorld, 'ctx'>,
  { id }: Pick<Person, 'id'>,
): Promise<StoredOrder[]> {
  const { rows } = await ctx.owner.query<StoredOrder>(
    `select state, end_reason as "endReason", line_id::int as "lineId", order_id::int as "orderId",
       authorized_at is not null as "hasConsent",
       (select count(*)::int from pix_cycles c where c.authorization_id = a.id) as cycles
     from pix_authorizations a where account_id = $1 order by id`,
    [id],
  );
  return rows;
}

/** Orders a month without the page, so that a test can stop the process between two steps. */
export async function orderFromStranger(
  ctx: AppContext,
  { id: accountId }: Pick<Person, 'id'>,
  lineId: number | null,
): Promise<Authorization> {
  const product = await ctx.db.first<{ id: number }>(
    sql`select id from packages order by id limit 1`,
  );
  const sale = {
    platform: 'iptv',
    productId: product!.id,
    whatsapp: newVisitor().phone.slice(1),
    device: 'phone',
    deviceMark: null,
    origin: 'storefront',
    channel: 'link',
    originCode: null,
  } as const;
  const order = { accountId, lineId, sale, enforce: async () => undefined };
  const payer = { name: 'Ana Lima', cpf: CPF, cents: 3_500, credits: 100 };
  return createOrderAuthorization(ctx, order, payer);
}
