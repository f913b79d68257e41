/**
 * Tests notices over HTTP: the recipients of each notice, and its delivery by real SMTP and a
 * double of Telegram.
 */
import { countNotices } from '@ramal/contract/notices/notice-count';
import * as contract from '@ramal/contract/notices/notices';
import { connectTelegram, saveMailRelay, saveTelegramBot } from '@ramal/contract/messaging';
import { sendMessageToResellers } from '@ramal/contract/tickets/administration-messages';
import * as t from '@ramal/contract/tickets/tickets';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import { noticeKinds } from '@ramal/contract/rules/notices';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, line, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext, TODAY } from '../../test/context.ts';
import { type MailRelayDouble, RELAY_PASSWORD, startMailRelay } from '../../test/mail-relay.ts';
import { startTelegram, type TelegramDouble } from '../../test/telegram.ts';
import { notifyLowCredits } from '../credits/credits.ts';
import { notifyBigDays } from '../dashboard/dashboard.ts';
import { findOwnBot } from '../messaging/telegram/bot.ts';
import { receiveUpdate, update } from '../messaging/telegram/receive-update.ts';
import { deliverDue } from '../outbox/outbox.ts';
import { startTask } from '../tasks/tasks.ts';
import { runTask } from '../tasks/run-tasks.ts';
import { openPortalTicket } from '../tickets/tickets.ts';
import { dispatchNotices, noticeDeliveries } from './notices.ts';
import { deleteOldRows } from '../retention/retention.ts';

let ctx: TestContext;
let admin: Person;
let top: Person;
let seller: Person;
let relay: MailRelayDouble;
let telegram: TelegramDouble;
beforeAll(async () => {
  telegram = await startTelegram();
  ctx = await createTestContext({
    RAMAL_TELEGRAM_URL: telegram.url,
    RAMAL_PUBLIC_URL: 'https://painel.example',
  });
  relay = await startMailRelay();
  admin = await person(ctx, { profile: 'admin' });
  top = await person(ctx, { parent: admin, balance: 10_000 });
  seller = await person(ctx, { parent: top, balance: 10_000 });
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  relay.taken.length = 0;
  telegram.messages.length = 0;
  await ctx.owner.query(
    'truncate notices, notice_pushes, notice_choices, address_confirmations, deliveries, delivery_attempts, rate_limits restart identity',
  );
});
afterAll(async () => {
  await relay.close();
  await telegram.close();
  await ctx.close();
});

const as = ({ token }: Person) => ({ token });
const list = async (who: Person) => (await call(ctx, contract.listNotices, {}, as(who))).body;
const unread = async (who: Person) => (await call(ctx, countNotices, {}, as(who))).body.unread;
const titles = async (who: Person) =>
  (await list(who)).data.map(({ title, text }) => [title, text]);
const choose = (who: Person, body: Record<string, unknown>) =>
  call(
    ctx,
    contract.saveNoticeChoices,
    { body: { panel: [...noticeKinds], email: [], telegram: [], push: [], ...body } },
    as(who),
  );
const log = async (who: Person) =>
  (await call(ctx, contract.listNoticeDeliveries, {}, as(who))).body.data.map(
    ({ channel, state, reason }) => [channel, state, reason],
  );
/** Returns the token of the last link that was sent to the address. */
async function sentToken(who: Person): Promise<string> {
  await choose(who, { email: ['answer'], telegram: ['answer'], address: 'eu@x.example' });
  await deliverDue(ctx, noticeDeliveries);
  const [mail] = relay.taken.splice(0);
  return /confirm=3?D?([\w.-]+)/.exec(mail!.raw.replaceAll('=\r\n', ''))![1]!;
}
const confirm = (who: Person, token: string) =>
  call(ctx, contract.confirmNoticeAddress, { body: { token } }, as(who));
async function confirmAddress(who: Person) {
  ctx.clock.forward(10 * MINUTE_MS);
  expect((await confirm(who, await sentToken(who))).status).toBe(200);
}
const openTicket = async (by: Person) =>
  (
    await call(
      ctx,
      t.createTicket,
      { body: { title: 'ESPN 2 <b>travando</b>', category: 1, content: 'Desde ontem.' } },
      as(by),
    )
  ).body.id;
const write = (by: Person, id: number, mensagem: string) =>
  call(ctx, t.sendTicketMessage, { params: { id }, body: { mensagem } }, as(by));
const deliver = async () => {
  await dispatchNotices.work(ctx, {});
  ctx.clock.forward(MINUTE_MS);
  await deliverDue(ctx, noticeDeliveries);
};

it('sends one notice of an answer until the ticket was read', async () => {
  const id = await openTicket(seller);
  expect([await unread(seller), await unread(admin)]).toEqual([0, 0]);
  await write(admin, id, 'Trocamos a fonte.');
  await write(admin, id, 'Teste agora?');
  expect(await list(seller)).toMatchObject({
    unread: 1,
    data: [
      {
        kind: 'answer',
        title: 'ESPN 2 <b>travando</b>',
        text: 'Suporte: Teste agora?',
        path: `/ticket?dialog=details&ticket=${id}`,
        read: false,
      },
    ],
  });
  await call(ctx, t.readTicket, { params: { id }, body: { number: 2 } }, as(seller));
  expect(await list(seller)).toMatchObject({ unread: 0, data: [{ read: true }] });
  await write(admin, id, 'Resolvido?');
  expect(await unread(seller)).toBe(1);
  // The ticket has no assigned admin, so admins see it in their list of waiting tickets instead of
  // a notice.
  await write(seller, id, 'Sim');
  expect([await unread(admin), await unread(top)]).toEqual([0, 0]);
});

it('notifies the admin of a taken ticket and the seller of a customer’s ticket', async () => {
  const id = await openTicket(seller);
  await ctx.owner.query('update tickets set assigned_to = $1 where id = $2', [admin.id, id]);
  await write(seller, id, 'Ainda trava');
  expect(await titles(admin)).toEqual([
    ['ESPN 2 <b>travando</b>', `${seller.username}: Ainda trava`],
  ]);
  const { id: lineId, username } = await line(ctx, seller);
  await openPortalTicket(
    ctx,
    lineId,
    { title: 'Sem sinal', content: 'Nada abre', category: 1, clientId: randomUUID() },
    { ip: '203.0.113.5', userAgent: 'x', requestId: 'p', baseUrl: 'http://localhost' },
  );
  expect(await titles(seller)).toEqual([['Sem sinal', `${username} abriu um ticket`]]);
});

it('notifies a whole tree of a message and marks notices as read one by one or all', async () => {
  const send = (texto: string) =>
    call(
      ctx,
      sendMessageToResellers,
      { body: { revenda: top.id, texto, arvore: true } },
      as(admin),
    );
  await send('<p>Manutenção no domingo</p>');
  await send('<p>Outra</p>');
  expect([await unread(top), await unread(seller), await unread(admin)]).toEqual([2, 2, 0]);
  const { data } = await list(seller);
  const read = (who: Person, body: { id?: number }) =>
    call(ctx, contract.readNotices, { body }, as(who));
  // An account cannot mark the notice of another account as read.
  expect((await read(top, { id: data[0]!.id })).body.unread).toBe(2);
  expect((await read(seller, { id: data[0]!.id })).body.unread).toBe(1);
  expect((await read(seller, {})).body.unread).toBe(0);
  expect(await unread(top)).toBe(2);
});

it('notifies of a task that took long or failed but not of a short one', async () => {
  const run = async (ago: string, work: () => Promise<string>) => {
    const { id } = await ctx.db.tx((tx) =>
      startTask(tx, { kind: 'count', accountId: seller.id, payload: {} }),
    );
    await ctx.owner.query(`update tasks set created_at = now() - $1::interval where id = $2`, [
      ago,
      id,
    ]);
    const notice = async (_tx: unknown, _payload: never, { message }: { message: string }) => ({
      title: 'Estender 30 dias',
      body: message,
      path: '/batches',
    });
    await runTask(ctx, [{ kind: 'count', work, notice }], id);
  };
  await run('1 second', async () => 'Rápido');
  expect(await titles(seller)).toEqual([]);
  await run('1 minute', async () => 'Feito');
  await run('1 second', async () => Promise.reject(new Error('broke')));
  expect(await titles(seller)).toEqual([
    ['Estender 30 dias', 'Ocorreu um erro inesperado. Tente de novo.'],
    ['Estender 30 dias', 'Feito'],
  ]);
});

it('warns once a week if the credits end within days at the current pace', async () => {
  const poor = await person(ctx, { parent: top, balance: 1_000 });
  for (let sale = 0; sale < 7; sale += 1) await line(ctx, poor);
  await ctx.owner.query('alter table entries disable trigger entries_append_only');
  await ctx.owner.query(`update entries set at = $1::timestamptz - interval '1 hour'`, [TODAY]);
  await ctx.owner.query('alter table entries enable trigger entries_append_only');
  await notifyLowCredits.work(ctx, {});
  await notifyLowCredits.work(ctx, {});
  expect(await titles(poor)).toEqual([
    ['Créditos para 3 dias', 'No ritmo da semana, acabam em 24/11/2026'],
  ]);
  expect(await unread(top)).toBe(0);
});

it('notifies once of a future day with far more expiries than usual', async () => {
  const busy = await person(ctx, { parent: top, balance: 100_000 });
  const { id } = await line(ctx, busy);
  await ctx.owner.query(
    `insert into lines (platform, owner_id, username, password, is_trial, expires_at, created_at, package_id, short_code)
     select 'iptv', owner_id, username || n, password, false,
       $2::timestamptz + case when n <= 30 then interval '4 days' else n * interval '12 hours' end,
       created_at, package_id, short_code || n
     from lines, generate_series(1, 60) n where id = $1`,
    [id, TODAY],
  );
  await notifyBigDays.work(ctx, {});
  await notifyBigDays.work(ctx, {});
  expect(await titles(busy)).toEqual([
    ['30 clientes vencem na quarta-feira, 25/11', '28 vezes um dia comum'],
  ]);
});

it('hides kinds of notices that the account turned off in the panel', async () => {
  await choose(seller, { panel: ['credits'] });
  const id = await openTicket(seller);
  await write(admin, id, 'Oi');
  expect(await list(seller)).toEqual({ data: [], unread: 0 });
});

it('requires an address before sending by e-mail', async () => {
  const refused = await choose(seller, { email: ['answer'] });
  expect(refused.body).toMatchObject({
    code: 'invalid_fields',
    fields: { address: 'Escreva o e-mail que recebe os avisos.' },
  });
});

it('sends chosen notices by e-mail and Telegram unless they were read first', async () => {
  await choose(seller, { email: ['answer'], telegram: ['answer'], address: 'eu@x.example' });
  const id = await openTicket(seller);
  await write(admin, id, 'Primeira');
  await deliver();
  expect(await log(seller)).toEqual([
    ['email', 'skipped', 'O e-mail ainda não foi confirmado.'],
    ['telegram', 'failed', 'O Telegram não está conectado.'],
  ]);

  const relayBody = { host: '127.0.0.1', port: relay.port, security: 'none', username: 'ramal' };
  const from = { from_address: 'avisos@marca.example', from_name: 'Marca' };
  const saved = await call(
    ctx,
    saveMailRelay,
    { body: { ...relayBody, ...from, password: RELAY_PASSWORD } as never },
    as(admin),
  );
  expect(saved.status).toBe(200);
  await call(ctx, saveTelegramBot, { body: { token: telegram.token } }, as(admin));
  const { body: invitation } = await call(ctx, connectTelegram, {}, as(seller));
  const bot = (await findOwnBot(ctx.db, 0))!;
  const started = telegram.write(501, `/start ${invitation.url.split('start=')[1]}`);
  await (
    await receiveUpdate(ctx, bot, update.parse(started))
  ).replied;
  ctx.clock.forward(MINUTE_MS);
  telegram.messages.length = 0;
  await confirmAddress(seller);

  await call(ctx, t.readTicket, { params: { id }, body: { number: 1 } }, as(seller));
  await write(admin, id, 'Segunda');
  await deliver();
  expect(relay.taken).toHaveLength(1);
  expect(relay.taken[0]).toMatchObject({ to: ['eu@x.example'], from: 'avisos@marca.example' });
  expect(relay.taken[0]!.raw).toContain('<bell-');
  expect(telegram.messages).toMatchObject([
    {
      chatId: 501,
      text: 'ESPN 2 <b>travando</b>\nSuporte: Segunda',
      button: { url: `https://painel.example/ticket?dialog=details&ticket=${id}` },
    },
  ]);

  await call(ctx, t.readTicket, { params: { id }, body: { number: 2 } }, as(seller));
  await write(admin, id, 'Terceira');
  await dispatchNotices.work(ctx, {});
  await call(ctx, t.readTicket, { params: { id }, body: { number: 3 } }, as(seller));
  ctx.clock.forward(MINUTE_MS);
  await deliverDue(ctx, noticeDeliveries);
  expect(relay.taken).toHaveLength(1);
  expect((await log(seller)).slice(-2)).toEqual([
    ['email', 'skipped', 'Lido antes no painel.'],
    ['telegram', 'skipped', 'Lido antes no painel.'],
  ]);
  expect(await log(top)).toEqual([]);
});

it('sends only a link to an unconfirmed address and accepts each link once', async () => {
  const id = await openTicket(seller);
  const token = await sentToken(seller);
  await write(admin, id, 'Oi');
  await deliver();
  expect(relay.taken).toEqual([]);
  expect((await log(seller))[0]).toEqual([
    'email',
    'skipped',
    'O e-mail ainda não foi confirmado.',
  ]);

  // A moment later no second link is sent, and another account cannot use the first one.
  await choose(seller, { email: ['answer'], address: 'eu@x.example' });
  await deliverDue(ctx, noticeDeliveries);
  expect(relay.taken).toEqual([]);
  const changed = `${token.split('.')[0]}.${'A'.repeat(22)}`;
  for (const [who, tried] of [
    [top, token],
    [seller, changed],
  ] as const)
    expect((await confirm(who, tried)).body.code).toBe('address_link_over');
  expect((await confirm(seller, token)).body).toMatchObject({ address: 'eu@x.example' });
  expect((await confirm(seller, token)).body.code).toBe('address_link_over');
  const choices = async () => (await call(ctx, contract.getNoticeChoices, {}, as(seller))).body;
  expect((await choices()).address_confirmed).toBe(true);
  await choose(seller, { email: ['answer'], address: 'outro@x.example' });
  expect((await choices()).address_confirmed).toBe(false);
});

it('sends at most five links an hour for any addresses', async () => {
  for (let n = 0; n < 8; n += 1)
    await choose(seller, { email: ['answer'], address: `eu${n}@x.example` });
  const { rows } = await ctx.owner.query('select from address_confirmations');
  expect(rows).toHaveLength(5);
});

it('refuses a link after a day', async () => {
  const token = await sentToken(seller);
  await ctx.owner.query(`update address_confirmations set asked_at = asked_at - interval '1 day'`);
  expect((await confirm(seller, token)).body.code).toBe('address_link_over');
});

it('deletes notices after two months', async () => {
  const id = await openTicket(seller);
  await write(admin, id, 'Oi');
  ctx.clock.forward(59 * 24 * 60 * MINUTE_MS);
  await deleteOldRows(ctx, 'day');
  expect((await ctx.owner.query('select from notices')).rowCount).toBe(1);
  ctx.clock.forward(2 * 24 * 60 * MINUTE_MS);
  await deleteOldRows(ctx, 'day');
  expect((await ctx.owner.query('select from notices')).rowCount).toBe(0);
});
