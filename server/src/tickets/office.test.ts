/**
 * Tests pictures, incidents, canned answers and the report over HTTP, and the functions that the
 * portal calls.
 */
import { randomUUID } from 'node:crypto';
import * as answers from '@ramal/contract/tickets/ticket-answers';
import { getTicketPicture, uploadTicketPicture } from '@ramal/contract/tickets/ticket-pictures';
import * as t from '@ramal/contract/tickets/tickets';
import { exportTickets } from '@ramal/contract/tickets/export-tickets';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, line, person } from '../../test/accounts.ts';
import { deleteOldRows } from '../retention/retention.ts';
import { expectNoLostChange } from '../../test/two-editors.ts';
import {
  addPortalMessage,
  listPortalTickets,
  openPortalTicket,
  readPortalTicket,
} from './tickets.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
let stranger: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin', username: 'admin' });
  seller = await person(ctx, { parent: admin, balance: 10_000 });
  stranger = await person(ctx, { parent: admin });
});
beforeEach(() => ctx.owner.query('delete from rate_limits'));
afterAll(() => ctx.close());

const as = ({ token }: Person) => ({ token });
const opened = async (by: Person, body: Record<string, unknown> = {}) =>
  (
    await call(
      ctx,
      t.createTicket,
      { body: { title: 'Não abre', category: 1, content: 'Desde ontem.', ...body } },
      as(by),
    )
  ).body.id;
const aboutChannel = (by: Person, channel: string) =>
  opened(by, { category: 2, tech: 1, channels: [channel] });
const read = async (by: Person, id: number) =>
  (await call(ctx, t.getTicket, { params: { id } }, as(by))).body;

describe('a picture', () => {
  const upload = (by: Person, id: number, file: Buffer) =>
    call(ctx, uploadTicketPicture, { params: { id }, file }, as(by));
  const fetchPicture = (by: Person, name: string) =>
    call(ctx, getTicketPicture, { params: { name } }, as(by));
  const photo = (width = 3000, height = 1000) =>
    sharp({ create: { width, height, channels: 3, background: '#336' } })
      .withExif({ IFD0: { Copyright: 'segredo-do-aparelho' } })
      .jpeg()
      .toBuffer();

  it('encodes a picture again without its metadata and shows it to those who see the ticket', async () => {
    const id = await opened(seller);
    const { body: uploaded } = await upload(seller, id, await photo());
    expect(uploaded).toMatchObject({ width: 2000, height: 667 });
    expect((await fetchPicture(admin, uploaded.name)).status).toBe(404);
    const sent = await call(
      ctx,
      t.sendTicketMessage,
      { params: { id }, body: { pictures: [uploaded.name] } },
      as(seller),
    );
    expect(sent.body.sent.pictures).toEqual([uploaded]);
    const got = await fetchPicture(admin, uploaded.name);
    expect([
      got.status,
      got.headers['content-type'],
      got.headers['x-content-type-options'],
    ]).toEqual([200, 'image/webp', 'nosniff']);
    expect(String(got.headers['content-disposition'])).toContain('attachment');
    expect((await sharp(got.body as Buffer).metadata()).format).toBe('webp');
    expect(Buffer.from(got.body).includes('segredo-do-aparelho')).toBe(false);
    expect((await fetchPicture(stranger, uploaded.name)).status).toBe(404);
    await call(ctx, t.removeTicketMessage, { params: { id: sent.body.sent.id } }, as(admin));
    expect((await fetchPicture(seller, uploaded.name)).status).toBe(404);
  });

  it('refuses a file that is no picture with any declared type', async () => {
    const id = await opened(seller);
    const jpeg = await photo(20, 20);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const bomb = await sharp({
      create: { width: 9000, height: 9000, channels: 3, background: '#fff' },
    })
      .png()
      .toBuffer();
    const hostile: Record<string, Buffer> = {
      svg: Buffer.from(svg),
      html: Buffer.from('<html><script>alert(1)</script>'),
      pdf: Buffer.from('%PDF-1.7 x'),
      nothing: Buffer.from('x'),
      cut: jpeg.subarray(0, 200),
      bomb,
      'svg behind the head of a PNG': Buffer.concat([bomb.subarray(0, 8), Buffer.from(svg)]),
    };
    for (const [name, file] of Object.entries(hostile)) {
      const { status, body } = await upload(seller, id, file);
      expect([name, status, body.code]).toEqual([name, 422, 'picture_unreadable']);
      expect(body.message).toContain('Envie PNG, JPG, WebP ou GIF.');
    }
    // A page is appended to the picture. The stored picture must not contain it.
    const polyglot = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]);
    const { body: uploaded } = await upload(seller, id, polyglot);
    const got = await fetchPicture(seller, uploaded.name);
    expect(Buffer.from(got.body).includes('<script>')).toBe(false);
    expect((await upload(seller, id, Buffer.alloc(5 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await upload(stranger, id, jpeg)).status).toBe(404);
  });

  it('attaches a picture to one own message and deletes it if it was not sent', async () => {
    const [id, other] = [await opened(seller), await opened(seller)];
    const { body: mine } = await upload(seller, id, await photo(20, 20));
    const send = (by: Person, to: number) =>
      call(
        ctx,
        t.sendTicketMessage,
        { params: { id: to }, body: { mensagem: 'veja', pictures: [mine.name] } },
        as(by),
      );
    expect((await send(seller, other)).body.code).toBe('picture_not_found');
    expect((await send(admin, id)).body.code).toBe('picture_not_found');
    expect((await send(seller, id)).status).toBe(200);
    expect((await send(seller, id)).body.code).toBe('picture_not_found');
    const { body: unsent } = await upload(seller, id, await photo(20, 20));
    await ctx.owner.query(
      `update ticket_pictures set created_at = created_at - interval '25 hours'`,
    );
    await deleteOldRows(ctx, 'hour');
    const { rows } = await ctx.owner.query<{ name: string }>('select name from ticket_pictures');
    expect([
      rows.some(({ name }) => name === unsent.name),
      rows.some(({ name }) => name === mine.name),
    ]).toEqual([false, true]);
  });

  it('limits the pictures that wait for a message to ten', async () => {
    const id = await opened(seller);
    const small = await photo(20, 20);
    for (let sent = 0; sent < 10; sent += 1)
      expect((await upload(seller, id, small)).status).toBe(200);
    expect((await upload(seller, id, small)).body.code).toBe('pictures_too_many');
  });
});

describe('tickets about one channel', () => {
  const incidents = async () => (await call(ctx, answers.listIncidents, {}, as(admin))).body;
  const answer = (key: string, client_id: string) =>
    call(
      ctx,
      answers.answerIncident,
      { body: { key, mensagem: 'A fonte voltou.', client_id } },
      as(admin),
    );

  it('exports the tickets of one channel without the others and moves them to a tab', async () => {
    const about = await aboutChannel(seller, 'Cultura');
    const other = await aboutChannel(seller, 'Futura');
    const body = { channel: 'n:cultura', status: 0, atualizaStatus: 2 };
    const exported = await call(ctx, exportTickets, { body }, as(admin));
    expect(exported.status).toBe(200);
    expect([(await read(seller, about)).status, (await read(seller, other)).status]).toEqual([
      2, 0,
    ]);
    await ctx.owner.query(
      `update tickets set created_at = created_at - interval '25 hours' where id = any ($1)`,
      [[about, other]],
    );
  });

  it('groups tickets of one channel within a day and answers them once', async () => {
    const [firstTicket, second] = [
      await aboutChannel(seller, 'Prémiere'),
      await aboutChannel(stranger, 'premiere'),
    ];
    await aboutChannel(seller, 'Outro');
    const yesterday = await aboutChannel(seller, 'Premiere');
    await ctx.owner.query(
      `update tickets set created_at = created_at - interval '25 hours' where id = $1`,
      [yesterday],
    );
    expect(await incidents()).toMatchObject([{ key: 'n:premiere', tickets: 2, watching: 0 }]);
    const listed = await call(ctx, t.listTickets, { query: { channel: 'n:premiere' } }, as(admin));
    expect(listed.body.total).toBe(2);
    const client_id = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => answer('n:premiere', client_id)));
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
      answers.map(() => [200, '2 tickets respondidos']),
    );
    for (const [by, id] of [
      [seller, firstTicket],
      [stranger, second],
    ] as const) {
      const ticket = await read(by, id);
      expect([ticket.status, ticket.chat.map(({ mensagem }) => mensagem)]).toEqual([
        3,
        ['A fonte voltou.'],
      ]);
    }
    expect((await read(seller, yesterday)).chat).toEqual([]);
    expect(await incidents()).toEqual([]);
    expect((await answer('n:premiere', randomUUID())).body.code).toBe('incident_not_found');
  });
});

it('stores canned answers under unique names', async () => {
  const create = (title: string) =>
    call(ctx, answers.createTicketAnswer, { body: { title, body: 'Reinicie.' } }, as(admin));
  const { body: created } = await create('Reinicie o aparelho');
  expect((await create('Reinicie o aparelho')).body.fields).toEqual({
    title: 'Já existe uma resposta com este nome.',
  });
  await call(
    ctx,
    answers.editTicketAnswer,
    { params: { id: created.id }, body: { title: 'Reinicie', body: 'Desligue da tomada.' } },
    as(admin),
  );
  const listed = async () => (await call(ctx, answers.listTicketAnswers, {}, as(admin))).body;
  expect(await listed()).toMatchObject([
    { id: created.id, title: 'Reinicie', body: 'Desligue da tomada.' },
  ]);
  await call(ctx, answers.deleteTicketAnswer, { params: { id: created.id } }, as(admin));
  expect(await listed()).toEqual([]);
});

it('detects simultaneous edits of a canned answer', async () => {
  const title = 'Troque o cabo';
  const { id } = (
    await call(ctx, answers.createTicketAnswer, { body: { title, body: 'Troque.' } }, as(admin))
  ).body;
  const now = async () =>
    (await call(ctx, answers.listTicketAnswers, {}, as(admin))).body.find(
      (entry) => entry.id === id,
    )!;
  await expectNoLostChange({
    version: (await now()).version,
    save: async (body, version) => {
      const sent = { params: { id }, body: { title, body, ...(version && { version }) } };
      const saved = await call(ctx, answers.editTicketAnswer, sent, as(admin));
      return { status: saved.status, ...saved.body };
    },
    read: async () => {
      const { body, version } = await now();
      return [body, version];
    },
  });
});

it('reports waiting times and tickets that still wait', async () => {
  const fresh = await createTestContext();
  const office1 = await person(fresh, { profile: 'admin', username: 'luana' });
  const by = await person(fresh, { parent: office1 });
  const report = async () => (await call(fresh, answers.readTicketReport, {}, as(office1))).body;
  expect(await report()).toEqual({
    first_answer_minutes: null,
    end_minutes: null,
    late: 0,
    unassigned: 0,
    by_admin: [],
  });
  const open = async () =>
    (
      await call(
        fresh,
        t.createTicket,
        { body: { title: 'Oi', category: 1, content: 'Oi' } },
        as(by),
      )
    ).body.id;
  const [answered, waiting] = [await open(), await open()];
  const write = (account: Person, id: number) =>
    call(fresh, t.sendTicketMessage, { params: { id }, body: { mensagem: 'ok' } }, as(account));
  fresh.clock.forward(24 * 60_000);
  await write(office1, answered);
  fresh.clock.forward(10 * 60_000);
  await write(by, answered);
  fresh.clock.forward(26 * 60_000);
  await call(fresh, t.finishTicket, { params: { id: answered } }, as(by));
  fresh.clock.forward(4 * 60 * 60_000);
  expect(await report()).toEqual({
    first_answer_minutes: 24,
    end_minutes: 60,
    late: 1,
    unassigned: 1,
    by_admin: [{ username: 'luana', answered: 1, first_answer_minutes: 24 }],
  });
  await call(
    fresh,
    t.assignTicket,
    { params: { id: waiting }, body: { account_id: office1.id } },
    as(office1),
  );
  expect((await report()).unassigned).toBe(0);
  const refused = await call(
    fresh,
    t.assignTicket,
    { params: { id: waiting }, body: { account_id: by.id } },
    as(office1),
  );
  expect(refused.body.code).toBe('admin_not_found');
  await fresh.close();
});

describe('a customer’s ticket', () => {
  const origin = { ip: '203.0.113.5', userAgent: '', requestId: 'teste', baseUrl: '' };

  it('shows a customer’s ticket at /ticket-portal to seller and administration', async () => {
    const sold = await line(ctx, seller);
    const clientId = randomUUID();
    const newTicket = {
      title: 'Sem imagem',
      content: 'Desde cedo',
      category: 2,
      channels: ['ESPN'],
      clientId,
    };
    const ids = await Promise.all(
      [1, 2].map(async () => (await openPortalTicket(ctx, sold.id, newTicket, origin)).id),
    );
    expect(new Set(ids).size).toBe(1);
    const id = ids[0]!;
    const list = async (by: Person) =>
      (await call(ctx, t.listPortalTickets, {}, as(by))).body.data.map((row) => [
        row.id,
        row.author,
      ]);
    expect([await list(seller), await list(admin), await list(stranger)]).toEqual([
      [[id, sold.username]],
      [[id, sold.username]],
      [],
    ]);
    await call(
      ctx,
      t.sendTicketMessage,
      { params: { id }, body: { mensagem: 'Reinicie' } },
      as(seller),
    );
    const message = { body: ' Voltou ', clientId: randomUUID() };
    await Promise.all(
      [1, 2, 3].map(() =>
        addPortalMessage(ctx, { lineId: sold.id, ticketId: id, message, requestMeta: origin }),
      ),
    );
    const { chat, status } = await readPortalTicket(ctx.db, sold.id, id);
    expect([status, chat.map(({ number, body, mine }) => [number, body, mine])]).toEqual([
      2,
      [
        [1, 'Reinicie', false],
        [2, 'Voltou', true],
      ],
    ]);
    expect(await listPortalTickets(ctx.db, sold.id)).toMatchObject([
      { id, canWrite: true, status: 2 },
    ]);
    const other = await line(ctx, seller);
    await expect(readPortalTicket(ctx.db, other.id, id)).rejects.toMatchObject({
      code: 'ticket_not_found',
    });
    await expect(
      addPortalMessage(ctx, { lineId: other.id, ticketId: id, message, requestMeta: origin }),
    ).rejects.toMatchObject({
      code: 'ticket_not_found',
    });
    await call(ctx, t.finishTicket, { params: { id } }, as(seller));
    await expect(
      addPortalMessage(ctx, {
        lineId: sold.id,
        ticketId: id,
        message: { body: 'E agora?', clientId: randomUUID() },
        requestMeta: origin,
      }),
    ).rejects.toMatchObject({ code: 'ticket_finished' });
  });
});
