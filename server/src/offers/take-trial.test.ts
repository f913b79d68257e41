/** Tests that strangers take, with real sellers, limits and the trial history. */
import { deleteIptvLine, promoteIptvLine } from '@ramal/contract/lines/iptv-lines';
import { ABUSE_REFUSALS } from '@ramal/contract/storefront/offers';
import { listNotices } from '@ramal/contract/notices/notices';
import { HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import { setLimits } from '@ramal/contract/resellers/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { line, person, type Person } from '../../test/accounts.ts';
import { call, createTestContext, TODAY, type TestContext } from '../../test/context.ts';
import {
  defaultSelfService,
  readSelfServiceSettings,
  readTestOffers,
  saveSelfServiceSettings,
  type SelfServiceSettings,
  takeTrial,
  type TrialOutcome,
  type TrialRequest,
} from './offers.ts';

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
  { by = seller, ...more }: Partial<TrialRequest> & { readonly by?: Person } = {},
): Promise<TrialOutcome> {
  return takeTrial(ctx, {
    sellerId: by.id,
    offer: (await readTestOffers(ctx, by.id))[0]!,
    phone,
    deviceSignature: undefined,
    device: null,
    origin: 'storefront',
    channel: 'link',
    originCode: null,
    isProved: false,
    requestMeta: { ip: '203.0.113.9', userAgent: '', requestId: 'r', baseUrl: 'https://p.example' },
    ...more,
  });
}

const save = (settings: Partial<SelfServiceSettings>) =>
  ctx.db.tx((tx) => saveSelfServiceSettings(tx, seller.id, { ...defaultSelfService, ...settings }));

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
        channel: 'link',
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
      Array.from({ length: 20 }, (_, n) => take(phone, { by: n % 2 ? seller : other })),
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
      testedAt: new Date(TODAY),
      nextFreeAt: new Date('2026-12-21T15:00:00Z'),
      formerLineId: lineId(first),
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
      testedAt: new Date(TODAY),
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

  it('adds one row for equal refusals of a day and counts all of them', async () => {
    const [phone, other] = [newPhone(), newPhone()];
    await take(phone);
    await take(other);
    ctx.clock.forward(HOUR_MS);
    await Promise.all(Array.from({ length: 30 }, () => take(phone)));
    await take(other);
    const refusals = async () =>
      (
        await ctx.owner.query(
          `select phone, requests from trial_requests
           where account_id = $1 and result = 'refused' order by id`,
          [seller.id],
        )
      ).rows;
    expect(await refusals()).toEqual([
      { phone, requests: 30 },
      { phone: other, requests: 1 },
    ]);
    ctx.clock.forward(24 * HOUR_MS);
    await take(phone);
    expect((await refusals()).map(({ requests }) => requests)).toEqual([30, 1, 1]);
  });

  it('counts a flood of refused strangers in one row without numbers', async () => {
    await save({ perDay: 0 });
    await ctx.owner.query(
      `insert into trial_requests (account_id, at, origin, channel, is_proved, repeat_mark, result, reason, refused_on)
       select $1, $2, 'storefront', 'link', false, decode(lpad(n::text, 8, '0'), 'hex'), 'refused', 'day-full', '2026-11-21'
       from generate_series(1, 1000) n`,
      [seller.id, TODAY],
    );
    await Promise.all(Array.from({ length: 20 }, () => take(newPhone())));
    const { rows } = await ctx.owner.query(
      'select phone, requests from trial_requests where account_id = $1 order by id desc limit 2',
      [seller.id],
    );
    expect(rows).toEqual([
      { phone: null, requests: 20 },
      { phone: null, requests: 1 },
    ]);
  });

  it('is refused by the cap before anything about the number is decided', async () => {
    const phone = newPhone();
    await save({ perDay: 1 });
    await take(phone);
    ctx.clock.forward(HOUR_MS);
    expect([await take(phone), await take(newPhone())].map(reason)).toEqual([
      'day-full',
      'day-full',
    ]);
    ctx.clock.set('2026-11-22T03:00:00Z');
    expect([await take(phone), await take(newPhone())].map(reason)).toEqual([
      'outside-hours',
      'outside-hours',
    ]);
  });

  it('never stores the signature of a device', async () => {
    await save({ perDay: 0 });
    await take(newPhone(), { deviceSignature: 'sinal-secreto' });
    const { rows } = await ctx.owner.query(
      'select r::text as stored from trial_requests r where account_id = $1',
      [seller.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].stored).not.toContain('sinal-secreto');
  });
});

describe('the rules of a seller', () => {
  it('gives 1,000 phones only the tests of the day, with one notice for seller and admin', async () => {
    await save({ perDay: 7 });
    const outcomes: TrialOutcome[] = [];
    for (let round = 0; round < 20; round += 1)
      outcomes.push(...(await Promise.all(Array.from({ length: 50 }, () => take(newPhone())))));
    expect(tally(outcomes)).toEqual({ taken: 7, 'day-full': 993 });
    expect(await countLines()).toBe(7);
    const refused = outcomes.find((outcome) => 'refused' in outcome);
    expect(refused).toEqual({ refused: 'day-full', nextFreeAt: new Date('2026-11-22T11:00:00Z') });
    const titles = async (reader: Person) =>
      (await call(ctx, listNotices, {}, { token: reader.token })).body.data.map(
        ({ title }) => title,
      );
    expect(await titles(seller)).toEqual(['Os testes de hoje acabaram']);
    expect(await titles(admin)).toEqual([`Muitos pedidos de teste: ${seller.username}`]);
  });

  it('sends another notice only on another day, even if the first was read', async () => {
    await save({ perDay: 0 });
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
    ['2026-11-21T10:59:59Z', 'outside-hours', '2026-11-21T11:00:00Z'],
    ['2026-11-21T11:00:00Z', 'taken', undefined],
    ['2026-11-22T01:59:59Z', 'taken', undefined],
    ['2026-11-22T02:00:00Z', 'outside-hours', '2026-11-22T11:00:00Z'],
  ])('at %s, in the time zone of the installation, gives %s', async (at, expected, next) => {
    ctx.clock.set(at);
    const outcome = await take(newPhone());
    expect(reason(outcome)).toBe(expected);
    expect('refused' in outcome && outcome.nextFreeAt?.toISOString()).toBe(
      next === undefined ? false : next.replace('Z', '.000Z'),
    );
  });

  it('never closes with equal hours', async () => {
    await save({ from: '00:00', until: '00:00' });
    ctx.clock.set('2026-11-22T03:30:00Z');
    expect(reason(await take(newPhone()))).toBe('taken');
  });

  it('gives nothing for a blocked or deleted seller', async () => {
    await ctx.owner.query('update accounts set blocked_at = now() where id = $1', [seller.id]);
    expect(await take(newPhone())).toEqual({ refused: 'off' });
    await ctx.owner.query(
      'update accounts set blocked_at = null, deleted_at = now() where id = $1',
      [seller.id],
    );
    expect(await take(newPhone())).toEqual({ refused: 'off' });
  });

  it('stays below the limits and functions from above', async () => {
    await call(ctx, setLimits, { params: { id: seller.id }, body: { trials_a_day: 2 } } as never, {
      token: admin.token,
    });
    // A test of the seller counts too.
    await line(ctx, seller, { isOficial: false });
    const outcomes = [await take(newPhone()), await take(newPhone())];
    expect(outcomes.map(reason)).toEqual(['taken', 'day-full']);
    await ctx.owner.query(`update flags set is_on = false where name = 'tests'`);
    expect(await take(newPhone())).toEqual({ refused: 'off' });
    await ctx.owner.query(`update flags set is_on = true where name = 'tests'`);
  });

  it('returns the rules of a seller as they were saved', async () => {
    const settings = {
      perDay: 9,
      from: '09:30',
      until: '01:00',
      hours: 2,
      products: [
        { platform: 'iptv', productId: 2 },
        { platform: 'p2p', productId: 1 },
      ],
    } as const;
    await save(settings);
    expect(await readSelfServiceSettings(ctx.db, seller.id)).toEqual(settings);
    const offers = await readTestOffers(ctx, seller.id);
    expect(offers).toMatchObject([
      { ...settings.products[0], sells: { testHours: 2 }, accountId: seller.id },
      { ...settings.products[1], sells: { testHours: 2 }, accountId: seller.id },
    ]);
    expect(await readTestOffers(ctx, seller.id)).toEqual(offers);
    expect(await take(newPhone(), { offer: offers[1]! })).toMatchObject({
      taken: { testHours: 2, isTrial: true },
    });
  });
});
