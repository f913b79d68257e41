/** Tests the adapter for NameSilo with its double, including each known irregularity of the API. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isProviderFailure, isProviderRejection } from '../../foundation/provider-error.ts';
import { startDouble } from '../../../test/outside/double.ts';
import { type NameSiloDouble, startNameSilo } from '../../../test/outside/namesilo.ts';
import { nameSilo } from './namesilo.ts';
import type { Registrar } from './registrar.ts';

let shop: NameSiloDouble;
let registrar: Registrar;
beforeAll(async () => {
  shop = await startNameSilo();
  registrar = nameSilo({ baseUrl: shop.url, key: shop.key, gapMs: 0 });
});
beforeEach(() => {
  shop.names.clear();
  shop.faults.clear();
  Object.assign(shop, { balance: 100, refusesWith: undefined });
});
afterAll(() => shop.close());

describe('availability', () => {
  it('reads availability from lists and from a single item without its list', async () => {
    shop.taken.add('vendido.top');
    const several = await registrar.check(['a.click', 'b.sbs', 'vendido.top', 'c.zz']);
    expect(several).toEqual({
      available: [
        { name: 'a.click', priceCents: 599, renewCents: 1199, years: 1 },
        { name: 'b.sbs', priceCents: 480, renewCents: 999, years: 2 },
      ],
      unavailable: ['vendido.top'],
      invalid: ['c.zz'],
    });
    const single = await registrar.check(['a.click']);
    expect(single).toEqual({ available: [several.available[0]], unavailable: [], invalid: [] });
  });

  it('does not offer names that cost more than their extension', async () => {
    shop.premium.add('casa.click');
    expect(await registrar.check(['casa.click', 'a.click'])).toMatchObject({
      available: [{ name: 'a.click' }],
      unavailable: ['casa.click'],
    });
  });

  it.each([
    [{ unavailable: { domain: ['x.top', 'y.top'] } }, ['x.top', 'y.top']],
    [{ unavailable: 'x.top' }, ['x.top']],
    [{ unavailable: ['x.top'] }, ['x.top']],
    [{}, []],
  ])('reads the forms that the conversion from XML creates: %j', async (groups, unavailable) => {
    const double = await startDouble(
      () => 'any',
      () => ({ status: 200, body: { reply: { code: 300, detail: 'success', ...groups } } }),
    );
    const client = nameSilo({ baseUrl: double.url, key: 'k', gapMs: 0 });
    expect((await client.check(['x.top'])).unavailable).toEqual(unavailable);
    await double.close();
  });
});

it('registers with a default contact and renews from the current expiry', async () => {
  shop.now = () => new Date('2026-11-21T15:00:00Z');
  expect(await registrar.read('a.click')).toBeUndefined();
  expect(await registrar.register({ name: 'a.click', years: 1 })).toEqual({ paidCents: 599 });
  expect(await registrar.read('a.click')).toEqual({ expiresAt: new Date('2027-11-21T00:00:00Z') });
  expect(await registrar.renew({ name: 'a.click', years: 1 })).toEqual({ paidCents: 1199 });
  expect(await registrar.read('a.click')).toEqual({ expiresAt: new Date('2028-11-21T00:00:00Z') });
  expect(await registrar.balanceCents()).toBe(8202);
  expect(await registrar.renewCents('b.sbs')).toBe(999);
  expect(await registrar.renewCents('b.zz')).toBeUndefined();
});

describe('an order that is refused', () => {
  const order = () => registrar.register({ name: 'a.click', years: 1 });

  it.each([110, 113, 114, 117, 119, 263, 267])(
    'reports code %i as a rejection that moved no money',
    async (code) => {
      shop.refusesWith = code;
      expect(await order().catch(isProviderRejection)).toBe(true);
    },
  );

  it.each([115, 201, 210, 261, 262, 400, 999])(
    'reports code %i as an order that may have succeeded',
    async (code) => {
      shop.refusesWith = code;
      await expect(order()).rejects.toMatchObject({ kind: 'unavailable' });
    },
  );

  it.each(['lost', 'unseen', 'busy', 'down'] as const)(
    'reports the fault %s as an unknown outcome',
    async (fault) => {
      shop.faults.set('registerDomain', [fault]);
      await expect(order()).rejects.toMatchObject({ kind: 'unavailable' });
      expect(shop.names.has('a.click')).toBe(fault === 'unseen');
    },
  );
});

it('reports a rejected key to its owner and shows it in no error', async () => {
  let requests = 0;
  const key = 'chave-errada-muito-secreta';
  const wrong = nameSilo({
    baseUrl: shop.url,
    key,
    gapMs: 0,
    onKeyRefused: async () => (requests += 1),
  });
  const error = await wrong.balanceCents().catch((refused: unknown) => refused as Error);
  expect([isProviderFailure(error, 'unauthorized'), requests]).toEqual([true, 1]);
  shop.faults.set('getAccountBalance', ['lost']);
  const silent = await wrong.balanceCents().catch((reason: unknown) => reason as Error);
  expect(JSON.stringify([error, silent, String(silent), (silent as Error).stack])).not.toContain(
    key,
  );
});

it('sends one request after another with a pause between them', async () => {
  const paced = nameSilo({ baseUrl: shop.url, key: shop.key, gapMs: 40 });
  const before = performance.now();
  await Promise.all([paced.balanceCents(), paced.balanceCents(), paced.balanceCents()]);
  expect(performance.now() - before).toBeGreaterThanOrEqual(75);
});
