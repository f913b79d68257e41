import { getDashboard } from '@ramal/contract/dashboard';
import { sendMessageToResellers } from '@ramal/contract/tickets/administration-messages';
import { getTicket } from '@ramal/contract/tickets/tickets';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../../test/context.ts';

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

it('reaches one, the level below it, or the whole tree, which wins', async () => {
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

it('has its first line for a title, shows the banner, and is kept in the log', async () => {
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
});

it('needs words, and somebody who is there', async () => {
  expect((await send({ texto: '<p> </p>' })).body).toMatchObject({
    fields: { texto: 'Escreva a mensagem.' },
  });
  expect((await send({ revenda: 999_999_999 })).status).toBe(404);
});
