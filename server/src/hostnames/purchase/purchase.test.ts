/**
 * Tests a purchase with the NameSilo adapter: the checks before the order, and two workers at the
 * same time.
 */
import {
  configureHostname,
  createHostname,
  listHostnames,
  renewHostname,
} from '@ramal/contract/operations/hostnames';
import { saveDnsProvider, saveRegistrar } from '@ramal/contract/operations/dns-providers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, readAccountBalance, person } from '../../../test/accounts.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type NameSiloDouble, startNameSilo } from '../../../test/outside/namesilo.ts';
import { type PowerDnsDouble, startPowerDns } from '../../../test/outside/powerdns.ts';
import { type Authenticator, enrolAuthenticator } from '../../../test/second-factor.ts';
import { type Registrars, getRegistrars } from '../registrars/registrars.ts';
import { advancePurchase } from './advance-purchase.ts';
import { finishPurchases } from './finish-purchases.ts';
import { remakeZones } from './make-zone.ts';
import { refreshPrices, renewDueHostnames } from './renew-due.ts';

let ctx: TestContext;
let shop: NameSiloDouble;
let pdns: PowerDnsDouble;
let admin: Person;
let seller: Person;
let codes: Map<Person, Authenticator>;

beforeAll(async () => {
  [shop, pdns] = [await startNameSilo(), await startPowerDns()];
  ctx = await createTestContext({
    RAMAL_LOG: 'silent',
    RAMAL_NAMESILO_URL: shop.url,
    RAMAL_POWERDNS_URL: pdns.url,
  });
  shop.now = () => ctx.clock.now();
  await people();
  const dns = {
    provider: 'powerdns' as const,
    key: pdns.key,
    name_servers: ['ns1.ramal.example', 'ns2.ramal.example'],
    target: '200.160.4.18',
  };
  await send(saveDnsProvider, dns, admin);
  const registrar = { registrar: 'namesilo' as const, key: shop.key };
  await send(saveRegistrar, registrar, admin);
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await people();
  await ctx.owner.query('truncate hostnames, hostname_purchases, unused_hostnames, dns_records');
  await ctx.owner.query('delete from rate_limits');
  shop.names.clear();
  shop.requests.length = 0;
  Object.assign(shop, { balance: 100, refusesWith: undefined, shownAfterMs: 0 });
  pdns.zones.clear();
  for (const double of [shop, pdns]) double.faults.clear();
});
afterAll(async () => {
  await ctx.close();
  for (const double of [shop, pdns]) await double.close();
});

/**
 * Creates new accounts for each test, because a code is valid once and each test begins at the same
 * time.
 */
async function people(): Promise<void> {
  admin = await person(ctx, { profile: 'admin', until: '2028-12-31T00:00:00Z' });
  seller = await person(ctx, { parent: admin, balance: 100_000, until: '2028-12-31T00:00:00Z' });
  codes = new Map();
  for (const account of [admin, seller]) codes.set(account, await enrolAuthenticator(ctx, account));
}

/** Sends the next code with each call, because a code is valid once. */
async function send(endpoint: Parameters<typeof call>[1], body: object, by: Person) {
  ctx.clock.forward(30_000);
  const code_2fa = await codes.get(by)!.code();
  return call(ctx, endpoint, { body: { ...body, code_2fa } }, { token: by.token }) as Promise<{
    status: number;
    body: Record<string, unknown>;
  }>;
}
const buy = (domain: string, by = seller) =>
  send(createHostname, { domain, description: 'Reserva' }, by);
const list = async (by: Person) =>
  (await call(ctx, listHostnames, {}, { token: by.token })).body.data;
const orders = () => shop.requests.filter((operation) => /register|renew/.test(operation));
const reasons = async () =>
  (await ctx.owner.query('select state, reason from hostname_purchases order by id')).rows;

it('buys a name with zone and name servers and record and stores the paid price', async () => {
  expect((await buy('norte.click', admin)).body).toMatchObject({ state: 'done' });
  expect(shop.names.get('norte.click')).toMatchObject({
    nameServers: ['ns1.ramal.example', 'ns2.ramal.example'],
    years: [1],
  });
  const [record] = pdns.zones.get('norte.click.')!.filter(({ type }) => type === 'A');
  expect([record!.records[0]!.content, record!.ttl]).toEqual(['200.160.4.18', 300]);
  expect(record!.comments[0]!.content).toMatch(/^ramal:[0-9a-f-]{36}$/);
  expect(await list(admin)).toMatchObject([
    {
      dns: 'norte.click',
      buy_value: 5.99,
      is_sandbox: false,
      due_date_formatted: '21/11/2027',
      record: { state: 'made', ip: '200.160.4.18', was_ours: true },
    },
  ]);
});

it('orders nothing and takes no credits without funds at the registrar', async () => {
  shop.balance = 5;
  expect((await buy('norte.click')).body.code).toBe('registrar_without_funds');
  expect(await readAccountBalance(ctx, seller.id)).toBe(100_000);
  expect(orders()).toEqual([]);
  expect(await reasons()).toEqual([]);
});

it('refunds the credits if the funds are missing at the order', async () => {
  const registrars = getRegistrars(ctx);
  shop.faults.set('getDomainInfo', ['down']);
  expect((await buy('norte.click')).body.state).toBe('processing');
  expect(await readAccountBalance(ctx, seller.id)).toBe(100_000 - 600);
  shop.balance = 1;
  ctx.clock.forward(6 * 60_000);
  await finishPurchases(ctx, registrars);
  expect(await reasons()).toEqual([{ state: 'refunded', reason: 'Falta saldo no registrador.' }]);
  expect(await readAccountBalance(ctx, seller.id)).toBe(100_000);
  expect(orders()).toEqual([]);
});

it('does not buy a name that is already in the registrar’s account', async () => {
  shop.faults.set('getDomainInfo', ['down']);
  await buy('norte.click');
  shop.names.set('norte.click', {
    expires: '2027-01-01',
    before: undefined,
    shownFrom: new Date(0),
    nameServers: [],
    years: [],
  });
  ctx.clock.forward(6 * 60_000);
  await finishPurchases(ctx, getRegistrars(ctx));
  expect(await reasons()).toMatchObject([{ state: 'refunded' }]);
  expect(orders()).toEqual([]);
});

it('continues a failed purchase at once on request', async () => {
  shop.faults.set('getDomainInfo', ['down']);
  await buy('norte.click');
  const { id } = (await list(seller))[0]!;
  const { body } = await call(ctx, configureHostname, { params: { id } }, { token: seller.token });
  expect(body).toEqual({ message: 'DNS pronto', status: 1 });
  expect(orders()).toEqual(['registerDomain']);
});

it('repeats a failed attempt a minute later', async () => {
  shop.faults.set('getDomainInfo', ['down']);
  await buy('norte.click');
  ctx.clock.forward(60_000);
  await finishPurchases(ctx, getRegistrars(ctx));
  expect(await reasons()).toEqual([{ state: 'done', reason: null }]);
});

it('keeps the result of another worker when a late worker ends', async () => {
  shop.faults.set('getDomainInfo', ['down']);
  await buy('norte.click');
  const { rows } = await ctx.owner.query<{ id: number }>('select id::int from hostname_purchases');
  const registrars = getRegistrars(ctx);
  const registrar = await registrars.current();
  const late: Registrars = {
    ...registrars,
    get: async () => ({
      ...registrar,
      read: async (name) => {
        await advancePurchase(ctx, registrars, rows[0]!.id);
        return registrar.read(name);
      },
    }),
  };
  await advancePurchase(ctx, late, rows[0]!.id);
  expect(await reasons()).toEqual([{ state: 'done', reason: null }]);
  expect(orders()).toEqual(['registerDomain']);
  expect(await readAccountBalance(ctx, seller.id)).toBe(100_000 - 600);
});

it('does not order a renewal that was made by hand in the meantime', async () => {
  await buy('norte.click');
  shop.names.get('norte.click')!.expires = '2029-11-20';
  const renewed = await send(renewHostname, { domain: 'norte.click' }, seller);
  expect(renewed.body.state).toBe('refunded');
  expect(orders()).toEqual(['registerDomain']);
  expect(await readAccountBalance(ctx, seller.id)).toBe(100_000 - 600);
});

it('renews a name that was renewed outside the panel before its real expiry', async () => {
  const registrars = getRegistrars(ctx);
  await buy('norte.click');
  await ctx.owner.query('update hostnames set renews_itself = true');
  shop.names.get('norte.click')!.expires = '2028-11-20';
  const dueDay = async (day: string) => {
    ctx.clock.set(`${day}T08:00:00Z`);
    await renewDueHostnames(ctx, registrars);
    const [hostname] = await list(seller);
    return [hostname!.due_date_formatted, hostname!.renewal_failure, (await reasons()).length];
  };
  expect(await dueDay('2027-11-07')).toEqual(['20/11/2028', null, 2]);
  expect(await dueDay('2027-11-08')).toEqual(['20/11/2028', null, 2]);
  expect(await readAccountBalance(ctx, seller.id)).toBe(100_000 - 600);
  expect(await dueDay('2028-11-10')).toEqual(['20/11/2029', null, 3]);
  expect(orders()).toEqual(['registerDomain', 'renewDomain']);
});

it('renews automatically at the price of the day and records why it could not', async () => {
  const registrars = getRegistrars(ctx);
  await buy('norte.click');
  await ctx.owner.query('update hostnames set renews_itself = true');
  shop.prices.click = { registration: 5.99, renew: 13.5, years: 1 };
  await refreshPrices(ctx, registrars);
  expect((await list(seller))[0]!.credits_renew).toBe(14);
  ctx.clock.set('2027-11-06T08:00:00Z');
  shop.balance = 2;
  await renewDueHostnames(ctx, registrars);
  expect((await list(seller))[0]!.renewal_failure).toBe('O registrador está sem saldo.');
  expect(orders()).toEqual(['registerDomain']);
  shop.balance = 50;
  ctx.clock.forward(24 * 60 * 60_000);
  await renewDueHostnames(ctx, registrars);
  expect((await list(seller))[0]).toMatchObject({
    renewal_failure: null,
    due_date_formatted: '21/11/2028',
  });
  expect(shop.balance).toBe(36.5);
  shop.prices.click = { registration: 5.99, renew: 11.99, years: 1 };
});

it('creates a missing zone again with its record', async () => {
  await buy('norte.click');
  pdns.zones.clear();
  await ctx.owner.query(`update dns_records set state = 'no-zone', zone = null, written = null`);
  await remakeZones(ctx, getRegistrars(ctx));
  expect(pdns.zones.get('norte.click.')!.map(({ type }) => type)).toEqual(['NS', 'A']);
  expect((await list(seller))[0]!.record?.state).toBe('made');
});
