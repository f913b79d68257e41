import {
  editIptvLine,
  endOfDayIptvLine,
  extendIptvLine,
  listIptvLines,
  switchIptvLine,
  trustIptvLine,
} from '@ramal/contract/lines/iptv-lines';
import { terms } from '@ramal/contract/rules/terms';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, readAccountBalance, line, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let parent: Person;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  parent = await person(ctx, { balance: 100_000, until: '2028-01-01' });
  seller = await person(ctx, { parent, balance: 100_000, until: '2028-01-01' });
});
afterEach(() => ctx.clock.set(TODAY));
afterAll(() => ctx.close());

const DAY = 86_400;
const unix = (iso: string) => Date.parse(iso) / 1000;
const extend = (id: number, body: Record<string, unknown> = { credits: 1 }, actor = seller) =>
  call(ctx, extendIptvLine, { params: { id }, body }, { token: actor.token });

describe('counts from the later of now and the current expiry', () => {
  it.each(terms)(
    '$credits credits put $days days on a line still good',
    async ({ credits, days }) => {
      const created = await line(ctx, seller);
      ctx.clock.forward(5 * DAY * 1000 + 1234);
      const { body } = await extend(created.id, { credits });
      expect(body.exp_date_timestamp).toBe(created.exp_date_timestamp + days * DAY);
      expect(body.charged).toBe(credits);
      // The time of day does not change: the line was created at 12:00.
      expect(body.exp_date_formatted).toMatch(/ 12:00$/);
    },
  );

  it('without credits it buys one, as a new line does (K-02)', async () => {
    const created = await line(ctx, seller);
    const { body } = await extend(created.id, {});
    expect([body.charged, body.exp_date_timestamp]).toEqual([
      1,
      created.exp_date_timestamp + 30 * DAY,
    ]);
  });

  it('a lapsed line begins at the minute of now', async () => {
    const created = await line(ctx, seller);
    ctx.clock.set('2027-02-03T18:20:59.900Z');
    const { body } = await extend(created.id);
    expect(body.exp_date_timestamp).toBe(unix('2027-02-03T18:20:00Z') + 30 * DAY);
    expect(body.exp_date_formatted).toBe('05/03/2027 15:20');
  });

  it('at the very instant of its expiry it has lapsed, and loses nothing', async () => {
    const created = await line(ctx, seller);
    ctx.clock.set(new Date(created.exp_date_timestamp * 1000).toISOString());
    expect((await extend(created.id)).body.exp_date_timestamp).toBe(
      created.exp_date_timestamp + 30 * DAY,
    );
  });

  it('a line that is switched off is extended and stays off', async () => {
    const { id } = await line(ctx, seller);
    await call(
      ctx,
      switchIptvLine,
      { params: { id }, body: { on: false } },
      { token: seller.token },
    );
    expect((await extend(id)).body).toMatchObject({ status: 'Desativado', charged: 1 });
  });
});

describe('the caller pays', () => {
  const entriesOf = async (id: number) =>
    (
      await ctx.owner.query(
        `select e.actor_id::int, f.account_id::int as payer, f.kind as from, t.kind as to, e.amount::int, e.from_balance::int
         from entries e join wallets f on f.id = e.from_wallet join wallets t on t.id = e.to_wallet
         where e.line_id = $1 and e.reason = 'line-extended'`,
        [id],
      )
    ).rows;

  it('the owner of its own line', async () => {
    const { id } = await line(ctx, seller);
    const before = await readAccountBalance(ctx, seller.id);
    expect((await extend(id, { credits: 5 })).body.balance).toBe((before - 500) / 100);
    expect(await readAccountBalance(ctx, seller.id)).toBe(before - 500);
    expect(await entriesOf(id)).toEqual([
      {
        actor_id: seller.id,
        payer: seller.id,
        from: 'balance',
        to: 'consumption',
        amount: 500,
        from_balance: before - 500,
      },
    ]);
  });

  it('the parent for a child’s line, which stays the child’s', async () => {
    const { id } = await line(ctx, seller);
    const [mine, theirs] = [
      await readAccountBalance(ctx, parent.id),
      await readAccountBalance(ctx, seller.id),
    ];
    const { body } = await extend(id, { credits: 1 }, parent);
    expect(body).toMatchObject({
      balance: (mine - 100) / 100,
      id_res: seller.id,
      reseller: { username: seller.username },
    });
    expect(await readAccountBalance(ctx, parent.id)).toBe(mine - 100);
    expect(await readAccountBalance(ctx, seller.id)).toBe(theirs);
    expect(await entriesOf(id)).toMatchObject([
      { actor_id: parent.id, payer: parent.id, amount: 100 },
    ]);
  });

  it('an admin holds nothing: its charge is issued and consumed', async () => {
    const admin = await person(ctx, { profile: 'admin' });
    const { id } = await line(ctx, seller);
    const theirs = await readAccountBalance(ctx, seller.id);
    expect((await extend(id, { credits: 2 }, admin)).body).toMatchObject({
      charged: 2,
      balance: null,
    });
    expect(await readAccountBalance(ctx, seller.id)).toBe(theirs);
    expect(await entriesOf(id)).toEqual([
      {
        actor_id: admin.id,
        payer: null,
        from: 'issuance',
        to: 'consumption',
        amount: 200,
        from_balance: null,
      },
    ]);
  });
});

describe('refused, with nothing changed', () => {
  const stateOf = async (id: number) =>
    (
      await ctx.owner.query(
        `select expires_at, trusted_at, (select count(*)::int from events where line_id = l.id) as events,
          (select count(*)::int from entries where line_id = l.id) as entries from lines l where id = $1`,
        [id],
      )
    ).rows[0];

  async function refused(id: number, body: Record<string, unknown>, actor = seller) {
    const before = await stateOf(id);
    const reply = await extend(id, body, actor);
    expect(await stateOf(id)).toEqual(before);
    return [reply.status, reply.body.code];
  }

  it('a trial, also one that is over', async () => {
    const { id } = await line(ctx, seller, { isOficial: false });
    expect(await refused(id, { credits: 1 })).toEqual([422, 'trial_not_renewable']);
    ctx.clock.forward(DAY * 1000);
    expect(await refused(id, { credits: 1 })).toEqual([422, 'trial_not_renewable']);
  });

  it('a balance that is short', async () => {
    const poor = await person(ctx, { balance: 160 });
    const { id } = await line(ctx, poor);
    expect(await refused(id, { credits: 1 }, poor)).toEqual([422, 'insufficient_credits']);
    expect(await readAccountBalance(ctx, poor.id)).toBe(60);
  });

  it.each([{ credits: 7 }, { credits: 0 }, { credits: -1 }, { credits: '30 dias' }])(
    'credits that are not on the list: %j',
    async (body) => {
      const { id } = await line(ctx, seller);
      expect(await refused(id, body)).toEqual([422, 'invalid_fields']);
    },
  );
});

describe('a paid extension begins a new period', () => {
  it('trust may be given again and roll-backs count from the new expiry', async () => {
    const { id } = await line(ctx, seller);
    const act = (
      what: typeof trustIptvLine | typeof editIptvLine,
      body: Record<string, unknown> = {},
    ) => call(ctx, what, { params: { id }, body }, { token: seller.token });
    expect((await act(trustIptvLine)).body.trusted).toBe(true);
    const rolled = await act(editIptvLine, { flagVencimento: 1, exp_day: '2026-12-20' });
    expect(rolled.body).toMatchObject({ exp_date: '20/12/2026 12:00', rollback_min: null });

    const { body } = await extend(id);
    expect(body).toMatchObject({
      trusted: false,
      exp_date: '19/01/2027 12:00',
      rollback_min: '2027-01-16',
    });
    expect((await act(trustIptvLine)).status).toBe(200);
  });

  it('and only a paid one does', async () => {
    const { id } = await line(ctx, seller);
    await call(ctx, trustIptvLine, { params: { id }, body: {} }, { token: seller.token });
    await call(ctx, endOfDayIptvLine, { params: { id }, body: {} }, { token: seller.token });
    await call(ctx, switchIptvLine, { params: { id }, body: {} }, { token: seller.token });
    const { body } = await call(
      ctx,
      listIptvLines,
      { query: { search: String(id) } },
      { token: seller.token },
    );
    expect(body.data.find((row) => row.id === id)?.trusted ?? true).toBe(true);
  });
});
