/** Creates sellers with prices, customers and coupons for the tests of coupons. */
import { createCoupon } from '@ramal/contract/coupons/coupons';
import { playSandbox, type SandboxAct } from '@ramal/contract/payments/charges';
import { chargePortal, readPortalCoupon, signInToPortal } from '@ramal/contract/portal/portal';
import { line, type Person, person } from '../../test/accounts.ts';
import { call, type TestContext } from '../../test/context.ts';

/** Creates a seller with enough portal credits and the drawn prices. */
export async function couponSeller(
  ctx: TestContext,
  parent: Person,
  until?: string,
): Promise<Person> {
  const seller = await person(ctx, { balance: 1_000_000, parent, ...(until ? { until } : {}) });
  await ctx.owner.query(
    `with wallet as (select id from wallets where account_id = $1 and kind = 'balance'),
       portal as (select id from wallets where account_id = $1 and kind = 'portal'),
       moved as (
         insert into entries (from_wallet, to_wallet, amount, from_balance, to_balance, reason, actor_id, account_id)
         select wallet.id, portal.id, 500000, 500000, 500000, 'portal-credited', $1, $1 from wallet, portal)
     update wallets set balance = 500000 where account_id = $1`,
    [seller.id],
  );
  await ctx.owner.query(
    'insert into plan_prices (account_id, months, cents) values ($1, 1, 3500), ($1, 3, 9900)',
    [seller.id],
  );
  return seller;
}

export interface CouponBody {
  code?: string;
  kind?: 'percent' | 'value' | 'days' | 'months' | 'credits';
  amount?: number;
  ends_on?: string;
  starts_on?: string;
  [field: string]: unknown;
}

export const coupon = (ctx: TestContext, { token }: Person, body: CouponBody = {}) =>
  call(
    ctx,
    createCoupon,
    {
      body: {
        code: 'NATAL20',
        kind: 'percent',
        amount: 20,
        ends_on: '2026-12-31',
        ...body,
      },
    },
    { token },
  );

export interface Customer {
  readonly lineId: number;
  readonly key: string;
}

/** Creates an official line of the seller and signs its customer in to the portal. */
export async function customer(
  ctx: TestContext,
  seller: Person,
  fields: Record<string, unknown> = {},
): Promise<Customer> {
  const { id, username, password } = await line(ctx, seller, fields);
  const { body } = await call(ctx, signInToPortal, { body: { username, password } });
  return { lineId: id, key: body.key };
}

export interface Payment {
  readonly months?: 1 | 3;
  readonly value: number;
  readonly coupon?: string;
}

export const pay = (
  ctx: TestContext,
  { key }: Customer,
  { months = 1, value, coupon: code }: Payment,
) =>
  call(ctx, chargePortal, {
    body: { key, months, method: 'pix', value, ...(code === undefined ? {} : { coupon: code }) },
  });

export const tryCoupon = (ctx: TestContext, { key }: Customer, code = 'NATAL20') =>
  call(ctx, readPortalCoupon, { body: { key, coupon: code } });

/** Acts as the provider of the test payment of this charge. */
export async function play(
  ctx: TestContext,
  { token }: Person,
  reference: string,
  acted: SandboxAct | { readonly act: SandboxAct; readonly code_2fa: string },
): Promise<void> {
  const id = await chargeId(ctx, reference);
  const { status, body } = await call(
    ctx,
    playSandbox,
    { params: { id }, body: typeof acted === 'string' ? { act: acted } : acted },
    { token },
  );
  if (status !== 200) throw new Error(`not played: ${JSON.stringify(body)}`);
}

export async function chargeId(ctx: TestContext, reference: string): Promise<number> {
  const { rows } = await ctx.owner.query<{ id: number }>(
    'select id::int from charges where reference = $1',
    [reference],
  );
  return rows[0]!.id;
}
