/** Tests the calls behind the mailbox: postponing, reopening, facts of an open ticket, and search. */
import { countTickets } from '@ramal/contract/tickets/ticket-counts';
import { postponeTicket, reopenTicket } from '@ramal/contract/tickets/ticket-acts';
import { readTicketContext } from '@ramal/contract/tickets/ticket-facts';
import * as t from '@ramal/contract/tickets/tickets';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, line, person } from '../../test/accounts.ts';

let ctx: TestContext;
let admin: Person;
let other: Person;
let franchise: Person;
let seller: Person;
const NOON = '2026-11-21T12:00:00-03:00';
beforeAll(async () => {
  ctx = await createTestContext();
  const until = '2026-12-01';
  admin = await person(ctx, { profile: 'admin', username: 'admin', until });
  other = await person(ctx, { profile: 'admin', username: 'luana', until });
  franchise = await person(ctx, { profile: 'franchise', parent: admin, until });
  seller = await person(ctx, { parent: franchise, balance: 10_000, username: 'vendedora', until });
});
beforeEach(async () => {
  await ctx.owner.query('delete from rate_limits');
  await ctx.owner.query('update ticket_readers set postponed_until = null');
  ctx.clock.set(NOON);
});
afterAll(() => ctx.close());

const as = ({ token }: Person) => ({ token });
const opened = async (body: Record<string, unknown> = {}, by = seller) => {
  const sent = { body: { title: 'Não abre', category: 1, content: 'Desde ontem.', ...body } };
  return (await call(ctx, t.createTicket, sent, as(by))).body.id;
};
const write = (by: Person, id: number, mensagem: string) =>
  call(ctx, t.sendTicketMessage, { params: { id }, body: { mensagem } }, as(by));
const list = async (by: Person, query: Record<string, unknown> = {}) =>
  (await call(ctx, t.listTickets, { query }, as(by))).body;
const ids = async (by: Person, query: Record<string, unknown> = {}) =>
  (await list(by, { per_page: 50, ...query })).data.map(({ id }) => id);
const read = async (by: Person, id: number) =>
  (await call(ctx, t.getTicket, { params: { id }, query: {} }, as(by))).body;
const waiting = async (by: Person) => (await call(ctx, countTickets, {}, as(by))).body.tickets;
const postpone = (by: Person, id: number, until: string | null) =>
  call(ctx, postponeTicket, { params: { id }, body: { until } }, as(by));
const seconds = (moment: string) => Date.parse(moment) / 1000;

describe('a postponed ticket', () => {
  it.each([
    ['in_an_hour', '2026-11-21T13:00:00-03:00'],
    ['today_18', '2026-11-21T18:00:00-03:00'],
    ['tomorrow_9', '2026-11-22T09:00:00-03:00'],
  ])('leaves the list and the count until %s and then returns', async (until, moment) => {
    const id = await opened();
    const before = await waiting(admin);
    const { body } = await postpone(admin, id, until);
    expect(body.postponed_until).toBe(seconds(moment));
    expect(await ids(admin)).not.toContain(id);
    expect(await waiting(admin)).toBe(before - 1);
    const page = await list(admin, { postponed: 1 });
    expect(page.data.map((row) => [row.id, row.postponed_until])).toEqual([[id, seconds(moment)]]);
    expect([page.postponed, page.returns_at]).toEqual([1, seconds(moment)]);
    expect((await read(admin, id)).postponed_until).toBe(seconds(moment));

    ctx.clock.set(moment);
    expect(await ids(admin)).toContain(id);
    expect(await waiting(admin)).toBe(before);
    expect((await list(admin)).postponed).toBe(0);
  });

  it('stays in the lists of other accounts and is found by a search', async () => {
    const id = await opened({ title: 'Controle remoto' });
    await postpone(admin, id, 'tomorrow_9');
    expect(await ids(other)).toContain(id);
    expect(await ids(seller)).toContain(id);
    expect(await ids(admin, { search: 'controle' })).toEqual([id]);
    await postpone(admin, id, null);
    expect(await ids(admin)).toContain(id);
  });

  it('returns when somebody else writes in it, and not when the account itself does', async () => {
    const id = await opened();
    await postpone(admin, id, 'tomorrow_9');
    await write(admin, id, 'Vou olhar amanhã');
    expect(await ids(admin)).not.toContain(id);
    await write(seller, id, 'Piorou');
    expect(await ids(admin)).toContain(id);
  });

  it('cannot be postponed to an evening that has passed, nor when it is finished', async () => {
    const id = await opened();
    ctx.clock.set('2026-11-21T18:00:00-03:00');
    const late = await postpone(admin, id, 'today_18');
    expect([late.status, late.body.code]).toEqual([422, 'postponement_past']);
    await ctx.owner.query('update tickets set status = 1, finished_at = now() where id = $1', [id]);
    const done = await postpone(admin, id, 'in_an_hour');
    expect([done.status, done.body.code]).toEqual([409, 'ticket_finished']);
  });
});

describe('a finished ticket', () => {
  it('is reopened in progress by its author and by the administration', async () => {
    const id = await opened();
    const reopen = (by: Person) => call(ctx, reopenTicket, { params: { id } }, as(by));
    expect((await reopen(seller)).body.code).toBe('ticket_not_finished');
    for (const by of [seller, admin]) {
      await write(admin, id, 'Tente agora');
      await write(seller, id, 'Voltou');
      await call(ctx, t.finishTicket, { params: { id } }, as(by));
      const before = await read(by, id);
      expect([before.can_reopen, before.finished_at]).toEqual([true, seconds(NOON)]);
      expect((await reopen(franchise)).body.code).toBe('ticket_not_yours');
      expect((await reopen(by)).body.message).toBe('Ticket reaberto');
      const after = await read(by, id);
      expect([after.status, after.can_reopen, after.finished_at]).toEqual([2, false, null]);
    }
    const { rows } = await ctx.owner.query(
      `select kind from events where kind = 'ticket-reopened' and (after->>'ticket')::bigint = $1`,
      [id],
    );
    expect(rows).toHaveLength(2);
  });
});

describe('the facts of an open ticket', () => {
  const context = async (by: Person, id: number) =>
    (await call(ctx, readTicketContext, { params: { id } }, as(by))).body;

  it('returns the current state of the line, with the reasons of refusals', async () => {
    const sold = await line(ctx, seller, { nota: 'Dona Célia' });
    const id = await opened({ category: 2, tech: 1, idUser: sold.id, channels: ['Arena'] });
    await ctx.owner.query(
      `insert into refused_players (at, address, username, password_masked, host)
       values ($1, '203.0.113.9', $2, 'a*', 'h')`,
      [ctx.clock.now(), sold.username],
    );
    await ctx.owner.query(
      `insert into refused_plays (line_id, reason, refused_at) values ($1, 'screens', $2)`,
      [sold.id, ctx.clock.now()],
    );
    const { line: facts, seller: none } = await context(admin, id);
    expect(none).toBeNull();
    expect(facts).toMatchObject({
      id: sold.id,
      platform: 'iptv',
      nota: 'Dona Célia',
      status: 'Ativo',
      screens_in_use: 0,
      refused_today: 1,
      refusals: [{ at: seconds(NOON) }],
    });
    await ctx.owner.query('update lines set deleted_at = $1 where id = $2', [
      ctx.clock.now(),
      sold.id,
    ]);
    expect((await context(admin, id)).line).toBeNull();
  });

  it('show the seller of a ticket without a line to the accounts above it only', async () => {
    const author = await person(ctx, { parent: franchise, balance: 10_000, username: 'acre' });
    const id = await opened({}, author);
    const shown = { id: author.id, username: 'acre', balance: 100, active_lines: 0 };
    expect((await context(admin, id)).seller).toMatchObject(shown);
    expect((await context(franchise, id)).seller).toMatchObject(shown);
    expect((await context(author, id)).seller).toBeNull();
  });

  it('count the other tickets about its channels for admins only', async () => {
    const about = { category: 2, tech: 1, channels: ['Canal das provas'] };
    const [first] = [await opened(about), await opened(about), await opened(about)];
    expect((await context(admin, first!)).related).toEqual([
      { key: 'n:canal das provas', label: 'Canal das provas', tickets: 2 },
    ]);
    expect((await context(seller, first!)).related).toEqual([]);
  });
});

describe('the search of the mailbox', () => {
  it('finds tickets by the name of their author but not messages of the administration', async () => {
    const author = await person(ctx, { parent: franchise, username: 'rosangela' });
    const id = await opened({ title: 'Sem som' }, author);
    expect(await ids(admin, { search: 'rosang' })).toEqual([id]);
    expect(await ids(author, { search: 'admin' })).toEqual([]);
  });

  it('orders tickets by their last message and says which can be finished', async () => {
    const author = await person(ctx, { parent: franchise, username: 'belem-stream' });
    const first = await opened({}, author);
    ctx.clock.set('2026-11-21T12:05:00-03:00');
    const second = await opened({}, author);
    ctx.clock.set('2026-11-21T12:10:00-03:00');
    await write(admin, first, 'Bom dia');
    await write(author, first, 'Bom dia');
    const rows = (await list(author, { sort: 'last_at', dir: 'desc' })).data;
    expect(rows.map((row) => [row.id, row.can_finish])).toEqual([
      [first, true],
      [second, false],
    ]);
    const seen = (await list(franchise, { sort: 'last_at', dir: 'desc', search: 'belem' })).data;
    expect(seen.map((row) => [row.id, row.can_finish])).toEqual([
      [first, false],
      [second, false],
    ]);
  });
});
