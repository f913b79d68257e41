/**
 * Tests the promotion of a test. The line keeps its login, a paid term starts now, and one event is
 * written (Q-TESTPROMOTE).
 */
import { randomUUID } from 'node:crypto';
import { createLineFromCode } from '@ramal/contract/activation';
import { getDashboard } from '@ramal/contract/dashboard';
import { blockForAbuse } from '@ramal/contract/abuse';
import {
  deleteIptvLine,
  extendIptvLine,
  getIptvLinks,
  listIptvLines,
  promoteIptvLine,
  switchIptvLine,
} from '@ramal/contract/lines/iptv-lines';
import { getLineHistory } from '@ramal/contract/lines/lines';
import { newP2pLines, p2pLines } from '@ramal/contract/lines/p2p-lines';
import { getLog } from '@ramal/contract/logs';
import { setLimits } from '@ramal/contract/resellers/limits';
import { terms } from '@ramal/contract/rules/terms';
import { toggleIptv } from '@ramal/contract/settings';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { app } from '../../../test/activation.ts';
import { type Person, readAccountBalance, line, p2pLine, person } from '../../../test/accounts.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../../test/context.ts';
import { moveEvents } from '../../../test/events.ts';

let ctx: TestContext;
let parent: Person;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  const until = '2028-01-01';
  parent = await person(ctx, { balance: 100_000, until });
  seller = await person(ctx, { parent, balance: 100_000, grants: ['lines.new-p2p'], until });
});
afterEach(() => ctx.clock.set(TODAY));
afterAll(() => ctx.close());

const DAY = 86_400;
const test = (owner = seller) => line(ctx, owner, { isOficial: false, test_hours: 3 });
const promote = (id: number, body: Record<string, unknown> = {}, actor = seller, key?: string) =>
  call(
    ctx,
    promoteIptvLine,
    { params: { id }, body },
    { token: actor.token, ...(key ? { key } : {}) },
  );
const rowOf = async (id: number, owner = seller) => {
  const { body } = await call(
    ctx,
    listIptvLines,
    { query: { per_page: 100, reseller_id: owner.id } },
    { token: owner.token },
  );
  return body.data.find((row) => row.id === id);
};

describe('a promoted test', () => {
  it.each(terms)('costs $credits like a creation and ends in $days days', async (term) => {
    const made = await test();
    const before = await readAccountBalance(ctx, seller.id);
    ctx.clock.forward(2 * 3_600_000);
    const { status, body } = await promote(made.id, { credits: term.credits });
    expect([status, body]).toMatchObject([
      200,
      {
        id: made.id,
        username: made.username,
        password: made.password,
        is_trial: false,
        exp_date_timestamp: Date.parse(TODAY) / 1000 + 2 * 3600 + term.days * DAY,
        charged: term.credits,
        balance: (before - term.hundredths) / 100,
      },
    ]);
    expect(body.test_hours).toBeUndefined();
    expect(await readAccountBalance(ctx, seller.id)).toBe(before - term.hundredths);
  });

  it('charges one credit by default even long after the end of the test', async () => {
    const made = await test();
    ctx.clock.forward(40 * DAY * 1000);
    const { body } = await promote(made.id);
    expect([body.charged, body.exp_date_timestamp]).toEqual([
      1,
      Date.parse(TODAY) / 1000 + 70 * DAY,
    ]);
  });

  it('keeps number and note and package and short URL and enables the line', async () => {
    const made = await line(ctx, seller, {
      isOficial: false,
      nota: 'Teste – Célia',
      whatsapp: '5511955550142',
    });
    const off = { params: { id: made.id }, body: { on: false } };
    await call(ctx, switchIptvLine, off, { token: seller.token });
    const { body } = await promote(made.id);
    expect(body).toMatchObject({
      nota: 'Teste – Célia',
      whatsapp: '5511955550142',
      package_name: made.package_name,
      short_M3U8: made.short_M3U8,
    });
    expect(await rowOf(made.id)).toMatchObject({ status: 'Ativo', is_trial: false });
  });

  it('changes to another package and refuses an unknown one', async () => {
    const made = await test();
    expect((await promote(made.id, { package: 987_654 })).body.code).toBe('package_unknown');
    expect((await promote(made.id, { isCustomPackage: true })).body.code).toBe('package_missing');
    expect((await promote(made.id, { package: 2 })).status).toBe(200);
    expect((await rowOf(made.id))?.package).toBe(2);
  });

  it('allows renewal and roll-back and migration like for any official line', async () => {
    const { id } = await test();
    const { body: promoted } = await promote(id);
    const by = { token: seller.token };
    const { body } = await call(ctx, extendIptvLine, { params: { id }, body: { credits: 1 } }, by);
    expect(body.exp_date_timestamp).toBe(promoted.exp_date_timestamp + 30 * DAY);
    expect(body.rollback_min).not.toBeNull();
    const { body: links } = await call(ctx, getIptvLinks, { params: { id }, body: {} }, by);
    expect(links.test_hours).toBeUndefined();
  });

  it('records one event with the price', async () => {
    const { id } = await test();
    await promote(id, { credits: 2 });
    const { body } = await call(ctx, getLineHistory, { params: { id } }, { token: seller.token });
    expect(body.data.map(({ title, charged }) => [title, charged])).toEqual([
      ['Teste ativado como oficial', 2],
      ['Linha criada', 0],
    ]);
  });

  it('charges the parent that promotes a child’s test and keeps the owner', async () => {
    const { id } = await test();
    const [mine, theirs] = [
      await readAccountBalance(ctx, parent.id),
      await readAccountBalance(ctx, seller.id),
    ];
    expect((await promote(id, { credits: 1 }, parent)).body.balance).toBe((mine - 100) / 100);
    expect(await readAccountBalance(ctx, seller.id)).toBe(theirs);
    expect((await rowOf(id))?.id_res).toBe(seller.id);
  });

  it.each([
    ['p2p', p2pLines],
    ['new-p2p', newP2pLines],
  ] as const)('%s: the same, with another product or its own', async (_key, calls) => {
    const made = await p2pLine(ctx, seller, calls, { isOficial: false });
    const { status, body } = await call(
      ctx,
      calls.promote,
      { params: { id: made.id }, body: { credits: 0.6, productid: 2 } },
      { token: seller.token },
    );
    expect([status, body]).toMatchObject([
      200,
      { id: made.id, name: made.name, pass: made.pass, is_trial: false, charged: 0.6 },
    ]);
    expect(body.product_name).not.toBe(made.product_name);
  });
});

describe('refused, with nothing changed', () => {
  const refused = async (id: number, actor = seller, body: Record<string, unknown> = {}) => {
    const state = async () =>
      (
        await ctx.owner.query(
          `select expires_at, is_trial, (select count(*)::int from events where line_id = l.id) as events,
            (select count(*)::int from entries where line_id = l.id) as entries from lines l where id = $1`,
          [id],
        )
      ).rows[0];
    const before = await state();
    const reply = await promote(id, body, actor);
    expect(await state()).toEqual(before);
    return [reply.status, reply.body.code];
  };

  it('refuses an official line even if it was promoted', async () => {
    const { id } = await line(ctx, seller);
    expect(await refused(id)).toEqual([422, 'line_already_official']);
    const { id: promoted } = await test();
    await promote(promoted);
    expect(await refused(promoted)).toEqual([422, 'line_already_official']);
  });

  it('refuses a line created from a code', async () => {
    const { code } = await app(ctx);
    const by = { token: seller.token };
    const { body } = await call(ctx, createLineFromCode, { body: { code } }, by);
    const reply = await call(ctx, newP2pLines.promote, { params: { id: body.id }, body: {} }, by);
    expect([reply.status, reply.body.message]).toEqual([
      422,
      'Esta linha já é oficial, como toda linha paga ou criada por código. Para dar mais tempo, use Estender.',
    ]);
  });

  it('refuses a test that is blocked for abuse or deleted', async () => {
    const admin = await person(ctx, { profile: 'admin' });
    const { id } = await test();
    const blocking = { params: { id }, body: { reason: 'revende o acesso' } };
    const blocked = await call(ctx, blockForAbuse, blocking, { token: admin.token });
    expect(blocked.status).toBe(200);
    expect(await refused(id)).toEqual([422, 'promotion_blocked']);
    const { id: gone } = await test();
    await call(ctx, deleteIptvLine, { params: { id: gone }, body: {} }, { token: seller.token });
    expect(await refused(gone)).toEqual([404, 'line_not_found']);
  });

  it('refuses a promotion that the balance does not cover', async () => {
    const poor = await person(ctx, { balance: 99 });
    const { id } = await test(poor);
    expect(await refused(id, poor)).toEqual([422, 'insufficient_credits']);
  });

  it('refuses while a function is off that a creation requires', async () => {
    const admin = await person(ctx, { profile: 'admin' });
    const { id } = await test();
    await call(ctx, toggleIptv, {}, { token: admin.token });
    expect(await refused(id)).toEqual([403, 'platform_off']);
    await call(ctx, toggleIptv, {}, { token: admin.token });
  });

  it('refuses credits above the daily limit', async () => {
    const child = await person(ctx, { parent, balance: 1000 });
    const body = { credits_a_day: 1 };
    await call(ctx, setLimits, { params: { id: child.id }, body }, { token: parent.token });
    const [first, second] = [await test(child), await test(child)];
    expect((await promote(first.id, {}, child)).status).toBe(200);
    expect(await refused(second.id, child)).toEqual([429, 'limit_credits_a_day']);
  });
});

it('charges and records once for forty simultaneous calls with and without a key', async () => {
  const owner = await person(ctx, { balance: 1000 });
  const { id } = await test(owner);
  const key = randomUUID();
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      promote(id, { credits: 1 }, owner, at % 2 === 0 ? key : undefined),
    ),
  );
  const charged = new Set(
    replies.filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body)),
  );
  expect(charged.size).toBe(1);
  expect(await readAccountBalance(ctx, owner.id)).toBe(900);
  const { rows } = await ctx.owner.query(
    `select (select count(*)::int from events where line_id = $1 and kind = 'line-promoted') as events,
      (select count(*)::int from entries where line_id = $1) as entries`,
    [id],
  );
  expect(rows[0]).toEqual({ events: 1, entries: 1 });
});

it('counts as a new customer and still as a test of its day (Q-COUNTS)', async () => {
  const owner = await person(ctx, { parent, balance: 1000 });
  const made = [await test(owner), await test(owner), await line(ctx, owner)];
  await promote(made[0]!.id, {}, owner);
  await moveEvents(ctx, owner.id, TODAY);
  const by = { token: owner.token };
  expect((await call(ctx, getDashboard, {}, by)).body).toMatchObject({
    created_users: 2,
    generate_tests: 2,
  });
  const inLog = async (group: 'new' | 'test') =>
    (await call(ctx, getLog, { query: { group } }, by)).body.total;
  expect([await inLog('new'), await inLog('test')]).toEqual([2, 2]);

  const body = { trials_a_day: 2 };
  await call(ctx, setLimits, { params: { id: owner.id }, body }, { token: parent.token });
  await expect(test(owner)).rejects.toThrow('limit_trials_a_day');
});
