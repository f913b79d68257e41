/**
 * Tests the operator's keys over HTTP: they are verified before use, encrypted, and never returned.
 */
import {
  getDnsProvider,
  getRegistrar,
  saveDnsProvider,
  saveRegistrar,
} from '@ramal/contract/operations/dns-providers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type CloudflareDouble, startCloudflare } from '../../../test/outside/cloudflare.ts';
import { type NameSiloDouble, startNameSilo } from '../../../test/outside/namesilo.ts';
import { type PowerDnsDouble, startPowerDns } from '../../../test/outside/powerdns.ts';
import { enrolAuthenticator } from '../../../test/second-factor.ts';

let ctx: TestContext;
let shop: NameSiloDouble;
let cloud: CloudflareDouble;
let pdns: PowerDnsDouble;
let admin: Person;
let fresh: () => Promise<string>;

beforeAll(async () => {
  [shop, cloud, pdns] = [await startNameSilo(), await startCloudflare(), await startPowerDns()];
  ctx = await createTestContext({
    RAMAL_LOG: 'silent',
    RAMAL_NAMESILO_URL: shop.url,
    RAMAL_CLOUDFLARE_URL: cloud.url,
    RAMAL_POWERDNS_URL: pdns.url,
  });
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query(
    `update registrar_settings set registrar = 'sandbox', sealed_key = null, proven_at = null, refused_at = null`,
  );
  await ctx.owner.query(
    `update dns_settings set provider = 'sandbox', sealed_key = null, proven_at = null, target = null`,
  );
  await ctx.owner.query('truncate dns_records, hostname_purchases');
  admin = await person(ctx, { profile: 'admin' });
  const { code } = await enrolAuthenticator(ctx, admin);
  fresh = async () => {
    ctx.clock.forward(30_000);
    return code();
  };
});
afterAll(async () => {
  await ctx.close();
  for (const double of [shop, cloud, pdns]) await double.close();
});

const as = () => ({ token: admin.token });
const saveDns = async (body: object) =>
  call(ctx, saveDnsProvider, { body: { ...body, code_2fa: await fresh() } }, as());
const saveShop = async (body: object) =>
  call(ctx, saveRegistrar, { body: { ...body, code_2fa: await fresh() } }, as());
const dns = async () => (await call(ctx, getDnsProvider, {}, as())).body;
const registrar = async () => (await call(ctx, getRegistrar, {}, as())).body;

const TARGET = '200.160.4.18';
const cloudflareBody = () => ({ provider: 'cloudflare', key: cloud.token, target: TARGET });
const powerDnsBody = () => ({
  provider: 'powerdns',
  key: pdns.key,
  target: TARGET,
  name_servers: ['ns1.x.top', 'ns2.x.top'],
});

describe('the DNS provider', () => {
  it('uses the sandbox until a DNS provider is verified', async () => {
    expect(await dns()).toMatchObject({ provider: 'sandbox', proven_at_timestamp: null });
    expect((await saveDns(cloudflareBody())).body).toMatchObject({
      provider: 'cloudflare',
      target: TARGET,
      proven_at_timestamp: expect.any(Number),
      finding: expect.stringContaining('Token ativo'),
    });
    expect((await saveDns(powerDnsBody())).body).toMatchObject({
      provider: 'powerdns',
      finding: 'PowerDNS 4.7.3: uma zona de prova foi criada e excluída.',
    });
    expect(pdns.zones.size).toBe(0);
  });

  it.each([
    ['cloudflare', 'a key that is not taken', { key: 'errada' }, 'dns_key_refused'],
    ['powerdns', 'a key that is not taken', { key: 'errada' }, 'dns_key_refused'],
    ['cloudflare', 'no key', { key: undefined }, 'key'],
    ['powerdns', 'no key', { key: undefined }, 'key'],
    ['powerdns', 'one name server', { name_servers: ['ns1.x.top'] }, 'name_servers'],
    ['cloudflare', 'no address', { target: undefined }, 'target'],
    ['cloudflare', 'an address inside', { target: '10.0.0.7' }, 'target'],
    ['powerdns', 'a name server that is no name', { name_servers: ['x', 'y'] }, 'name_servers.0'],
  ])('changes nothing for %s with %s', async (provider, _, change, problem) => {
    const body = provider === 'cloudflare' ? cloudflareBody() : powerDnsBody();
    const refused = await saveDns({ ...body, ...change });
    expect(refused.status).toBe(422);
    const problems = [refused.body.code, ...Object.keys(refused.body.fields ?? {})];
    expect(problems).toContain(problem);
    expect((await dns()).provider).toBe('sandbox');
  });

  it('changes nothing if the DNS provider does not answer', async () => {
    pdns.faults.set('GET server', ['down']);
    expect((await saveDns(powerDnsBody())).body.code).toBe('dns_provider_silent');
    expect((await dns()).provider).toBe('sandbox');
  });

  it('points the following records to a changed address', async () => {
    await saveDns(powerDnsBody());
    await ctx.owner.query(
      `insert into dns_records (name, ip, ttl, follows_target, state, written, check_at) values
       ('a.top', '${TARGET}', 300, true, 'made', '${TARGET}', '2030-01-01'),
       ('tv.a.top', '200.160.4.9', 60, false, 'made', '200.160.4.9', '2030-01-01')`,
    );
    const { key: _, ...moved } = { ...powerDnsBody(), target: '200.160.4.77' };
    expect((await saveDns(moved)).status).toBe(200);
    const { rows } = await ctx.owner.query(
      'select host(ip) as ip, state from dns_records order by name',
    );
    expect(rows).toEqual([
      { ip: '200.160.4.77', state: 'waiting' },
      { ip: '200.160.4.9', state: 'made' },
    ]);
  });
});

describe('the registrar', () => {
  it('uses the sandbox with its daily balance until a registrar key is verified', async () => {
    expect(await registrar()).toMatchObject({
      registrar: 'sandbox',
      balance: 500,
      proven_at_timestamp: null,
    });
    await saveDns(powerDnsBody());
    shop.balance = 48.2;
    expect((await saveShop({ registrar: 'namesilo', key: shop.key })).body).toMatchObject({
      registrar: 'namesilo',
      balance: 48.2,
      proven_at_timestamp: expect.any(Number),
      refused: false,
    });
    expect((await saveShop({ registrar: 'sandbox' })).body.registrar).toBe('sandbox');
  });

  it('requires a valid registrar key and a DNS provider first', async () => {
    const settings = { registrar: 'namesilo', key: shop.key };
    expect((await saveShop(settings)).body.code).toBe('dns_provider_first');
    await saveDns(powerDnsBody());
    expect((await saveShop({ registrar: 'namesilo' })).body.fields).toHaveProperty('key');
    expect((await saveShop({ ...settings, key: 'errada' })).body.code).toBe(
      'registrar_key_refused',
    );
    shop.faults.set('getAccountBalance', ['down']);
    expect((await saveShop(settings)).body.code).toBe('registrar_silent');
    expect((await registrar()).registrar).toBe('sandbox');
    expect((await saveShop(settings)).status).toBe(200);
    expect((await saveDns({ provider: 'sandbox' })).body.code).toBe('registrar_first');
  });

  it('keeps the key while an order is unknown unless the key is rejected', async () => {
    await saveDns(powerDnsBody());
    const settings = { registrar: 'namesilo', key: shop.key };
    await saveShop(settings);
    await ctx.owner.query(
      `insert into hostname_purchases (name, buyer_id, years, price_cents, credits, state, registrar, created_at, ordered_at, check_at)
       values ('a.top', $1, 1, 288, 0, 'ordered', 'namesilo', now(), now(), now())`,
      [admin.id],
    );
    expect((await saveShop(settings)).body.code).toBe('purchases_open');
    await ctx.owner.query('update registrar_settings set refused_at = now()');
    expect((await saveShop(settings)).status).toBe(200);
  });

  it('reports when the registrar rejects the stored key', async () => {
    await saveDns(powerDnsBody());
    await saveShop({ registrar: 'namesilo', key: shop.key });
    ctx.clock.forward(61_000);
    const right = shop.key;
    shop.key = 'outra';
    await registrar();
    await expect.poll(async () => (await registrar()).refused).toBe(true);
    shop.key = right;
  });
});

it('encrypts keys and shows none in events and answers', async () => {
  await saveDns(cloudflareBody());
  await saveShop({ registrar: 'namesilo', key: shop.key });
  const { rows } = await ctx.owner.query(
    `select r::text as kept from registrar_settings r union all select d::text from dns_settings d
     union all select e::text from events e`,
  );
  const everything = JSON.stringify([rows, await dns(), await registrar()]);
  for (const key of [shop.key, cloud.token]) {
    expect(everything).not.toContain(key);
    expect(everything).not.toContain(Buffer.from(key).toString('hex'));
  }
});

it('changes nothing without a second factor', async () => {
  const plain = await person(ctx, { profile: 'admin' });
  const refused = await call(
    ctx,
    saveRegistrar,
    { body: { registrar: 'sandbox' } },
    { token: plain.token },
  );
  expect(refused.body.code).toBe('second_factor_required');
});
