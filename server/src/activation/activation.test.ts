/**
 * Tests the whole activation: an app shows a code and a reseller enters it. The app then receives
 * its line and reads the line's state.
 */
import {
  requestActivationCode,
  checkActivationCode,
  checkP2pLine,
  createLineFromCode,
} from '@ramal/contract/activation';
import { newP2pLines } from '@ramal/contract/lines/p2p-lines';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyAddress, app, checkCode } from '../../test/activation.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, person } from '../../test/accounts.ts';
import { insertCode } from './activation.sql.ts';
import { newCode } from './request-code.ts';
import { deleteOldRows } from '../retention/retention.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx, {
    balance: 100_000,
    grants: ['lines.new-p2p'],
    until: '2027-06-01',
  });
});
beforeEach(() => ctx.clock.set(TODAY));
afterAll(() => ctx.close());

const create = (code: string, by = seller) =>
  call(ctx, createLineFromCode, { body: { code } }, { token: by.token });

describe('an activation code', () => {
  it('has eight digits, is never 00000000 and is valid for fifteen minutes', async () => {
    const { status, body } = await call(ctx, requestActivationCode, {
      body: { device: 'TV da sala' },
    });
    expect([status, body]).toEqual([
      200,
      {
        code: expect.stringMatching(/^\d{8}$/),
        secret: expect.stringMatching(/^[\w-]{43}$/),
        expires_at: '2026-11-21T15:15:00.000Z',
        expires_at_timestamp: Date.parse(TODAY) / 1000 + 900,
        interval_seconds: 5,
      },
    ]);
    const codes = Array.from({ length: 20_000 }, newCode);
    expect(codes.filter((code) => !/^\d{8}$/.test(code) || code === '00000000')).toEqual([]);
    expect(codes.some((code) => code.startsWith('0'))).toBe(true);
    await expect(
      ctx.owner.query(
        `insert into activation_codes values ('00000000', '\\x00', 'TV', now(), now() + '1 minute')`,
      ),
    ).rejects.toThrow(/check/);
  });

  it('is not assigned to a second app while it is in use', async () => {
    const { code, secret } = await app(ctx);
    const [askedAt, expiresAt] = [ctx.clock.now(), new Date(ctx.clock.now().getTime() + MINUTE)];
    const row = { code, secretHash: Buffer.alloc(32), device: 'Outra', askedAt, expiresAt };
    expect(await ctx.db.tx((tx) => tx.run(insertCode(row)))).toBe(0);
    expect(await checkCode(ctx, { code, secret })).toMatchObject({ status: 'waiting' });
  });

  it('stores no secret that could be read from the database', async () => {
    const { secret } = await app(ctx);
    const { rows } = await ctx.owner.query('select c::text as row from activation_codes c');
    const spellings = [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret, 'base64url').toString('hex'),
    ];
    expect(rows.length).toBeGreaterThan(0);
    expect(spellings.filter((spelling) => rows.some(({ row }) => row.includes(spelling)))).toEqual(
      [],
    );
  });

  it('requires a device name that the database can store', async () => {
    for (const device of [undefined, '', ' ', 'a'.repeat(61), 'TV\u0000', 7]) {
      const { status, body } = await call(ctx, requestActivationCode, { body: { device } });
      expect([device, status, Object.keys(body.fields ?? {})]).toEqual([device, 422, ['device']]);
    }
  });

  it('is refused after too many requests from one address', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 70 }, async () => {
        const at = { address: '203.0.113.50' };
        return (await call(ctx, requestActivationCode, { body: { device: 'TV' } }, at)).status;
      }),
    );
    expect(
      [200, 429].map((status) => statuses.filter((candidate) => candidate === status).length),
    ).toEqual([60, 10]);
    const elsewhere = { address: '203.0.113.51' };
    expect(
      (await call(ctx, requestActivationCode, { body: { device: 'TV' } }, elsewhere)).status,
    ).toBe(200);
  });
});

describe('an app that sends its secret', () => {
  it('waits and then receives its line', async () => {
    const tv = await app(ctx, 'TV Box do quarto');
    expect(await checkCode(ctx, tv)).toEqual({
      status: 'waiting',
      expires_at_timestamp: Date.parse(TODAY) / 1000 + 900,
    });
    const created = (await create(tv.code)).body;
    const expected = {
      status: 'activated',
      name: created.name,
      pass: created.pass,
      line: {
        status: 'active',
        is_trial: false,
        expires_at: '2026-12-21T15:00:00.000Z',
        expires_at_timestamp: created.exp_date_timestamp,
        product_id: 1,
        product_name: 'PLANO COMPLETO',
      },
    };
    expect(await checkCode(ctx, tv)).toEqual(expected);
    // The app may not have received the first response, so a repeated request gets the same
    // response.
    expect(await checkCode(ctx, tv)).toEqual(expected);
  });

  it('receives «expired» at the second of the expiry', async () => {
    const tv = await app(ctx);
    ctx.clock.forward(15 * MINUTE - 1);
    expect(await checkCode(ctx, tv)).toMatchObject({ status: 'waiting' });
    ctx.clock.forward(1);
    expect(await checkCode(ctx, tv)).toEqual({ status: 'expired' });
  });

  it('receives no line for a code or an unknown secret', async () => {
    const tv = await app(ctx);
    await create(tv.code);
    for (const secret of [tv.code, 'a'.repeat(43), tv.secret.slice(0, -1), `${tv.secret}a`]) {
      expect([secret, await checkCode(ctx, { ...tv, secret })]).toEqual([
        secret,
        { status: 'expired' },
      ]);
    }
  });

  it('receives the current password, and nothing for a deleted line', async () => {
    const tv = await app(ctx);
    const { id } = (await create(tv.code)).body;
    await ctx.owner.query(`update lines set password = 'outra-senha' where id = $1`, [id]);
    expect(await checkCode(ctx, tv)).toMatchObject({ pass: 'outra-senha' });
    await call(ctx, newP2pLines.toggle, { params: { id }, body: {} }, seller);
    expect(await checkCode(ctx, tv)).toMatchObject({ line: { status: 'disabled' } });
    await call(ctx, newP2pLines.remove, { params: { id }, body: {} }, seller);
    expect(await checkCode(ctx, tv)).toEqual({ status: 'expired' });
  });

  it('receives nothing for a line that moved to the player’s platform', async () => {
    const tv = await app(ctx);
    const { id } = (await create(tv.code)).body;
    await ctx.owner.query(`update lines set platform = 'iptv' where id = $1`, [id]);
    expect(await checkCode(ctx, tv)).toEqual({ status: 'expired' });
  });

  it('must wait after too many requests', async () => {
    const { secret } = await app(ctx);
    const at = { address: '203.0.113.60' };
    const ask = () => call(ctx, checkActivationCode, { body: { secret } }, at);
    let refused;
    for (let times = 0; times < 1_300 && !refused; times += 1) {
      const reply = await ask();
      if (reply.status !== 200) refused = reply;
    }
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(Number(refused!.headers['retry-after'])).toBeGreaterThan(0);
  });
});

it('deletes unused codes an hour after their expiry and used ones after a day', async () => {
  const [unused, used] = [await app(ctx), await app(ctx)];
  await create(used.code);
  const storedRows = async () => {
    await deleteOldRows(ctx, '5 minutes');
    const { rows } = await ctx.owner.query(
      'select code from activation_codes where code = any($1) order by activated_at nulls first',
      [[unused.code, used.code]],
    );
    return rows.map(({ code }) => code);
  };
  ctx.clock.forward(15 * MINUTE + HOUR);
  expect(await storedRows()).toEqual([unused.code, used.code]);
  ctx.clock.forward(1);
  expect(await storedRows()).toEqual([used.code]);
  ctx.clock.set(TODAY);
  ctx.clock.forward(DAY);
  expect(await checkCode(ctx, used)).toMatchObject({ status: 'activated' });
  ctx.clock.forward(1);
  expect(await storedRows()).toEqual([]);
  expect(await checkCode(ctx, used)).toEqual({ status: 'expired' });
});

describe('apps that run as web pages', () => {
  it.each([requestActivationCode, checkActivationCode, checkP2pLine])(
    '$path allows requests of web pages, and their refusals',
    async (endpoint) => {
      const { path } = endpoint;
      const asking = await ctx.server.inject({
        method: 'OPTIONS',
        url: path,
        headers: {
          origin: 'https://tv.exemplo',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      });
      expect(asking.statusCode).toBe(204);
      expect(asking.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': expect.stringContaining('POST'),
        'access-control-allow-headers': 'content-type',
      });
      const refused = await call(ctx, endpoint, { body: {} }, { address: anyAddress() });
      expect(refused).toMatchObject({
        status: 422,
        headers: { 'access-control-allow-origin': '*' },
      });
    },
  );

  it('no other call allows requests of web pages', async () => {
    const { headers, statusCode } = await ctx.server.inject({
      method: 'OPTIONS',
      url: createLineFromCode.path,
    });
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([404, undefined]);
    const { headers: corsHeaders } = await create('11111111');
    expect(corsHeaders['access-control-allow-origin']).toBeUndefined();
  });
});
