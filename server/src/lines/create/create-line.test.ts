import { createIptvLine } from '@ramal/contract/lines/iptv-lines';
import { TEST_HOURS, terms } from '@ramal/contract/rules/terms';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, readAccountBalance, line, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx, { balance: 100_000 });
});
afterEach(() => ctx.clock.set(TODAY));
afterAll(() => ctx.close());

const DAY = 86_400;
const unix = (iso: string) => Date.parse(iso) / 1000;
const stored = async (id: number) =>
  (await ctx.owner.query('select * from lines where id = $1', [id])).rows[0];
const entriesOf = async (id: number) =>
  (
    await ctx.owner.query(
      `select e.amount::int, e.from_balance::int, t.kind as to, e.reason from entries e
       join wallets t on t.id = e.to_wallet where e.line_id = $1`,
      [id],
    )
  ).rows;

describe('an official line', () => {
  it.each(terms)('lasts $days days for $credits credits', async ({ credits, days, hundredths }) => {
    ctx.clock.set('2026-11-21T15:00:42.500Z');
    const before = await readAccountBalance(ctx, seller.id);
    const created = await line(ctx, seller, { credits });
    expect(created).toMatchObject({
      is_trial: false,
      exp_date_timestamp: unix(TODAY) + days * DAY,
      charged: credits,
      balance: (before - hundredths) / 100,
    });
    expect(await readAccountBalance(ctx, seller.id)).toBe(before - hundredths);
    expect(await entriesOf(created.id)).toEqual([
      {
        amount: hundredths,
        from_balance: before - hundredths,
        to: 'consumption',
        reason: 'line-created',
      },
    ]);
  });

  it('creates a line of 30 days for one credit by default and for a credit sent as text', async () => {
    const plain = await line(ctx, seller, { credits: undefined });
    expect(plain).toMatchObject({ charged: 1, exp_date_timestamp: unix(TODAY) + 30 * DAY });
    const typed = await line(ctx, seller, { isOficial: '1', credits: '0,6', package: '1' });
    expect(typed).toMatchObject({ is_trial: false, charged: 0.6 });
  });

  it('makes the creator the owner and enables the line and returns times in the panel’s zone', async () => {
    const created = await line(ctx, seller, { nota: 'Sala da avó' });
    expect(created).toMatchObject({
      exp_date_formatted: '21/12/2026 12:00',
      nota: 'Sala da avó',
      package_name: 'Completo',
    });
    expect(created).not.toHaveProperty('test_hours');
    expect(await stored(created.id)).toMatchObject({
      owner_id: String(seller.id),
      is_on: true,
      status: 1,
      platform: 'iptv',
      password: created.password,
    });
  });
});

describe('a test', () => {
  it.each(TEST_HOURS)('creates a free test of %i hours from the current time', async (hours) => {
    ctx.clock.set('2026-11-21T15:00:42Z');
    const before = await readAccountBalance(ctx, seller.id);
    const created = await line(ctx, seller, { isOficial: false, test_hours: hours, credits: 10 });
    expect(created).toMatchObject({
      is_trial: true,
      test_hours: hours,
      exp_date_timestamp: unix('2026-11-21T15:00:42Z') + hours * 3600,
      charged: 0,
      balance: before / 100,
    });
    expect(await readAccountBalance(ctx, seller.id)).toBe(before);
    expect(await entriesOf(created.id)).toEqual([]);
    expect(await stored(created.id)).toMatchObject({ status: 2, test_hours: hours });
  });

  it('creates a test of 6 hours by default without a balance', async () => {
    const poor = await person(ctx);
    expect(await line(ctx, poor, { isOficial: false })).toMatchObject({
      test_hours: 6,
      balance: 0,
    });
  });
});

describe('packages and bouquets', () => {
  it('stores a package or a set of distinct bouquets', async () => {
    const custom = await line(ctx, seller, {
      isCustomPackage: true,
      bouquets: [2, 1, 2],
      package: 1,
    });
    expect(custom.package_name).toBe('Personalizado');
    expect(await stored(custom.id)).toMatchObject({ package_id: null, bouquet_ids: ['2', '1'] });
  });

  it('creates a test only if the package allows tests', async () => {
    await ctx.owner.query(
      `insert into packages (id, name, allows_tests) values (50, 'Sem testes', false)`,
    );
    const send = (isOficial: boolean) =>
      call(
        ctx,
        createIptvLine,
        { body: { isOficial, nota: 'x', package: 50 } },
        { token: seller.token },
      );
    expect((await send(true)).status).toBe(200);
    expect((await send(false)).body).toMatchObject({ code: 'package_unknown' });
  });
});

describe('credentials', () => {
  it('generates a free number as user name and a readable password', async () => {
    const created = await Promise.all(
      Array.from({ length: 20 }, () => line(ctx, seller, { isOficial: false })),
    );
    for (const { username, password } of created) {
      expect(username).toMatch(/^[1-9]\d{8}$/);
      expect(password).toMatch(/^[a-zA-Z2-9]{8}$/);
    }
    expect(new Set(created.map(({ username }) => username)).size).toBe(20);
    expect(new Set(created.map(({ password }) => password)).size).toBe(20);
  });

  it('stores a typed user name with leading zeros and generates one for a blank name', async () => {
    expect((await line(ctx, seller, { username: '00420042' })).username).toBe('00420042');
    expect((await line(ctx, seller, { username: '' })).username).toMatch(/^\d{9}$/);
  });

  it.each([
    ['0', null],
    [0, null],
    ['', null],
    [undefined, null],
    ['+55 (11) 91234-5678', '5511912345678'],
    ['(11) 91234-5678', '5511912345678'],
    ['11912345678', '5511912345678'],
    [11912345678, '5511912345678'],
    ['+351 912 345 678', '351912345678'],
    [5511912345678, '5511912345678'],
  ])('keep the WhatsApp %j as %j', async (whatsapp, expected) => {
    const created = await line(ctx, seller, { whatsapp });
    expect(created.whatsapp).toBe(expected);
    expect((await stored(created.id)).whatsapp).toBe(expected);
  });
});

/** Returns the response at a URL, after at most one redirect. */
async function followed(address: string): Promise<string> {
  const fetched = (url: URL) =>
    ctx.server.inject({ url: url.pathname + url.search, headers: { host: url.host } });
  const first = await fetched(new URL(address));
  if (first.statusCode !== 302) return first.body;
  return (await fetched(new URL(String(first.headers.location), address))).body;
}

it('returns full and short URLs that play for each kind of playlist', async () => {
  const { status, body } = await call(
    ctx,
    createIptvLine,
    { body: { isOficial: true, nota: 'x', package: 1 } },
    { token: seller.token, headers: { host: 'painel.exemplo:8443' } },
  );
  expect(status).toBe(200);
  expect(body.DNS_SMARTER).toBe('http://painel.exemplo:8443');
  const addresses = [
    body.M3U8,
    body.M3U8_2,
    body.SSIPTV_M3U8,
    body.short_M3U8,
    body.short_M3U8_2,
    body.short_SSIPTV_M3U8,
  ];
  expect(new Set(addresses).size).toBe(6);
  // `links` is one text that contains all URLs. The response for a test has no such text (E-18).
  for (const url of addresses) expect(body.links).toContain(`: ${url}`);
  expect((await line(ctx, seller, { isOficial: false })).links).toBeUndefined();
  for (const url of addresses) {
    expect(url).toMatch(/^http:\/\/painel\.exemplo:8443\//);
    expect(await followed(url)).toMatch(/^#EXTM3U/);
  }
  for (const text of [
    body.links_franchise,
    body.links_Stb,
    body.links_WebPlayer,
    body.links_Xcloud,
  ]) {
    expect(text).toContain(body.username);
    expect(text).toContain(body.password);
  }
});
