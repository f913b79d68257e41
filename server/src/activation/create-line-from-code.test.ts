/**
 * Tests that a code creates one line for one credit, even if several resellers enter it several
 * times at once.
 */
import { randomUUID } from 'node:crypto';
import { createLineFromCode } from '@ramal/contract/activation';
import { getLineHistory } from '@ramal/contract/lines/lines';
import { newP2pLines } from '@ramal/contract/lines/p2p-lines';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { app, checkCode } from '../../test/activation.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, readAccountBalance, person } from '../../test/accounts.ts';
import { runs, timeLimit } from '../../test/property-runs.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
beforeEach(() => ctx.clock.set(TODAY));
afterAll(() => ctx.close());

const sellerWith = (balance: number, more = {}) =>
  person(ctx, { balance, grants: ['lines.new-p2p'], ...more });
const create = (by: Person, body: Record<string, unknown>, key?: string) =>
  call(ctx, createLineFromCode, { body }, { token: by.token, ...(key ? { key } : {}) });

/**
 * Counts the lines of these accounts, and the events and ledger entries of their creation. Also
 * counts all wallets whose balance differs from the ledger.
 */
async function countRecords(...people: Person[]) {
  const { rows } = await ctx.owner.query(
    `with moved as (
       select to_wallet as wallet, amount from entries union all select from_wallet, -amount from entries
     ), sums as (
       select w.balance, coalesce((select sum(amount) from moved where wallet = w.id), 0) as recomputed from wallets w
     )
     select (select count(*)::int from lines where owner_id = any($1)) as lines,
       (select count(*)::int from events where account_id = any($1) and kind = 'line-created') as events,
       (select count(*)::int from entries where actor_id = any($1) and reason = 'line-created') as charges,
       (select count(*)::int from sums where balance <> recomputed) as drifted`,
    [people.map(({ id }) => id)],
  );
  return rows[0];
}

describe('a pending code', () => {
  it('creates a paid line of 30 days for 1 credit', async () => {
    const seller = await sellerWith(250);
    const tv = await app(ctx, 'TV Samsung da sala');
    const { status, body } = await create(seller, { code: tv.code });
    expect([status, body]).toEqual([
      200,
      {
        id: expect.any(Number),
        name: expect.stringMatching(/^\d{9}$/),
        pass: expect.stringMatching(/^\w{8}$/),
        exp_date_formatted: '21/12/2026 12:00',
        exp_date_timestamp: Date.parse('2026-12-21T15:00:00Z') / 1000,
        is_trial: false,
        adult_password: '0000',
        links_franchise: expect.stringContaining('aplicativo P2P'),
        whatsapp: null,
        nota: 'Criado por código: TV Samsung da sala',
        product_name: 'PLANO COMPLETO',
        charged: 1,
        balance: 1.5,
      },
    ]);
    const { rows } = await ctx.owner.query(
      'select platform, owner_id::int, is_trial, product_id from lines where id = $1',
      [body.id],
    );
    expect(rows).toEqual([
      { platform: 'new-p2p', owner_id: seller.id, is_trial: false, product_id: 1 },
    ]);
    expect(await countRecords(seller)).toEqual({ lines: 1, events: 1, charges: 1, drifted: 0 });
    const history = await call(ctx, getLineHistory, { params: { id: body.id } }, seller);
    expect(history.body.data).toMatchObject([
      {
        title: 'Linha criada',
        charged: 1,
        details: expect.arrayContaining(['Aparelho: TV Samsung da sala']),
      },
    ]);
  });

  it('stores product, note and telephone number of the request', async () => {
    const seller = await sellerWith(100);
    const { body } = await create(seller, {
      code: (await app(ctx)).code,
      productid: 2,
      nota: 'Dona Célia',
      whatsapp: '5511900000009',
    });
    expect(body).toMatchObject({
      nota: 'Dona Célia',
      whatsapp: '5511900000009',
      product_name: 'PLANO COMPLETO SEM ADULTOS',
      balance: 0,
    });
  });

  it.each([
    ['with the space that the app shows', (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`],
    [
      'with a dash and blanks around it',
      (code: string) => ` ${code.slice(0, 4)}-${code.slice(4)} `,
    ],
  ])('is read %s', async (_, typed) => {
    const seller = await sellerWith(100);
    expect((await create(seller, { code: typed((await app(ctx)).code) })).status).toBe(200);
  });
});

describe('a refused request costs nothing and does not use the code', () => {
  let seller: Person;
  beforeAll(async () => {
    seller = await sellerWith(10_000, { until: '2026-11-22T00:00:00Z' });
  });
  const nothingDone = async () => [
    await countRecords(seller),
    await readAccountBalance(ctx, seller.id),
  ];

  const refusedFor = async (code: unknown) => {
    const before = await nothingDone();
    const { status, body } = await create(seller, { code });
    expect([status, Object.keys(body.fields!)]).toEqual([422, ['code']]);
    expect(await nothingDone()).toEqual(before);
    return body;
  };

  it.each([undefined, null, '', '  ', '00000000', '0000 0000', 0])(
    'refuses a missing code: %j',
    async (code) => {
      expect(await refusedFor(code)).toMatchObject({
        code: 'activation_code_missing',
        title: 'Formulario invalido',
        message: 'Código deve ser informado!',
      });
    },
  );

  const wrong = ['1234', '123456789', '1234567a', '١٢٣٤٥٦٧٨', -12_345_678, 1234.5, ['12345678']];
  it.each(wrong)('refuses a malformed code: %j', async (code) => {
    expect(await refusedFor(code)).toMatchObject({ code: 'invalid_fields' });
  });

  it('refuses an unknown, an expired and a used code', async () => {
    const [late, used] = [await app(ctx), await app(ctx)];
    expect((await create(seller, { code: used.code })).status).toBe(200);
    const before = await nothingDone();
    const refusal = async (code: string) => {
      const { status, body } = await create(seller, { code });
      return [status, body.code];
    };
    expect(await refusal('99999999')).toEqual([422, 'activation_code_unknown']);
    expect(await refusal(used.code)).toEqual([422, 'activation_code_used']);
    ctx.clock.forward(15 * 60_000);
    expect(await refusal(late.code)).toEqual([422, 'activation_code_expired']);
    // A used code can also be expired. `activation_code_used` takes precedence, because it explains
    // more to the reseller.
    expect(await refusal(used.code)).toEqual([422, 'activation_code_used']);
    expect(await nothingDone()).toEqual(before);
    ctx.clock.set(TODAY);
    expect((await create(seller, { code: late.code })).status).toBe(200);
  });

  it('allows another attempt after missing credits, an unknown package or a limit', async () => {
    const poor = await sellerWith(99);
    const tv = await app(ctx);
    const refusals = [
      await create(poor, { code: tv.code }),
      await create(seller, { code: tv.code, productid: 9 }),
    ];
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
      [422, 'insufficient_credits'],
      [422, 'package_unknown'],
    ]);
    const boss = await sellerWith(0);
    const limitedSeller = await sellerWith(1000, { parent: boss });
    await ctx.owner.query(
      `insert into account_limits (account_id, set_by, name, amount, set_at) values ($1, $2, 'lines', 0, now())`,
      [limitedSeller.id, boss.id],
    );
    expect((await create(limitedSeller, { code: tv.code })).body.code).toBe('limit_lines');
    expect(await checkCode(ctx, tv)).toMatchObject({ status: 'waiting' });
    expect(await countRecords(poor, limitedSeller)).toMatchObject({
      lines: 0,
      events: 0,
      charges: 0,
    });
    expect((await create(seller, { code: tv.code })).status).toBe(200);
  });

  it('refuses a code while the platform is off', async () => {
    const tv = await app(ctx);
    await ctx.owner.query(`update flags set is_on = false where name = 'n_p2p'`);
    expect((await create(seller, { code: tv.code })).body.code).toBe('platform_off');
    await ctx.owner.query('update flags set is_on = true');
    expect((await create(seller, { code: tv.code })).status).toBe(200);
  });
});

describe('simultaneous requests', () => {
  it('ten resellers who enter one code four times each create one line and pay once', async () => {
    const sellers = await Promise.all(Array.from({ length: 10 }, () => sellerWith(1000)));
    const tv = await app(ctx);
    const replies = await Promise.all(
      sellers.flatMap((by) => Array.from({ length: 4 }, () => create(by, { code: tv.code }))),
    );
    const outcomes = replies.map(({ status, body }) => body.code ?? status);
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'activation_code_used')).toHaveLength(39);
    expect(await countRecords(...sellers)).toEqual({ lines: 1, events: 1, charges: 1, drifted: 0 });
    const won = replies.find(({ status }) => status === 200)!.body;
    expect(await checkCode(ctx, tv)).toMatchObject({ status: 'activated', name: won.name });
  });

  it(
    'any order of requests gives each app at most one line, and each line belongs to one app',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ by: fc.nat(2), tv: fc.nat(3), key: fc.option(fc.nat(3)) }), {
            minLength: 1,
            maxLength: 16,
          }),
          async (typing) => {
            const sellers = await Promise.all([sellerWith(200), sellerWith(1000), sellerWith(50)]);
            const apps = await Promise.all(Array.from({ length: 4 }, () => app(ctx)));
            const keys = Array.from({ length: 4 }, () => randomUUID());
            const replies = await Promise.all(
              typing.map(({ by, tv, key }) =>
                create(
                  sellers[by]!,
                  { code: apps[tv]!.code },
                  // Each code has its own idempotency key, so the server recognises a repeated
                  // request.
                  key === null ? undefined : keys[tv],
                ),
              ),
            );
            const lineIds = new Set(
              replies.filter(({ status }) => status === 200).map(({ body }) => body.id),
            );
            expect(await countRecords(...sellers)).toEqual({
              lines: lineIds.size,
              events: lineIds.size,
              charges: lineIds.size,
              drifted: 0,
            });
            const results = await Promise.all(apps.map((tv) => checkCode(ctx, tv)));
            expect(results.filter(({ status }) => status === 'activated')).toHaveLength(
              lineIds.size,
            );
            const left = await Promise.all(sellers.map(({ id }) => readAccountBalance(ctx, id)));
            expect(1250 - left.reduce((sum, balance) => sum + balance, 0)).toBe(lineIds.size * 100);
          },
        ),
        { numRuns: runs(20) },
      );
    },
    timeLimit(60_000),
  );
});

describe('an idempotency key', () => {
  it('returns the same response after the code was deleted, and charges once', async () => {
    const seller = await sellerWith(1000);
    const [tv, key] = [await app(ctx), randomUUID()];
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => create(seller, { code: tv.code }, key)),
    );
    await ctx.owner.query('delete from activation_codes where code = $1', [tv.code]);
    replies.push(await create(seller, { code: ` ${tv.code} ` }, key));
    for (const reply of replies)
      expect([reply.status, reply.body]).toEqual([200, replies[0]!.body]);
    expect(await countRecords(seller)).toEqual({ lines: 1, events: 1, charges: 1, drifted: 0 });
  });

  it('is refused with another code and can be used again after a refusal', async () => {
    const seller = await sellerWith(1000);
    const [tv, other, key] = [await app(ctx), await app(ctx), randomUUID()];
    expect((await create(seller, { code: '99999998' }, key)).status).toBe(422);
    expect((await create(seller, { code: tv.code }, key)).status).toBe(200);
    expect((await create(seller, { code: other.code }, key)).body.code).toBe('key_reused');
    expect(await checkCode(ctx, other)).toMatchObject({ status: 'waiting' });
  });
});

describe('guesses of codes', () => {
  it('blocks only the guessing account after twenty wrong codes, and right codes do not count', async () => {
    const [guesser, honest] = [await sellerWith(100_000), await sellerWith(1000)];
    for (let times = 0; times < 25; times += 1) {
      expect((await create(guesser, { code: (await app(ctx)).code })).status).toBe(200);
    }
    const wrong = await Promise.all(
      Array.from({ length: 30 }, (_, turn) => create(guesser, { code: String(99_999_900 + turn) })),
    );
    const outcomes = wrong.map(({ body }) => body.code);
    expect(outcomes.filter((code) => code === 'activation_code_unknown')).toHaveLength(20);
    expect(outcomes.filter((code) => code === 'too_many_attempts')).toHaveLength(10);
    const tv = await app(ctx);
    expect((await create(guesser, { code: tv.code })).status).toBe(429);
    expect((await create(honest, { code: tv.code })).status).toBe(200);
  });
});

it('the created line can be listed and extended like any other', async () => {
  const seller = await sellerWith(1000);
  const { id } = (await create(seller, { code: (await app(ctx)).code })).body;
  const params = { id };
  const list = await call(ctx, newP2pLines.list, {}, seller);
  expect(list.body.data.map((row) => row.id)).toEqual([id]);
  const extended = await call(ctx, newP2pLines.extend, { params, body: { credits: 1 } }, seller);
  expect(extended.body).toMatchObject({ exp_date_formatted: '20/01/2027 12:00', charged: 1 });
});
