import { getDashboard } from '@ramal/contract/dashboard';
import {
  countMessageRecipients,
  listSentMessages,
  listUnreadRecipients,
  forwardMessage,
  sendMessageToResellers,
} from '@ramal/contract/tickets/administration-messages';
import { getTicket, readTicket } from '@ramal/contract/tickets/tickets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../../test/context.ts';
import { htmlToTitle } from './send-to-resellers.ts';

let ctx: TestContext;
let admin: Person;
let top: Person;
let middle: Person;
let leaf: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  top = await person(ctx);
  middle = await person(ctx, { parent: top });
  leaf = await person(ctx, { parent: middle });
});
afterAll(() => ctx.close());

const send = (body: Record<string, unknown>) =>
  call(
    ctx,
    sendMessageToResellers,
    { body: { revenda: top.id, texto: '<p>Olá <b>a todos</b></p><p>Mais</p>', ...body } },
    { token: admin.token },
  );
const gets = async (ticket: number) =>
  Promise.all(
    [top, middle, leaf].map(
      async ({ token }) =>
        (await call(ctx, getTicket, { params: { id: ticket } }, { token })).status === 200,
    ),
  );

it('sends a message to one reseller or the level below it or the whole tree', async () => {
  for (const [chosen, sent, reached] of [
    [{}, 1, [true, false, false]],
    [{ nivel_um: true }, 1, [false, true, false]],
    [{ nivel_um: true, arvore: true }, 3, [true, true, true]],
  ] as const) {
    const { body } = await send(chosen);
    expect([chosen, body.sent]).toEqual([chosen, sent]);
    expect([chosen, await gets(body.id)]).toEqual([chosen, reached]);
  }
});

it('uses the first line as the title and shows the banner and appears in the log', async () => {
  const { body } = await send({ revenda: leaf.id });
  const { body: ticket } = await call(
    ctx,
    getTicket,
    { params: { id: body.id } },
    { token: leaf.token },
  );
  expect([ticket.title, ticket.content]).toEqual([
    'Olá a todos',
    '<p>Olá <b>a todos</b></p><p>Mais</p>',
  ]);
  expect((await call(ctx, getDashboard, {}, { token: leaf.token })).body.new_message).toBe(true);
  const { rows } = await ctx.owner.query(
    `select account_id::int as account from events where kind = 'message-sent' order by id desc limit 1`,
  );
  expect(rows).toEqual([{ account: leaf.id }]);
  const notice = await ctx.owner.query('select body from notices where account_id = $1', [leaf.id]);
  expect(notice.rows).toContainEqual({ body: 'Mensagem da administração' });
});

it('requires a text and an existing reseller', async () => {
  expect((await send({ texto: '<p> </p>' })).body).toMatchObject({
    fields: { texto: 'Escreva a mensagem.' },
  });
  expect((await send({ revenda: 999_999_999 })).status).toBe(404);
});

it('counts recipients before sending and receipts by level afterwards', async () => {
  const counted = await call(
    ctx,
    countMessageRecipients,
    { query: { revenda: top.id } },
    { token: admin.token },
  );
  expect(counted.body).toEqual({ id: top.id, username: top.username, first_level: 1, tree: 3 });

  const { body } = await send({ arvore: true, texto: '<p>Manutenção</p>' });
  const receipts = async () =>
    (await call(ctx, listSentMessages, { query: { per_page: 1 } }, { token: admin.token })).body
      .data[0]!;
  const level = (at: number, received: number, read: number) => ({
    level: at,
    total: 1,
    received,
    read,
  });
  expect(await receipts()).toMatchObject({
    id: body.id,
    title: 'Manutenção',
    username: top.username,
    total: 3,
    received: 0,
    read: 0,
    levels: [level(0, 0, 0), level(1, 0, 0), level(2, 0, 0)],
  });

  await call(ctx, getDashboard, {}, { token: middle.token });
  await call(
    ctx,
    readTicket,
    { params: { id: body.id }, body: { number: 0 } },
    { token: leaf.token },
  );
  expect(await receipts()).toMatchObject({
    received: 2,
    read: 1,
    levels: [level(0, 0, 0), level(1, 1, 0), level(2, 1, 1)],
  });

  const unread = await call(
    ctx,
    listUnreadRecipients,
    { params: { id: body.id }, query: { sort: 'level' } },
    { token: admin.token },
  );
  expect(
    unread.body.data.map(({ username, level: below, received_at_timestamp: at }) => [
      username,
      below,
      at !== null,
    ]),
  ).toEqual([
    [top.username, 0, false],
    [middle.username, 1, true],
  ]);
});

describe('a forwarded message', () => {
  const passOn = (by: Person, id: number, palavra = '') =>
    call(ctx, forwardMessage, { params: { id }, body: { palavra } }, { token: by.token });
  const read = (by: Person, id: number) =>
    call(ctx, getTicket, { params: { id } }, { token: by.token });

  it('reaches all descendants with the reseller’s own text and is visible to the admin', async () => {
    const { body: sent } = await send({});
    expect((await read(top, sent.id)).body.passes_on_to).toBe(2);
    const { body: passed } = await passOn(top, sent.id, 'Confiram <b>hoje</b>\nObrigado');
    expect(passed.sent).toBe(2);
    for (const below of [middle, leaf]) {
      const { body } = await read(below, passed.id);
      expect([body.title, body.author, body.content]).toEqual([
        'Olá a todos',
        'Administracao',
        `<p><em>Repassada por uma revenda acima da sua.</em></p><blockquote><p>Confiram &lt;b&gt;hoje&lt;/b&gt;<br />Obrigado</p></blockquote><p>Olá <b>a todos</b></p><p>Mais</p>`,
      ]);
    }
    expect((await read(top, passed.id)).status).toBe(404);
    await call(
      ctx,
      readTicket,
      { params: { id: passed.id }, body: { number: 0 } },
      { token: leaf.token },
    );
    const listed = await call(
      ctx,
      listSentMessages,
      { query: { per_page: 1 } },
      { token: admin.token },
    );
    expect(listed.body.data[0]).toMatchObject({
      id: sent.id,
      total: 1,
      passed_on_count: 1,
      passed_on: [
        { username: top.username, word: 'Confiram <b>hoje</b>\nObrigado', total: 2, read: 1 },
      ],
    });
  });

  it('can be forwarded once by each account that received it', async () => {
    const { body: sent } = await send({});
    expect((await passOn(middle, sent.id)).status).toBe(404);
    const both = await Promise.all([passOn(top, sent.id), passOn(top, sent.id)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const first = both.find(({ status }) => status === 200)!.body.id;
    expect((await read(top, sent.id)).body.passes_on_to).toBe(0);
    const { body: again } = await passOn(middle, first);
    expect([again.sent, (await read(leaf, again.id)).body.content]).toEqual([
      1,
      `<p><em>Repassada por uma revenda acima da sua.</em></p><p>Olá <b>a todos</b></p><p>Mais</p>`,
    ]);
    expect((await passOn(leaf, again.id)).body.code).toBe('nobody_below');
  });
});

// A first sentence that is too long for a title is not cut. The message then gets a general title.
it.each([
  ['<p>Olá <b>a</b> <i>todos</i></p><p>Mais</p>', 'Olá a todos'],
  ['<p>Oi<br>gente</p>', 'Oi'],
  ['<ul><li>Novo <u>canal</u></li><li>Outro</li></ul>', 'Novo canal'],
  ['<p>Veja <a href="https://exemplo.com/guia">o guia</a>. Depois avise.</p>', 'Veja o guia.'],
  ['<table><tr><td>Plano</td><td>Preço</td></tr></table>', 'Plano Preço'],
  [`<p>${'palavra '.repeat(9)}</p>`, 'Mensagem da administração'],
])('uses whole words of %s as the title', (html, title) => {
  expect(htmlToTitle(html)).toBe(title);
});
