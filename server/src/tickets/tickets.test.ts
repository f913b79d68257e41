/**
 * Tests the calls of the ticket screens over HTTP: visibility, required fields, and changes of the
 * status.
 */
import { randomUUID } from 'node:crypto';
import { getDashboard } from '@ramal/contract/dashboard';
import { countTickets } from '@ramal/contract/tickets/ticket-counts';
import * as t from '@ramal/contract/tickets/tickets';
import { exportTickets } from '@ramal/contract/tickets/export-tickets';
import { readTicketFacts } from '@ramal/contract/tickets/ticket-facts';
import { newP2pLines } from '@ramal/contract/lines/p2p-lines';
import { strFromU8, unzipSync } from 'fflate';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, line, p2pLine, person } from '../../test/accounts.ts';
import { runTask } from '../tasks/run-tasks.ts';
import { sendAdministrationMessage } from './administration/administration-messages.ts';
import { ticketExport } from './tickets.ts';

let ctx: TestContext;
let admin: Person;
let franchise: Person;
let seller: Person;
let stranger: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin', username: 'admin' });
  franchise = await person(ctx, { profile: 'franchise', parent: admin });
  seller = await person(ctx, { parent: franchise, balance: 10_000, username: 'vendedora' });
  stranger = await person(ctx, { parent: admin });
});
beforeEach(() => ctx.owner.query('delete from rate_limits'));
afterAll(() => ctx.close());

const as = ({ token }: Person) => ({ token });
const open = (by: Person, body: Record<string, unknown> = {}) =>
  call(
    ctx,
    t.createTicket,
    { body: { title: 'Não abre', category: 1, content: 'Desde ontem.', ...body } },
    as(by),
  );
const opened = async (by: Person = seller, body: Record<string, unknown> = {}) =>
  (await open(by, body)).body.id;
const read = async (by: Person, id: number, after = 0) =>
  (await call(ctx, t.getTicket, { params: { id }, query: { after } }, as(by))).body;
const write = (by: Person, id: number, mensagem: string, more: Record<string, unknown> = {}) =>
  call(ctx, t.sendTicketMessage, { params: { id }, body: { mensagem, ...more } }, as(by));
const list = async (by: Person, query: Record<string, unknown> = {}) =>
  (await call(ctx, t.listTickets, { query }, as(by))).body;
const act = (endpoint: typeof t.finishTicket | typeof t.blockTicket, by: Person, id: number) =>
  call(ctx, endpoint, { params: { id } }, as(by));

describe('a new ticket', () => {
  it('requires title, category and content (V-42)', async () => {
    const { status, body } = await call(ctx, t.createTicket, { body: {} }, as(seller));
    expect([status, Object.keys(body.fields ?? {})]).toEqual([
      422,
      ['title', 'category', 'content'],
    ]);
    expect((await open(seller, { category: 9 })).status).toBe(422);
  });

  it('requires a technology in categories 2, 5 and 6 (V-43) and a channel in 2 (V-45)', async () => {
    for (const category of [2, 5, 6]) {
      const { status, body } = await open(seller, { category, channels: ['ESPN'] });
      expect([status, body.message, body.fields]).toEqual([
        422,
        'Por favor, insira todos os campos corretamente.',
        { tech: 'É necessário informar uma tecnologia' },
      ]);
    }
    expect((await open(seller, { category: 2, tech: 0 })).body.fields).toEqual({
      channels: 'É necessário informar um canal',
    });
    expect((await open(seller, { category: 5, tech: 0 })).status).toBe(200);
  });

  it('stores a technology only in the categories that need one (V-44)', async () => {
    const technologyOf = async (category: number) =>
      (await read(seller, await opened(seller, { category, tech: 1 }))).technology;
    expect([
      await technologyOf(1),
      await technologyOf(3),
      await technologyOf(7),
      await technologyOf(8),
    ]).toEqual([null, null, 1, 1]);
  });

  it('stores the facts of the line and channels with the ticket', async () => {
    const sold = await line(ctx, seller, { nota: 'Dona Célia' });
    await ctx.owner.query(
      `insert into refused_players (at, address, username, password_masked, host)
       values ($1, '203.0.113.9', $2, 'a*', 'h')`,
      [ctx.clock.now(), sold.username],
    );
    const id = await opened(seller, {
      category: 2,
      tech: 1,
      resolution: 'FHD',
      idUser: sold.id,
      channels: ['Canal de teste', 'Outro canal'],
      idChannels: [1, 0],
    });
    const ticket = await read(admin, id);
    expect(ticket).toMatchObject({
      channels: ['Canal de teste', 'Outro canal'],
      resolution: 'FHD',
      id_user: sold.id,
      user: sold.username,
      facts: {
        line: { nota: 'Dona Célia', status: 'Ativo', refused_today: 1 },
        channels: [{ label: 'Canal de teste', problem: '', tickets: 0 }],
      },
    });
    const other = await line(ctx, seller);
    expect((await open(stranger, { idUser: other.id })).body.code).toBe('line_not_found');
  });

  it('opens a ticket once for each key', async () => {
    const key = randomUUID();
    const sent = { body: { title: 'Uma vez', category: 1, content: 'Só uma.' } };
    const ids = await Promise.all(
      [1, 2, 3].map(
        async () => (await call(ctx, t.createTicket, sent, { ...as(seller), key })).body.id,
      ),
    );
    expect(new Set(ids).size).toBe(1);
  });
});

describe('accounts that see a ticket (Q-TICKETVIS)', () => {
  it('shows a ticket to author and franchise and administration but lets the franchise only read', async () => {
    const id = await opened();
    const outcomes = await Promise.all(
      [seller, franchise, admin, stranger].map(async (by) => [
        (await call(ctx, t.getTicket, { params: { id } }, as(by))).status,
        (await write(by, id, 'Oi')).body.code,
      ]),
    );
    expect(outcomes).toEqual([
      [200, undefined],
      [200, 'ticket_not_yours'],
      [200, undefined],
      [404, 'ticket_not_found'],
    ]);
    const ticket = await read(franchise, id);
    expect([ticket.can_write, ticket.why_not]).toEqual([
      false,
      'Só quem abriu o ticket e o suporte escrevem nele.',
    ]);
    expect((await list(stranger)).total).toBe(0);
    const filtered = await call(ctx, t.listTickets, { query: { idRes: seller.id } }, as(seller));
    expect(filtered.status).toBe(403);
  });

  it('shows the administration as «Suporte» to sellers', async () => {
    const id = await opened();
    await write(admin, id, 'Bom dia');
    const [mine, theirs] = [await read(admin, id), await read(seller, id)];
    expect([mine.chat[0]!.author, mine.chat[0]!.mine]).toEqual(['admin', true]);
    expect([theirs.chat[0]!.author, theirs.chat[0]!.id_res]).toEqual(['Suporte', 0]);
  });
});

describe('the status of a ticket (Q-TICKETFLOW)', () => {
  it('moves a ticket from pending to answered and in progress and finished', async () => {
    const id = await opened();
    const status = async () => (await read(seller, id)).status;
    expect(await status()).toBe(0);
    expect((await write(seller, id, 'Mais uma coisa')).body.status).toBe(0);
    expect((await act(t.finishTicket, seller, id)).body.code).toBe('ticket_not_in_progress');
    expect((await write(admin, id, 'Tente agora')).body.status).toBe(3);
    expect((await act(t.finishTicket, seller, id)).body.code).toBe('ticket_not_in_progress');
    expect((await write(seller, id, 'Voltou')).body.status).toBe(2);
    expect((await read(seller, id)).can_finish).toBe(true);
    expect((await act(t.finishTicket, seller, id)).body.message).toBe(
      'Ticket encerrado com sucesso',
    );
    expect(await status()).toBe(1);
    const refused = await write(admin, id, 'Só mais isto');
    expect([refused.status, refused.body.code]).toEqual([409, 'ticket_finished']);
    expect((await read(admin, id)).why_not).toContain('finalizado');
  });

  it('can be blocked after an answer, and then only the administration writes (T-28, T-29)', async () => {
    const id = await opened();
    expect((await act(t.blockTicket, admin, id)).body.code).toBe('ticket_pending');
    await write(admin, id, 'Já respondido');
    expect((await act(t.blockTicket, admin, id)).body.message).toBe('Ticket bloqueado com sucesso');
    expect((await act(t.blockTicket, admin, id)).body.code).toBe('ticket_blocked_already');
    expect((await write(seller, id, 'Por quê?')).body.code).toBe('ticket_blocked');
    expect((await read(seller, id)).why_not).toContain('bloqueado');
    expect((await write(admin, id, 'Encerrado')).status).toBe(200);
    expect((await list(seller)).data.find((row) => row.id === id)!.blocked).toBe(1);
  });
});

describe('the chat', () => {
  it('refuses a blank message (V-47)', async () => {
    const id = await opened();
    for (const blank of ['', '   ', '\n']) {
      const { status, body } = await write(seller, id, blank);
      expect([status, body.message]).toEqual([422, 'A mensagem não pode ser em branco']);
    }
  });

  it('numbers simultaneous messages without gaps and stores each id once', async () => {
    const id = await opened();
    const ids = Array.from({ length: 12 }, () => randomUUID());
    const sent = await Promise.all(
      [...ids, ...ids, ...ids].map((client_id) =>
        write(admin, id, `mensagem ${client_id}`, { client_id }),
      ),
    );
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200));
    const { chat, last_number } = await read(seller, id);
    expect(chat.map(({ number }) => number)).toEqual(ids.map((_, index) => index + 1));
    expect(new Set(chat.map(({ client_id }) => client_id))).toEqual(new Set(ids));
    expect(last_number).toBe(12);
    expect((await read(seller, id, 9)).chat.map(({ number }) => number)).toEqual([10, 11, 12]);
  });

  it('returns an already stored message even if the ticket was finished in the meantime', async () => {
    const id = await opened();
    await write(admin, id, 'Tente agora');
    const client_id = randomUUID();
    const first = await write(seller, id, 'Voltou', { client_id });
    await act(t.finishTicket, seller, id);
    const again = await write(seller, id, 'Voltou', { client_id });
    expect([again.status, again.body.sent]).toEqual([200, first.body.sent]);
    // Another account used this message id first.
    const other = await opened();
    await write(seller, other, 'Minha', { client_id });
    expect((await write(admin, other, 'Dela', { client_id })).body.code).toBe('key_reused');
  });

  it('removes the text of a removed message from the bell too', async () => {
    const id = await opened();
    const sentMessage = (await write(admin, id, 'A chave nova é 1234')).body.sent;
    const readNotices = async () =>
      (
        await ctx.owner.query('select body from notices where account_id = $1 and subject = $2', [
          seller.id,
          `ticket-${id}`,
        ])
      ).rows;
    expect(await readNotices()).toEqual([{ body: 'Suporte: A chave nova é 1234' }]);
    await call(ctx, t.removeTicketMessage, { params: { id: sentMessage.id } }, as(admin));
    expect(await readNotices()).toEqual([{ body: 'Mensagem removida' }]);
  });

  it('removes a message but keeps its number (Q-DELCHAT)', async () => {
    const id = await opened();
    const first = (await write(seller, id, 'Minha senha é 1234')).body.sent;
    await write(seller, id, 'Opa');
    const remove = () => call(ctx, t.removeTicketMessage, { params: { id: first.id } }, as(admin));
    expect((await remove()).body.message).toBe('Mensagem deletada com sucesso');
    expect((await remove()).body.code).toBe('ticket_message_not_found');
    const { chat, removed } = await read(seller, id);
    expect([chat.map(({ number }) => number), removed]).toEqual([[2], [1]]);
    const { rows } = await ctx.owner.query(
      `select kind, actor_id::int from events
       where kind = 'ticket-message-removed' and (after->>'ticket')::bigint = $1`,
      [id],
    );
    expect(rows).toEqual([{ kind: 'ticket-message-removed', actor_id: admin.id }]);
  });

  it('reports how far each side has read and counts unread messages', async () => {
    const id = await opened();
    const unread = async (by: Person) =>
      (await list(by, { search: '' })).data.find((row) => row.id === id)!.unread;
    expect([await unread(seller), await unread(admin)]).toEqual([0, 1]);
    await write(seller, id, 'Um');
    await write(seller, id, 'Dois');
    expect(await unread(admin)).toBe(3);
    const mark = (by: Person, number: number) =>
      call(ctx, t.readTicket, { params: { id }, body: { number } }, as(by));
    await mark(admin, 2);
    // The number of the last read message never decreases and never exceeds the last message.
    await mark(admin, 1);
    expect((await mark(admin, 99)).body.number).toBe(2);
    expect(await unread(admin)).toBe(0);
    expect((await read(seller, id)).read_number).toBe(2);
    await write(admin, id, 'Três');
    expect(await unread(seller)).toBe(1);
    expect((await call(ctx, countTickets, {}, as(seller))).body.tickets).toBeGreaterThan(0);
  });
});

describe('the list', () => {
  it('counts the tabs under the other filters', async () => {
    const by = await person(ctx, { parent: franchise });
    const first = await opened(by, { title: 'Premiere caiu', category: 4 });
    await opened(by, { title: 'Outra coisa' });
    await write(admin, first, 'Já voltou');
    const all = await list(by);
    expect([all.total, all.counts]).toEqual([2, { 0: 1, 1: 0, 2: 0, 3: 1 }]);
    const matches = await list(by, { search: 'prémiere', status: 3 });
    expect(
      matches.data.map(({ title, last_message, last_from }) => [title, last_message, last_from]),
    ).toEqual([['Premiere caiu', 'Já voltou', 'support']]);
    expect(matches.counts).toEqual({ 0: 0, 1: 0, 2: 0, 3: 1 });
    expect((await list(by, { category: 4 })).total).toBe(1);
    expect((await list(by, { date: '2026-11-21' })).total).toBe(2);
    expect((await list(by, { date: '2026-11-20' })).total).toBe(0);
    expect((await list(admin, { idRes: by.id })).total).toBe(2);
    for (const sort of ['title', 'category', 'status', 'last_at'])
      expect((await list(by, { sort, dir: 'asc' })).data).toHaveLength(2);
  });

  it('finds an exact id first and never a part of an id', async () => {
    await ctx.owner.query(`select setval(pg_get_serial_sequence('tickets', 'id'), 45671)`);
    const by = await person(ctx, { parent: franchise });
    const id = await opened(by, { title: 'Sem som' });
    const named = await opened(by, { title: `Canal ${id}` });
    const part = String(id).slice(0, -1);
    const idsFor = async (search: string, more: object = {}) =>
      (await list(by, { search, ...more })).data.map((row) => row.id);
    expect(await idsFor(String(id))).toEqual([id, named]);
    for (const dir of ['asc', 'desc'])
      for (const sort of ['created_at', 'title', 'last_at'])
        expect((await idsFor(String(id), { sort, dir }))[0]).toBe(id);
    expect(await idsFor(part)).toEqual([named]);
    expect((await list(admin, { search: part })).data.map((row) => row.id)).not.toContain(id);
  });

  // The menu links to the tab with the newest unread ticket.
  it('counts the unread tickets of each tab and names the tab of the newest one', async () => {
    const by = await person(ctx, { parent: franchise });
    const none = { 0: 0, 1: 0, 2: 0, 3: 0 };
    const id = await opened(by);
    await opened(by);
    expect(await list(by, { status: 0 })).toMatchObject({ unread: none, newest_unread: null });
    await write(admin, id, 'Pronto');
    expect(await list(by, { status: 0 })).toMatchObject({
      unread: { ...none, 3: 1 },
      newest_unread: 3,
    });
    expect(await list(admin, { status: 0 })).toMatchObject({ unread: none, newest_unread: null });
    await call(ctx, t.readTicket, { params: { id }, body: { number: 99 } }, as(by));
    expect(await list(by, { status: 0 })).toMatchObject({ unread: none, newest_unread: null });
  });

  it('lists only tickets of the own screen (Q-SYSTEMTYPE)', async () => {
    const by = await person(ctx, { parent: franchise });
    await opened(by, { systemTypeId: 2 });
    const portal = await call(ctx, t.listPortalTickets, {}, as(by));
    expect([(await list(by)).total, portal.body.total]).toEqual([0, 1]);
  });
});

describe('a message of the administration (Q-MESSAGE)', () => {
  it('stores a message of the administration once without a chat for its recipients', async () => {
    const [firstReseller, second] = [
      await person(ctx, { parent: franchise }),
      await person(ctx, { parent: franchise }),
    ];
    const { id, sent } = await ctx.db.tx((tx) =>
      sendAdministrationMessage(tx, {
        senderId: admin.id,
        title: 'Manutenção no domingo',
        html: '<p onclick="x()">Das <b>4h</b> às 5h<script>x()</script><a href="javascript:x()">aqui</a></p>',
        recipients: sql`select unnest(${[firstReseller.id, second.id]}::bigint[]) as id`,
        sentTo: franchise.id,
        at: ctx.clock.now(),
      }),
    );
    expect(sent).toBe(2);
    const isNew = async (by: Person) =>
      (await call(ctx, getDashboard, {}, as(by))).body.new_message;
    expect([await isNew(firstReseller), await isNew(seller)]).toEqual([true, false]);
    const ticket = await read(firstReseller, id);
    expect(ticket.content).toBe('<p>Das <b>4h</b> às 5h<a>aqui</a></p>');
    expect([ticket.category, ticket.author, ticket.can_write]).toEqual([9, 'Administracao', false]);
    expect((await write(firstReseller, id, 'Ok')).body.code).toBe('ticket_without_chat');
    expect((await call(ctx, t.getTicket, { params: { id } }, as(seller))).status).toBe(404);
    await call(ctx, t.readTicket, { params: { id }, body: { number: 0 } }, as(firstReseller));
    expect([await isNew(firstReseller), await isNew(second)]).toEqual([false, true]);
  });
});

describe('the spreadsheet (Q-TICKETUPDATE)', () => {
  it('exports the filtered tickets with their earlier status and moves them to the chosen tab', async () => {
    const by = await person(ctx, { parent: franchise, username: 'planilha' });
    const pending = await opened(by, { title: '=HYPERLINK("x")' });
    const finished = await opened(by, { title: 'Outro' });
    await ctx.owner.query('update tickets set status = 1, finished_at = now() where id = $1', [
      finished,
    ]);
    const { body } = await call(
      ctx,
      exportTickets,
      { body: { idRes: by.id, status: 0, atualizaStatus: 2 } },
      as(admin),
    );
    expect(body.file).toBe('Tickets_21-11-2026_12-00_.xlsx');
    await runTask(ctx, [ticketExport], body.task.id);
    const { rawPayload } = await ctx.server.inject({ method: 'GET', url: body.url });
    const sheet = strFromU8(unzipSync(rawPayload)['xl/worksheets/sheet1.xml']!);
    expect([
      sheet.includes('HYPERLINK'),
      sheet.includes('<f>'),
      sheet.includes('Pendentes'),
      sheet.includes('Outro'),
    ]).toEqual([true, false, true, false]);
    expect((await list(admin, { idRes: by.id })).counts).toEqual({ 0: 0, 1: 1, 2: 1, 3: 0 });
    const { rows: changed } = await ctx.owner.query(
      `select account_id::int as account, actor_id::int as by, before, after from events
       where kind = 'ticket-status-set'`,
    );
    expect(changed).toEqual([
      {
        account: by.id,
        by: admin.id,
        before: { ticketStatus: 0 },
        after: { ticket: pending, ticketStatus: 2 },
      },
    ]);
    const none = await call(
      ctx,
      exportTickets,
      { body: { content: 'ninguém escreveu' } },
      as(admin),
    );
    expect([none.status, none.body.message]).toEqual([422, 'Nenhum item encontrado!']);
    const portal = await opened(by, { systemTypeId: 2 });
    const other = await call(
      ctx,
      exportTickets,
      { body: { systemTypeId: 2, idRes: by.id } },
      as(admin),
    );
    expect([portal > 0, other.body.file]).toEqual([true, 'Tickets_Portal_21-11-2026_12-00_.xlsx']);
  });
});

it('offers the own lines to sellers and all lines to admins', async () => {
  const reseller = await person(ctx, { parent: franchise, balance: 1000 });
  const sold = await line(ctx, reseller, { nota: 'Seu João' });
  const users = async (by: Person, query = {}) =>
    (await call(ctx, t.listResellerUsers, { query }, as(by))).body.users;
  expect(await users(reseller)).toEqual([{ label: `${sold.username} · Seu João`, value: sold.id }]);
  expect(await users(stranger, { search: 'joão' })).toEqual([]);
  expect(await users(admin, { search: 'joao seu' })).toHaveLength(1);
});

it('offers no line of a platform whose grant was removed', async () => {
  const grants = ['lines.new-p2p'] as const;
  const reseller = await person(ctx, { parent: franchise, balance: 1000, grants });
  const { id } = await p2pLine(ctx, reseller, newP2pLines);
  const answers = async () => {
    const users = await call(ctx, t.listResellerUsers, { query: {} }, as(reseller));
    const facts = await call(ctx, readTicketFacts, { query: { line: id } }, as(reseller));
    return [users.body.users.length, facts.status, (await open(reseller, { idUser: id })).status];
  };
  expect(await answers()).toEqual([1, 200, 200]);
  await ctx.owner.query('delete from account_grants where account_id = $1', [reseller.id]);
  expect(await answers()).toEqual([0, 404, 404]);
});

it('counts waiting tickets on the home page of the administration', async () => {
  const waiting = async () => (await call(ctx, getDashboard, {}, as(admin))).body.tickets;
  const before = await waiting();
  const id = await opened();
  expect(await waiting()).toBe(before + 1);
  await write(admin, id, 'Resolvido');
  expect(await waiting()).toBe(before);
});
