/**
 * Tests limits: each limit with the action that it restricts, the permission to set it, and the
 * error messages. Limits of an ancestor apply to its descendants.
 */
import { createIptvLine, deleteIptvLine, extendIptvLine } from '@ramal/contract/lines/iptv-lines';
import { getLimits, setLimits } from '@ramal/contract/resellers/limits';
import { p2pLines } from '@ramal/contract/lines/p2p-lines';
import { createReseller, moveCredits } from '@ramal/contract/resellers/resellers';
import { getProfile } from '@ramal/contract/sessions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestContext, TODAY, call, createTestContext } from '../../test/context.ts';
import { PASSWORD, type Person, line, person } from '../../test/accounts.ts';

let ctx: TestContext;
let admin: Person;
let [franchise, parent, seller, child]: Person[] = [];
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin', until: '2026-11-30T00:00:00Z' });
});
afterAll(() => ctx.close());

// Creates a new branch for each test: admin, franchise, parent, seller, child.
beforeEach(async () => {
  ctx.clock.set(TODAY);
  const below = (above: Person, more = {}) =>
    person(ctx, { parent: above, balance: 100_000, until: '2026-11-30T00:00:00Z', ...more });
  franchise = await below(admin, { profile: 'franchise' });
  parent = await below(franchise);
  seller = await below(parent);
  child = await below(seller);
});

type Input = Record<string, unknown>;
const set = (actor: Person, on: Person, body: Input) =>
  call(ctx, setLimits, { params: { id: on.id }, body }, { token: actor.token });
const get = (actor: Person, on: Person) =>
  call(ctx, getLimits, { params: { id: on.id } }, { token: actor.token });
const limit = async (actor: Person, on: Person, body: Input) => {
  const reply = await set(actor, on, body);
  expect([reply.status, reply.body.fields]).toEqual([200, undefined]);
};
const test = { isOficial: false, test_hours: 1 };
const create = (actor: Person, body: Input = {}) =>
  call(
    ctx,
    createIptvLine,
    { body: { isOficial: true, credits: 1, nota: 'Cliente', package: 1, ...body } },
    { token: actor.token },
  );
const give = (credits: number, sale = 10) =>
  call(
    ctx,
    moveCredits,
    { params: { id: child!.id }, body: { credits, sale } },
    { token: seller!.token },
  );
const openBelow = (body: Input) =>
  call(
    ctx,
    createReseller,
    { body: { username: `nova-${Math.random()}`, password: PASSWORD, credits: 0, ...body } },
    { token: seller!.token },
  );
const extend = (actor: Person, id: number, credits = 1) =>
  call(ctx, extendIptvLine, { params: { id }, body: { credits } }, { token: actor.token });
const remove = (actor: Person, id: number) =>
  call(ctx, deleteIptvLine, { params: { id }, body: {} }, { token: actor.token });
const messageOf = ({ status, body }: { status: number; body: { message?: string } }) =>
  status === 200 ? 200 : body.message;

describe('limits at their actions', () => {
  it('limits lines including trials and frees a place after a deletion', async () => {
    await limit(parent!, seller!, { lines: 2 });
    const { id } = await line(ctx, seller!);
    await line(ctx, seller!, test);
    const full = `Limite de 2 linhas atingido, definido por ${parent!.username}.`;
    expect(messageOf(await create(seller!))).toBe(full);
    expect(messageOf(await create(seller!, test))).toBe(full);
    await remove(seller!, id);
    expect(messageOf(await create(seller!))).toBe(200);
  });

  it('limits trials a day until tomorrow even after a deletion but not official lines', async () => {
    await limit(parent!, seller!, { trials_a_day: 2 });
    ctx.clock.set('2026-11-22T02:59:00Z');
    const { id } = await line(ctx, seller!, test);
    await line(ctx, seller!, test);
    const full = `Limite de 2 testes por dia atingido, definido por ${parent!.username}.`;
    expect(messageOf(await create(seller!, test))).toBe(full);
    await remove(seller!, id);
    expect(messageOf(await create(seller!, test))).toBe(full);
    expect(messageOf(await create(seller!))).toBe(200);
    // This is midnight in São Paulo, when the daily limits reset.
    ctx.clock.set('2026-11-22T03:00:00Z');
    expect(messageOf(await create(seller!, test))).toBe(200);
  });

  it('limits credits a day over lines and renewals and sales and opening credits', async () => {
    await limit(parent!, seller!, { credits_a_day: 32.5 });
    const { id } = await line(ctx, seller!);
    expect(messageOf(await extend(seller!, id))).toBe(200);
    expect(messageOf(await give(10))).toBe(200);
    expect(messageOf(await openBelow({ credits: 15, sale: 5 }))).toBe(200);
    const left = (credits: string) =>
      `Limite de 32,5 créditos por dia: restam ${credits} hoje. Definido por ${parent!.username}.`;
    expect(messageOf(await give(10))).toBe(left('5,5'));
    expect(messageOf(await openBelow({ credits: 10, sale: 5 }))).toBe(left('5,5'));
    expect(messageOf(await create(seller!, { credits: 10 }))).toBe(left('5,5'));
    expect(messageOf(await create(seller!, { credits: 3 }))).toBe(200);
    expect(messageOf(await extend(seller!, id, 3))).toBe(left('2,5'));
    // Credits that the account withdraws, or that are withdrawn from it, do not count as spent.
    expect(messageOf(await give(-10))).toBe(200);
    expect((await get(seller!, seller!)).body.used.credits_today).toBe(30);
    expect(messageOf(await create(seller!, test))).toBe(200);
    // The database sets the time of entries from the real clock. The chosen time is later than all
    // entries.
    const later = new Date(Math.max(Date.now(), Date.parse(TODAY)) + 48 * 3_600_000);
    ctx.clock.set(later.toISOString());
    const fresh = await person(ctx, { parent: admin, profile: 'admin' });
    expect((await get(fresh, seller!)).body.used).toMatchObject({
      trials_today: 0,
      credits_today: 0,
    });
  });

  it('limits the lowest price of sold and opening credits and names the field', async () => {
    await limit(parent!, seller!, { lowest_price: 6.5 });
    const refused = await give(10, 6.49);
    expect([refused.status, refused.body.code, refused.body.fields]).toEqual([
      422,
      'limit_lowest_price',
      { sale: 'O menor preço é R$ 6,50.' },
    ]);
    expect(messageOf(refused)).toBe(
      `O menor preço por crédito é R$ 6,50, definido por ${parent!.username}.`,
    );
    expect((await openBelow({ credits: 10, sale: 6 })).body.code).toBe('limit_lowest_price');
    expect((await openBelow({ credits: 10 })).body.code).toBe('limit_lowest_price');
    expect(messageOf(await openBelow({}))).toBe(200);
    expect(messageOf(await give(10, 6.5))).toBe(200);
    expect(messageOf(await give(-10, 0))).toBe(200);
  });

  it('refuses lines and trials on a closed platform and shows it in the profile', async () => {
    await limit(parent!, seller!, { platforms: ['p2p'] });
    const closed = `Esta plataforma não está liberada para você por ${parent!.username}.`;
    expect(messageOf(await create(seller!))).toBe(closed);
    expect(messageOf(await create(seller!, test))).toBe(closed);
    const body = { isOficial: true, credits: 1, nota: 'Cliente', productid: 1 };
    expect(messageOf(await call(ctx, p2pLines.create, { body }, { token: seller!.token }))).toBe(
      200,
    );
    const mine = await call(ctx, getProfile, {}, { token: seller!.token });
    expect(mine.body.platforms).toEqual(['p2p']);
  });

  it('applies a limit to each descendant separately and never to an admin', async () => {
    await limit(admin, franchise!, { lines: 1, trials_a_day: 0, credits_a_day: 1 });
    await line(ctx, seller!);
    await line(ctx, parent!);
    expect((await create(seller!)).body.code).toBe('limit_lines');
    expect((await set(admin, admin, { lines: 1 })).status).toBe(403);
    const issued = { params: { id: seller!.id }, body: { credits: 100, sale: 1 } };
    expect(messageOf(await call(ctx, moveCredits, issued, { token: admin.token }))).toBe(200);
  });
});

describe('the right to set limits', () => {
  it('lets only an ancestor set limits', async () => {
    const outcomes = [admin, franchise!, parent!, seller!, child!].map((actor) =>
      set(actor, seller!, { lines: 5 }),
    );
    expect((await Promise.all(outcomes)).map(({ status }) => status)).toEqual([
      200, 200, 200, 403, 404,
    ]);
  });

  it('refuses a looser limit with its field and the account above', async () => {
    await limit(parent!, seller!, { lines: 20, lowest_price: 5, platforms: ['iptv'] });
    const looser = { lines: 21, lowest_price: 4.99, platforms: ['iptv', 'p2p'], trials_a_day: 3 };
    const { status, body } = await set(seller!, child!, looser);
    expect([status, body.code, body.fields]).toEqual([
      422,
      'limit_looser',
      {
        lines: `O máximo que pode ser é 20, definido por ${parent!.username}.`,
        lowest_price: `O menor que pode ser é R$ 5,00, definido por ${parent!.username}.`,
        platforms: `O máximo que pode ser é IPTV, definido por ${parent!.username}.`,
      },
    ]);
    expect((await get(seller!, child!)).body.own.trials_a_day).toBe(null);
    await limit(seller!, child!, { lines: 20, lowest_price: 5, platforms: [] });
  });

  it('tightens descendants at once and keeps the limits set on them', async () => {
    await limit(seller!, child!, { lines: 10 });
    await limit(franchise!, parent!, { lines: 3 });
    const { own: ownLimits, above, effective } = (await get(seller!, child!)).body;
    expect([ownLimits.lines, above.lines, effective.lines]).toEqual([10, 3, 3]);
    await limit(franchise!, parent!, { lines: null });
    expect((await get(seller!, child!)).body.effective.lines).toBe(10);
  });

  it('does not let a lower account undo a limit of a higher one', async () => {
    // Uses an admin that is no ancestor of these accounts, because the limits of every admin rank
    // above those of sellers.
    const office = await person(ctx, { profile: 'admin' });
    await limit(office, child!, { lines: 10 });
    expect((await set(seller!, child!, { lines: 11 })).body.code).toBe('limit_looser');
    await limit(seller!, child!, { lines: 4 });
    await limit(seller!, child!, { lines: null });
    expect((await get(seller!, child!)).body).toMatchObject({
      own: { lines: null },
      above: { lines: 10 },
      above_from: { lines: 'Administração' },
    });
    // An account may replace and remove limits that its descendants set, and limits that it set
    // itself.
    await limit(seller!, child!, { lines: 4 });
    await limit(admin, child!, { lines: 50 });
    expect((await get(seller!, child!)).body.effective.lines).toBe(50);
    await limit(admin, child!, { lines: null });
    expect((await get(child!, child!)).body.effective.lines).toBe(null);
  });

  it('records limits before and after a change and keeps absent ones', async () => {
    await limit(parent!, seller!, { lines: 5, lowest_price: 6.5 });
    await limit(parent!, seller!, { lines: null, platforms: ['iptv'], lowest_price: 6.5 });
    const { rows } = await ctx.owner.query(
      `select actor_id::int as by, before, after from events
       where kind = 'limits-set' and account_id = $1 order by id desc limit 1`,
      [seller!.id],
    );
    expect(rows[0]).toEqual({
      by: parent!.id,
      before: { lines: 5, platforms: null },
      after: { lines: null, platforms: ['iptv'] },
    });
    expect((await get(parent!, seller!)).body.own).toEqual({
      lines: null,
      trials_a_day: null,
      credits_a_day: null,
      lowest_price: 6.5,
      platforms: ['iptv'],
    });
  });
});

it('names no account above the direct parent and only accounts of the reader’s tree', async () => {
  await limit(admin, seller!, { lines: 9 });
  await limit(franchise!, parent!, { trials_a_day: 9 });
  await limit(parent!, seller!, { credits_a_day: 9 });
  const seen = async (actor: Person) => {
    const { lines, trials_a_day, credits_a_day } = (await get(actor, seller!)).body.effective_from;
    return [lines, trials_a_day, credits_a_day];
  };
  const [hidden, office] = ['quem vende para você', 'Administração'];
  expect(await seen(seller!)).toEqual([office, hidden, parent!.username]);
  expect(await seen(parent!)).toEqual([office, franchise!.username, parent!.username]);
  expect(await seen(franchise!)).toEqual([office, franchise!.username, parent!.username]);
  expect(await seen(admin)).toEqual([admin.username, franchise!.username, parent!.username]);
  // The limit was set two levels above this account, so the name of its author is hidden.
  expect((await get(child!, child!)).body.effective_from.credits_a_day).toBe(hidden);
  expect(JSON.stringify((await get(child!, child!)).body)).not.toContain(parent!.username);
  expect((await get(seller!, seller!)).body.may_set).toBe(false);
  expect((await get(parent!, seller!)).body.may_set).toBe(true);
});
