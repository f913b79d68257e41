/** Tests that strangers take, with real sellers, limits and the trial history. */
import { deleteIptvLine, promoteIptvLine } from '@ramal/contract/lines/iptv-lines';
import { ABUSE_REFUSALS, getSelfService, saveSelfService } from '@ramal/contract/offers';
import { listNotices } from '@ramal/contract/notices/notices';
import { HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import { setLimits } from '@ramal/contract/resellers/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { line, person, type Person } from '../../test/accounts.ts';
import { call, createTestContext, TODAY, type TestContext } from '../../test/context.ts';
import { readTestOffer, takeTrial, type TrialOutcome, type TrialRequest } from './offers.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  seller = await person(ctx, { parent: admin, balance: 1_000 });
});
afterAll(() => ctx.close());

let numbers = 5_511_930_000_000;
const newPhone = (): string => String((numbers += 1));

async function take(
  phone: string | undefined,
  { of = seller, ...more }: Partial<TrialRequest> & { readonly of?: Person } = {},
): Promise<TrialOutcome> {
  return takeTrial(ctx, {
    sellerId: of.id,
    offer: (await readTestOffer(ctx, of.id))!,
    phone,
    deviceSignature: undefined,
    origin: 'storefront',
    channel: 'page',
    requestMeta: { ip: '203.0.113.9', userAgent: '', requestId: 'r', baseUrl: 'https://p.example' },
    ...more,
  });
}

const save = (body: Record<string, unknown>, by = seller) =>
  call(
    ctx,
    saveSelfService,
    {
      body: { tests_a_day: 20, opens_at: '08:00', closes_at: '23:00', test_hours: 6, ...body },
    } as never,
    { token: by.token },
  );

const countLines = async (): Promise<number> => {
  const { rows } = await ctx.owner.query<{ count: number }>(
    'select count(*)::int from lines where owner_id = $1',
    [seller.id],
  );
  return rows[0]!.count;
};

const lineId = (outcome: TrialOutcome) => ('taken' in outcome ? outcome.taken.id : undefined);
const reason = (outcome: TrialOutcome) => ('refused' in outcome ? outcome.refused : 'taken');

const tally = (outcomes: readonly TrialOutcome[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(outcomes, reason)].map(([name, group]) => [name, group.length]),
  );

describe('a test that a stranger takes', () => {
  it('is a line of the seller with origin and number, and its credentials are returned', async () => {
    const phone = newPhone();
    const outcome = await take(phone, { name: 'Dona Célia' });
    expect(outcome).toMatchObject({
      isRepeated: false,
      taken: { isTrial: true, testHours: 6, whatsapp: phone, note: 'Dona Célia' },
    });
    const { rows } = await ctx.owner.query(
      `select l.origin, l.is_trial, r.result, r.channel, r.account_id::int
       from lines l join trial_requests r on r.line_id = l.id where l.id = $1`,
      [lineId(outcome)],
    );
    expect(rows).toEqual([
      {
        origin: 'storefront',
        is_trial: true,
        result: 'taken',
        channel: 'page',
        account_id: seller.id,
      },
    ]);
  });

  it('is created once for 100 parallel requests of one phone', async () => {
    const phone = newPhone();
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => take(phone)));
    expect(new Set(outcomes.map(lineId)).size).toBe(1);
    expect(outcomes.filter((outcome) => 'taken' in outcome && !outcome.isRepeated)).toHaveLength(1);
    expect(await countLines()).toBe(1);
  });

  it('is created once for parallel requests of one phone to several sellers', async () => {
    const [phone, other] = [newPhone(), await person(ctx, { parent: admin })];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) => take(phone, { of: n % 2 ? seller : other })),
    );
    expect(new Set(outcomes.map(lineId).filter(Boolean)).size).toBe(1);
    expect(tally(outcomes)).toEqual({ taken: 10, number: 10 });
  });

  it('is returned again within a minute and refused afterwards with the next free day', async () => {
    const phone = newPhone();
    const first = await take(phone);
    ctx.clock.forward(MINUTE_MS - 1);
    expect(await take(phone)).toMatchObject({ isRepeated: true, taken: { id: lineId(first) } });
    ctx.clock.forward(1);
    expect(await take(phone)).toEqual({
      refused: 'number',
      nextFreeAt: new Date('2026-12-21T15:00:00Z'),
    });
    ctx.clock.set('2026-12-21T15:00:00Z');
    expect(reason(await take(phone))).toBe('taken');
  });

  it('is refused if a seller created a test for the number, deleted or not', async () => {
    const phone = newPhone();
    const { id } = await line(ctx, seller, { isOficial: false, whatsapp: phone });
    await call(ctx, deleteIptvLine, { params: { id }, body: {} }, { token: seller.token });
    expect(reason(await take(phone))).toBe('number');
  });

  it('is refused after the first test became official', async () => {
    const phone = newPhone();
    const id = lineId(await take(phone))!;
    await call(
      ctx,
      promoteIptvLine,
      { params: { id }, body: { credits: 1 } },
      { token: seller.token },
    );
    ctx.clock.forward(HOUR_MS);
    expect(reason(await take(phone))).toBe('number');
  });

  it('is refused for a device that had one with another number', async () => {
    const deviceSignature = 'tela 1080x2400, Chrome';
    expect(reason(await take(newPhone(), { deviceSignature }))).toBe('taken');
    expect(await take(newPhone(), { deviceSignature })).toEqual({
      refused: 'device',
      nextFreeAt: new Date('2026-12-21T15:00:00Z'),
    });
  });

  it('has two lines for two parallel numbers on one device never', async () => {
    const deviceSignature = 'tela 720x1280';
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => take(newPhone(), { deviceSignature })),
    );
    expect(tally(outcomes)).toEqual({ taken: 1, device: 19 });
  });

  it('stores neither the number nor the signature of a refused stranger', async () => {
    const phone = newPhone();
    await save({ tests_a_day: 0 });
    await take(phone, { deviceSignature: 'sinal-secreto' });
    const { rows } = await ctx.owner.query(
      'select r::text as stored from trial_requests r where account_id = $1',
      [seller.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].stored).not.toContain(phone);
    expect(rows[0].stored).not.toContain('sinal-secreto');
  });
});

describe('the rules of a seller', () => {
  it('gives 1,000 phones only the tests of the day, with one notice for seller and admin', async () => {
    await save({ tests_a_day: 7 });
    const outcomes: TrialOutcome[] = [];
    for (let round = 0; round < 20; round += 1)
      outcomes.push(...(await Promise.all(Array.from({ length: 50 }, () => take(newPhone())))));
    expect(tally(outcomes)).toEqual({ taken: 7, cap: 993 });
    expect(await countLines()).toBe(7);
    const refused = outcomes.find((outcome) => 'refused' in outcome);
    expect(refused).toEqual({ refused: 'cap', nextFreeAt: new Date('2026-11-22T11:00:00Z') });
    const titles = async (of: Person) =>
      (await call(ctx, listNotices, {}, { token: of.token })).body.data.map(({ title }) => title);
    expect(await titles(seller)).toEqual(['Os testes de hoje acabaram']);
    expect(await titles(admin)).toEqual([`Muitos pedidos de teste: ${seller.username}`]);
  });

  it('sends another notice only on another day, even if the first was read', async () => {
    await save({ tests_a_day: 0 });
    const unread = async () =>
      (
        await ctx.owner.query(
          'select count(*)::int as count from notices where account_id = $1 and read_at is null',
          [seller.id],
        )
      ).rows[0].count;
    for (let n = 0; n < ABUSE_REFUSALS - 1; n += 1) await take(newPhone());
    expect(await unread()).toBe(1);
    await ctx.owner.query('update notices set read_at = now() where account_id = $1', [seller.id]);
    await take(newPhone());
    expect(await unread()).toBe(0);
    ctx.clock.forward(24 * HOUR_MS);
    await take(newPhone());
    expect(await unread()).toBe(1);
  });

  it.each([
    ['2026-11-21T10:59:59Z', 'hours', '2026-11-21T11:00:00Z'],
    ['2026-11-21T11:00:00Z', 'taken', undefined],
    ['2026-11-22T01:59:59Z', 'taken', undefined],
    ['2026-11-22T02:00:00Z', 'hours', '2026-11-22T11:00:00Z'],
  ])('at %s, in the time zone of the installation, gives %s', async (at, expected, next) => {
    ctx.clock.set(at);
    const outcome = await take(newPhone());
    expect(reason(outcome)).toBe(expected);
    expect('refused' in outcome && outcome.nextFreeAt?.toISOString()).toBe(
      next === undefined ? false : next.replace('Z', '.000Z'),
    );
  });

  it('never closes with equal hours', async () => {
    await save({ opens_at: '00:00', closes_at: '00:00' });
    ctx.clock.set('2026-11-22T03:30:00Z');
    expect(reason(await take(newPhone()))).toBe('taken');
  });

  it('gives nothing for a blocked or deleted seller', async () => {
    await ctx.owner.query('update accounts set blocked_at = now() where id = $1', [seller.id]);
    expect(await take(newPhone())).toEqual({ refused: 'closed' });
    await ctx.owner.query(
      'update accounts set blocked_at = null, deleted_at = now() where id = $1',
      [seller.id],
    );
    expect(await take(newPhone())).toEqual({ refused: 'closed' });
  });

  it('stays below the limits and functions from above', async () => {
    await call(ctx, setLimits, { params: { id: seller.id }, body: { trials_a_day: 2 } } as never, {
      token: admin.token,
    });
    const refused = await save({ tests_a_day: 3 });
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      { tests_a_day: 'Seu limite na conta é 2.' },
    ]);
    // A test of the seller counts too.
    await line(ctx, seller, { isOficial: false });
    const outcomes = [await take(newPhone()), await take(newPhone())];
    expect(outcomes.map(reason)).toEqual(['taken', 'cap']);
    await ctx.owner.query(`update flags set is_on = false where name = 'tests'`);
    expect(await take(newPhone())).toEqual({ refused: 'unavailable' });
    await ctx.owner.query(`update flags set is_on = true where name = 'tests'`);
  });

  it('are returned as they were saved, with the tests of today', async () => {
    await save({
      tests_a_day: 9,
      opens_at: '09:30',
      closes_at: '01:00',
      test_hours: 2,
      package_id: 1,
    });
    await take(newPhone());
    const { body } = await call(ctx, getSelfService, {}, { token: seller.token });
    expect(body).toEqual({
      tests_a_day: 9,
      highest_tests_a_day: null,
      opens_at: '09:30',
      closes_at: '01:00',
      platform: 'iptv',
      package_id: 1,
      product_id: null,
      test_hours: 2,
      today: 1,
    });
  });

  it.each([
    [{ package_id: 999 }, 'package_id'],
    [{ platform: 'p2p', product_id: 999 }, 'product_id'],
    [{ opens_at: '24:00' }, 'opens_at'],
    [{ tests_a_day: 1001 }, 'tests_a_day'],
    [{ test_hours: 5 }, 'test_hours'],
  ])('are refused with %j at %s', async (body, field) => {
    const refused = await save(body);
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, [field]]);
  });
});
