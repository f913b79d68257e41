/**
 * Tests payments without enough portal credits: they wait, and the seller is informed three days
 * ahead.
 */
import { randomUUID } from 'node:crypto';
import { creditPortal } from '@ramal/contract/payments/recharges';
import { listAuthorizations } from '@ramal/contract/payments/authorizations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, TODAY } from '../../test/context.ts';
import { spend } from './lists/figures.ts';
import {
  authorizeAndPay,
  closeWorld,
  jumpTo,
  openCustomer,
  openSeller,
  openWorld,
  readLine,
  type RecurringWorld,
  runUntil,
} from './recurring-pix.fixtures.ts';
import { notifyShortCredits } from './short-credits.ts';

let world: RecurringWorld;
beforeAll(async () => {
  world = await openWorld();
  world.ctx.clock.set(TODAY);
});
afterAll(() => closeWorld(world));

describe('portal credits of automatic renewals', () => {
  it('reports short credits three days ahead, and a top-up renews the waiting line', async () => {
    const { ctx } = world;
    const seller = await openSeller(world, { credits: 1 });
    const customer = await openCustomer(world, seller, '2026-11-24T15:00:00Z');
    await authorizeAndPay(world, customer);
    await jumpTo(world, '2026-12-19T13:00:00Z');
    expect(await notifyShortCredits(ctx)).toBe(0);
    await jumpTo(world, '2026-12-20T13:00:00Z');
    expect(await notifyShortCredits(ctx)).toBe(1);
    expect(await notifyShortCredits(ctx)).toBe(1);
    const { rows } = await ctx.owner.query(
      `select count(*)::int, max(body) as body from notices where account_id = $1 and kind = 'credits'`,
      [seller.id],
    );
    expect(rows[0]).toMatchObject({
      count: 1,
      body: expect.stringContaining('é 1 cobrança e falta 1 crédito.') as string,
    });
    const listed = await call(ctx, listAuthorizations, {}, { token: seller.token });
    expect(listed.body.figures).toMatchObject({
      creditos_portal: 0,
      credits_until: '2026-12-22',
      credits_missing: 1,
      month_value: 35,
      week_charges: 1,
    });
    await runUntil(world, '2026-12-23T15:00:00Z');
    expect(await readLine(world, customer.lineId)).toMatchObject({
      expires: '2026-12-24',
      renewals: 1,
    });
    const body = { id_res: seller.id, qtd_creditos: 1 };
    await call(ctx, creditPortal, { body }, { token: seller.token, key: randomUUID() });
    expect(await readLine(world, customer.lineId)).toMatchObject({
      expires: '2027-01-24',
      renewals: 2,
      portal: 0,
    });
  });

  it('spends portal credits in the order of the days', () => {
    const due = [
      { dueOn: '2026-12-02', credits: 200 },
      { dueOn: '2026-12-09', credits: 100 },
    ];
    expect(spend(due, 300)).toEqual({ until: null, missing: 0 });
    expect(spend(due, 200)).toEqual({ until: '2026-12-08', missing: 100 });
    expect(spend([], 0)).toEqual({ until: null, missing: 0 });
  });
});
