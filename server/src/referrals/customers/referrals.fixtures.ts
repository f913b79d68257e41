/** Customers, codes and payments for the tests of referrals. */
import { getPortalReferral } from '@ramal/contract/portal/portal-referral';
import { addReferral } from '@ramal/contract/referrals/referrals';
import { line, type Person } from '../../../test/accounts.ts';
import { call, type TestContext } from '../../../test/context.ts';
import { sessionKey } from '../../portal/portal-key.ts';

export interface ReferredLine {
  readonly id: number;
  readonly username: string;
}

let numbers = 11_955_550_000;

/** Creates an official line with a name and a number of its own. */
export async function namedLine(
  ctx: TestContext,
  seller: Person,
  note: string,
  whatsapp?: string,
): Promise<ReferredLine> {
  const { id } = await line(ctx, seller);
  const { rows } = await ctx.owner.query<{ username: string }>(
    'update lines set note = $2, whatsapp = $3 where id = $1 returning username',
    [id, note, whatsapp ?? `55${(numbers += 1)}`],
  );
  return { id, username: rows[0]!.username };
}

export async function portalKey(ctx: TestContext, lineId: number): Promise<string> {
  const { rows } = await ctx.owner.query<{ password: string }>(
    'select password from lines where id = $1',
    [lineId],
  );
  return sessionKey(ctx, { id: lineId, password: rows[0]!.password });
}

export const readReferralPage = async (ctx: TestContext, lineId: number) =>
  call(ctx, getPortalReferral, { body: { key: await portalKey(ctx, lineId) } });

export const referralCode = async (ctx: TestContext, lineId: number): Promise<string> =>
  (await readReferralPage(ctx, lineId)).body.url.split('/').at(-1)!;

/** Registers the friend by the code of the customer. */
export const referFriend = async (
  ctx: TestContext,
  { token }: Person,
  { friend, by }: { readonly friend: Pick<ReferredLine, 'username'>; readonly by: ReferredLine },
) =>
  call(
    ctx,
    addReferral,
    { body: { code: await referralCode(ctx, by.id), username: friend.username } },
    { token },
  );

/** Stores a settled payment of the line, as the settlement leaves it. */
export async function storePayment(
  ctx: TestContext,
  seller: Person,
  lineId: number,
): Promise<number> {
  const { rows } = await ctx.owner.query<{ id: number }>(
    `insert into charges (purpose, account_id, line_id, months, credits, cents, method, provider,
       collector, state, created_at, expires_at, paid_at, settled_at)
     values ('renewal', $1, $2, 1, 100, 3150, 'pix', 'sandbox', 'sandbox', 'settled', $3, $3, $3, $3)
     returning id::int`,
    [seller.id, lineId, ctx.clock.now()],
  );
  return rows[0]!.id;
}

export const storeRefund = (ctx: TestContext, chargeId: number) =>
  ctx.owner.query(`update charges set state = 'reversed', reversed_at = $2 where id = $1`, [
    chargeId,
    ctx.clock.now(),
  ]);

/** Stores that the money of a lost payment was received again and delivered. */
export const storeWin = (ctx: TestContext, chargeId: number) =>
  ctx.owner.query(`update charges set state = 'settled', settled_at = $2 where id = $1`, [
    chargeId,
    ctx.clock.now(),
  ]);
