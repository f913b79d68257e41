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
    'extends a running line by $days days for $credits credits',
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

  it('charges one credit if none is given as for a new line (K-02)', async () => {
    const created = await line(ctx, seller);
    const { body } = await extend(created.id, {});
    expect([body.charged, body.exp_date_timestamp]).toEqual([
      1,
      created.exp_date_timestamp + 30 * DAY,
    ]);
  });

  it('extends an expired line from the current minute', async () => {
    const created = await line(ctx, seller);
    ctx.clock.set('2027-02-03T18:20:59.900Z');
    const { body } = await extend(created.id);
    expect(body.exp_date_timestamp).toBe(unix('2027-02-03T18:20:00Z') + 30 * DAY);
    expect(body.exp_date_formatted).toBe('05/03/2027 15:20');
  });

  it('treats a line as expired at the exact time of its expiry without losing time', async () => {
    const created = await line(ctx, seller);
    ctx.clock.set(new Date(created.exp_date_timestamp * 1000).toISOString());
    expect((await extend(created.id)).body.exp_date_timestamp).toBe(
      created.exp_date_timestamp + 30 * DAY,
    );
  });

  it('extends a disabled line and leaves it disabled', async () => {
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

  it('charges the owner that extends its own line', async () => {
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

  it('charges the parent that extends a child’s line and keeps the owner', async () => {
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

  it('issues and consumes the credits of an admin', async () => {
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

  it('refuses a test even after its end', async () => {
    const { id } = await line(ctx, seller, { isOficial: false });
    expect(await refused(id, { credits: 1 })).toEqual([422, 'trial_not_renewable']);
    ctx.clock.forward(DAY * 1000);
    expect(await refused(id, { credits: 1 })).toEqual([422, 'trial_not_renewable']);
  });

  it('refuses an extension that the balance does not cover', async () => {
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
  it('allows trust again and counts roll-backs from the new expiry', async () => {
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

  it('begins a new period only for a paid extension', async () => {
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
