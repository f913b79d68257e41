/** Replays the calls that existing tools make, in the current and in the old form. */
import type { ApiScope } from '@ramal/contract/api-keys';
import { deleteIptvLine } from '@ramal/contract/lines/iptv-lines';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { line, person, type Person, readAccountBalance } from '../../test/accounts.ts';
import { seedKey } from '../../test/api-keys.ts';
import { call, createTestContext, TODAY, type TestContext } from '../../test/context.ts';
import { hostileTexts } from '../../test/hostile-texts.ts';
import { withOffset } from './serialize-customer.ts';

let ctx: TestContext;
let seller: Person;
let key: string;
beforeAll(async () => {
  ctx = await createTestContext();
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query('delete from rate_limits');
  seller = await person(ctx, { balance: 10_000, grants: ['api.keys'] });
  ({ key } = await seedKey(ctx, seller, { scopes: ['sigma:write', 'sigma_renewals:write'] }));
});
afterAll(() => ctx.close());

interface ToolRequest {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly form?: boolean;
}

async function tool(url: string, request: ToolRequest = {}) {
  const { query, body, form = false, method = body === undefined ? 'GET' : 'POST' } = request;
  const token = 'token' in request ? request.token : key;
  const response = await ctx.server.inject({
    method,
    url,
    ...(query ? { query } : {}),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined
        ? {}
        : { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }),
    },
    ...(body === undefined
      ? {}
      : {
          payload: form
            ? new URLSearchParams(body as Record<string, string>).toString()
            : JSON.stringify(body),
        }),
  });
  return { status: response.statusCode, body: response.json() as ToolAnswer };
}

/** Fields that tools read, at the top level and in `data`. */
interface ToolAnswer {
  readonly data: ToolAnswer & ToolAnswer[];
  readonly id: string;
  readonly name: string;
  readonly message: string;
  readonly username: string;
  readonly password: string;
  readonly status: string;
  readonly expires_at: string;
  readonly duration: number;
  readonly duration_in: string;
  readonly is_trial: string;
  readonly fields: Record<string, string>;
  readonly customer_renew_confirmation_template: string;
}

const packages = async () => (await tool('/api/webhook/package')).body.data as ToolAnswer[];

/** Returns the id of the first package with this duration. */
const packageOf = async (duration: number, unit = 'MONTHS') =>
  (await packages()).find((row) => row.duration === duration && row.duration_in === unit)!.id;

const balance = () => readAccountBalance(ctx, seller.id);

describe('an existing tool', () => {
  it('reads the account, the packages, creates, finds, renews and switches a customer', async () => {
    await ctx.owner.query(
      `insert into payment_accounts (account_id, notice_token, credit_cents) values ($1, $2, 1000)`,
      [seller.id, `aviso-${seller.id}`],
    );
    await ctx.owner.query(
      'insert into plan_prices (account_id, months, cents) values ($1, 1, 3500)',
      [seller.id],
    );
    const user = await tool('/api/webhook/user', { query: { username: seller.username } });
    expect(user).toEqual({
      status: 200,
      body: {
        data: { id: expect.stringMatching(/^\w{10}$/), username: seller.username },
        id: user.body.data.id,
        username: seller.username,
      },
    });
    const rows = await packages();
    const month = rows.find(({ name }) => name === 'Completo - 1 mês')!;
    expect(month).toEqual({
      id: expect.stringMatching(/^\w{10}$/),
      name: 'Completo - 1 mês',
      duration: 1,
      duration_in: 'MONTHS',
      plan_price: 3500,
      credits: 1,
      connections: 1,
      is_trial: 'NO',
    });
    expect(rows.find(({ name }) => name === 'Completo - Teste 6 h')).toMatchObject({
      duration: 6,
      duration_in: 'HOURS',
      is_trial: 'YES',
    });
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(await packages()).toEqual(rows);

    const made = await tool('/api/webhook/customer/create', {
      body: {
        userId: user.body.id,
        packageId: month.id,
        name: 'Dona Célia',
        email: 'celia@exemplo.com',
        whatsapp: '(11) 95555-0142',
        note: 'indicada',
      },
    });
    expect(made).toMatchObject({
      status: 200,
      body: {
        username: made.body.data.username,
        password: made.body.data.password,
        data: {
          name: 'Dona Célia',
          status: 'ACTIVE',
          expires_at: '2026-12-21T12:00:00-03:00',
          package: 'Completo',
          is_trial: 'NO',
          connections: 1,
          whatsapp: '5511955550142',
          note: 'Dona Célia - indicada',
          renew_url: expect.stringMatching(/\/portal$/),
          m3u_url: expect.stringContaining(made.body.username),
        },
      },
    });
    expect(await balance()).toBe(9_900);

    const { username } = made.body;
    for (const query of [{ username }, { note: 'Dona Célia - indicada' }, { note: '11955550142' }])
      expect((await tool('/api/webhook/customer', { query })).body.data).toMatchObject({
        username,
      });

    const renewed = await tool('/api/webhook/customer/renew', {
      body: { username, packageId: await packageOf(3), connections: 1 },
    });
    expect(renewed).toMatchObject({
      status: 200,
      body: {
        expires_at: '2027-03-21T12:00:00-03:00',
        customer_renew_confirmation_template:
          'Oi, Dona Célia! Renovação confirmada: sua assinatura vale até 21/03/2027. Obrigado!',
        data: { expires_at: '2027-03-21T12:00:00-03:00' },
      },
    });
    expect(await balance()).toBe(9_600);

    const statuses = [];
    for (const status of ['BANNED', 'ACTIVE', 'INACTIVE', 'ACTIVE'])
      statuses.push(
        (await tool('/api/webhook/customer/status', { method: 'PUT', body: { username, status } }))
          .body.data.status,
      );
    expect(statuses).toEqual(['BANNED', 'ACTIVE', 'BANNED', 'ACTIVE']);
    ctx.clock.set('2027-03-21T15:00:00Z');
    expect((await tool('/api/webhook/customer', { query: { username } })).body.status).toBe(
      'EXPIRED',
    );
  });

  it.each([
    '/webhook/customer',
    '/api/webhook/customer/',
    '/api/api/webhook/customer',
    '/api/webhook/customer/webhook/customer',
  ])('may use %s and send the key in the query or a form', async (path) => {
    const { username } = await line(ctx, seller);
    const query = { token: key, userId: 'q7Rk2mVx9a', username };
    expect((await tool(path, { query, token: undefined })).body.data).toMatchObject({ username });
    const { status } = await tool(`${path.replace(/\/$/, '')}/renew`, {
      query: { token: key },
      token: undefined,
      form: true,
      body: { username, packageId: await packageOf(1) },
    });
    expect(status).toBe(200);
  });

  it('creates a test, whose renewal makes it official with the same access', async () => {
    const made = await tool('/api/webhook/customer/create', {
      body: { packageId: await packageOf(6, 'HOURS'), username: '7710482' },
    });
    expect(made.body.data).toMatchObject({ username: '7710482', is_trial: 'YES' });
    const body = { username: '7710482', packageId: await packageOf(1) };
    const renewed = await tool('/api/webhook/customer/renew', { body });
    expect(renewed.body.data).toMatchObject({
      is_trial: 'NO',
      expires_at: '2026-12-21T12:00:00-03:00',
    });
    const again = await tool('/api/webhook/customer/renew', { body });
    expect([again.body.data, await balance()]).toEqual([renewed.body.data, 9_900]);
  });
});

describe('a renewal of the same line, plan and period', () => {
  const renew = (username: string, packageId: string) =>
    tool('/api/webhook/customer/renew', { body: { username, packageId } });

  it('is one renewal for 30 parallel and for later repetitions within the window', async () => {
    const { username } = await line(ctx, seller);
    const month = await packageOf(1);
    const answers = await Promise.all(Array.from({ length: 30 }, () => renew(username, month)));
    ctx.clock.forward(10 * MINUTE_MS - 1);
    answers.push(await renew(username, month));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.expires_at}`))).toEqual(
      new Set(['200 2027-01-20T12:00:00-03:00']),
    );
    expect(await balance()).toBe(9_800);
  });

  it('is one renewal for an expired line too', async () => {
    const { username, id } = await line(ctx, seller);
    await ctx.owner.query(`update lines set expires_at = $2 where id = $1`, [
      id,
      new Date(ctx.clock.now().getTime() - 86_400_000),
    ]);
    const month = await packageOf(1);
    await Promise.all(Array.from({ length: 10 }, () => renew(username, month)));
    ctx.clock.forward(2 * MINUTE_MS);
    await renew(username, month);
    expect(await balance()).toBe(9_800);
  });

  it('is another renewal after the window or with another plan', async () => {
    const { username } = await line(ctx, seller);
    const [month, quarter] = [await packageOf(1), await packageOf(3)];
    await renew(username, month);
    expect((await renew(username, quarter)).body.expires_at).toBe('2027-04-20T12:00:00-03:00');
    expect((await renew(username, month)).body.expires_at).toBe('2027-04-20T12:00:00-03:00');
    ctx.clock.forward(10 * MINUTE_MS);
    expect((await renew(username, month)).body.expires_at).toBe('2027-05-20T12:00:00-03:00');
    expect(await balance()).toBe(9_400);
  });

  it('is charged only for the call that succeeds after a refusal', async () => {
    const poor = await person(ctx, { balance: 150, grants: ['api.keys'] });
    seller = poor;
    ({ key } = await seedKey(ctx, poor, { scopes: ['sigma:read', 'sigma_renewals:write'] }));
    const { username } = await line(ctx, poor);
    const month = await packageOf(1);
    const refused = await renew(username, month);
    expect([refused.status, await balance()]).toEqual([422, 50]);
    await ctx.owner.query(
      `with w as (update wallets set balance = balance + 100 where account_id = $1 and kind = 'balance' returning id, balance)
       insert into entries (from_wallet, to_wallet, amount, to_balance, reason, actor_id, account_id)
       select (select id from wallets where kind = 'issuance'), w.id, 100, w.balance, 'opening-credits', $1, $1 from w`,
      [poor.id],
    );
    expect((await renew(username, month)).status).toBe(200);
    expect(await balance()).toBe(50);
  });
});

describe('a tool is refused', () => {
  it('answers 400 for an unknown, foreign or deleted customer', async () => {
    const foreign = await line(ctx, await person(ctx, { balance: 1_000 }));
    const gone = await line(ctx, seller);
    await call(ctx, deleteIptvLine, { params: { id: gone.id }, body: {} }, { token: seller.token });
    for (const username of ['999999', foreign.username, gone.username]) {
      const { status, body } = await tool('/api/webhook/customer', { query: { username } });
      expect([status, body.message]).toEqual([400, 'Não foi possível encontrar este cliente']);
    }
    expect((await tool('/api/webhook/customer')).status).toBe(400);
  });

  it('answers 401 without a key, with a wrong one, and with a session in the query', async () => {
    for (const token of [undefined, 'rml_0123456789_x', 'abc'])
      expect((await tool('/api/webhook/package', { token })).status).toBe(401);
    const { status } = await tool('/api/webhook/package', {
      token: undefined,
      query: { token: seller.token },
    });
    expect(status).toBe(401);
  });

  it('answers 403 outside the scopes of a tool', async () => {
    const { username } = await line(ctx, seller);
    const packageId = await packageOf(1);
    const only = async (scope: ApiScope) => (await seedKey(ctx, seller, { scopes: [scope] })).key;
    const [reader, renewer, lines] = [
      await only('sigma:read'),
      await only('sigma_renewals:write'),
      await only('lines:write'),
    ];
    const status = async (token: string, url: string, request: ToolRequest = {}) =>
      (await tool(url, { ...request, token })).status;
    const create = { body: { packageId } };
    const renew = { body: { username, packageId } };
    expect([
      await status(reader, '/api/webhook/package'),
      await status(reader, '/api/webhook/customer/create', create),
      await status(reader, '/api/webhook/customer/renew', renew),
      await status(renewer, '/api/webhook/customer/renew', renew),
      await status(renewer, '/api/webhook/customer/create', create),
      await status(lines, '/api/webhook/package'),
    ]).toEqual([200, 403, 403, 200, 403, 403]);
  });

  it('answers 422 and the field for a wrong value', async () => {
    const packageId = await packageOf(1);
    const test = await packageOf(6, 'HOURS');
    const { username } = await line(ctx, seller);
    const fieldOf = async (url: string, body: unknown, method: 'POST' | 'PUT' = 'POST') => {
      const refused = await tool(url, { body, method });
      return [refused.status, ...Object.keys(refused.body.fields)];
    };
    const [create, renew] = ['/api/webhook/customer/create', '/api/webhook/customer/renew'];
    expect(await fieldOf(create, {})).toEqual([422, 'package_id']);
    expect(await fieldOf(create, { packageId: 'AAAAAAAAAA' })).toEqual([422, 'package_id']);
    expect(await fieldOf(create, { packageId, userId: 'AAAAAAAAAA' })).toEqual([422, 'user_id']);
    expect(await fieldOf(create, { packageId, username: 'célia 1' })).toEqual([422, 'username']);
    expect(await fieldOf(renew, { username, packageId: test })).toEqual([422, 'package_id']);
    expect(
      await fieldOf('/api/webhook/customer/status', { username, status: 'EXPIRED' }, 'PUT'),
    ).toEqual([422, 'status']);
    expect(await balance()).toBe(9_900);
  });

  it('answers 400 for a taken name, and 429 above the credits of the key a day', async () => {
    const packageId = await packageOf(1);
    const body = { packageId, username: '7710999' };
    expect((await tool('/api/webhook/customer/create', { body })).status).toBe(200);
    const taken = await tool('/api/webhook/customer/create', { body });
    expect([taken.status < 500, await balance()]).toEqual([true, 9_900]);
    ({ key } = await seedKey(ctx, seller, { scopes: ['sigma:write'], dayLimit: 100 }));
    const statuses = [];
    for (let n = 0; n < 2; n += 1)
      statuses.push((await tool('/api/webhook/customer/create', { body: { packageId } })).status);
    expect([statuses, await balance()]).toEqual([[200, 429], 9_800]);
  });

  it.each(hostileTexts)('without a status 500 for %j in every field', async (value) => {
    const packageId = await packageOf(1);
    const { username } = await line(ctx, seller);
    const bodies: [string, unknown, ('POST' | 'PUT')?][] = [
      ['create', { packageId, name: value, whatsapp: value, note: value, email: value }],
      ['create', { packageId: value, username: value }],
      ['renew', { packageId, username: value, connections: value }],
      ['status', { username, status: value }, 'PUT'],
    ];
    for (const [act, body, method] of bodies)
      expect(
        (await tool(`/api/webhook/customer/${act}`, { body, method: method ?? 'POST' })).status,
      ).toBeLessThan(500);
  });
});

it.each([
  ['2026-11-21T15:00:00Z', 'America/Sao_Paulo', '2026-11-21T12:00:00-03:00'],
  ['2026-11-21T15:00:00.900Z', 'UTC', '2026-11-21T15:00:00+00:00'],
  ['2026-11-21T15:00:00Z', 'Asia/Kolkata', '2026-11-21T20:30:00+05:30'],
  ['2026-11-21T15:00:00Z', 'America/St_Johns', '2026-11-21T11:30:00-03:30'],
])('writes %s in %s as %s', (at, zone, expected) => {
  expect(withOffset(new Date(at), zone)).toBe(expected);
});
