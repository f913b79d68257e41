/** Rules of one channel: proof of the number, order, repetition, signatures and the open window. */
import { getStorefrontPage } from '@ramal/contract/storefront/page';
import { getSalesChats } from '@ramal/contract/storefront/sales-chats';
import { getStorefront } from '@ramal/contract/storefront/settings';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { listPortalTickets, sendTicketMessage } from '@ramal/contract/tickets/tickets';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { line, type Person } from '../../test/accounts.ts';
import { call } from '../../test/context.ts';
import { signNotification } from '../../test/whatsapp.ts';
import { deliverDue } from '../outbox/outbox.ts';
import {
  type ChatHouse,
  countLines,
  notify,
  openChatHouse,
  prepareChatTest,
  readRows,
  reportFailure,
  savePage,
  telegramChatter,
  toMessage,
  whatsappChatter,
  workOnChats,
} from './sales-chats.fixtures.ts';
import { salesChatDelivery } from './sales-chats.ts';
import { reportToSalesChats } from './report/report-to-chats.ts';

let house: ChatHouse;
let seller: Person;
beforeAll(async () => {
  house = await openChatHouse();
});
beforeEach(async () => {
  seller = await prepareChatTest(house);
});
afterAll(() => house.close());

const nowSeconds = () => Math.floor(house.ctx.clock.now().getTime() / 1000);

describe('Telegram', () => {
  it('asks for the own number before every act and refuses the contact of another person', async () => {
    const { ctx, telegram } = house;
    const victim = '5511966660001';
    const { username } = await line(ctx, seller, { whatsapp: `+${victim}` });
    const stranger = telegramChatter(house);
    await stranger.open(seller);
    const thief = telegramChatter(house, victim);
    // Opens the link without sharing the number.
    const [row] = await readRows<{ public_id: string }>(
      house,
      'select public_id from account_public_ids where account_id = $1',
      [seller.id],
    );
    await thief.say(`/start ${row!.public_id}`);
    for (const act of ['Meu acesso', 'Renovar', 'Testar grátis', 'Assinar', 'Falar com uma pessoa'])
      expect((await thief.say(act))[0]!).toMatchObject({
        choices: ['Enviar meu número', 'Menu'],
        text: expect.stringContaining('Enviar meu número') as string,
      });
    const chatId = telegram.messages.at(-1)!.chatId;
    telegram.share(chatId, { phone: `+${victim}`, ownerId: chatId + 1 });
    await thief.send();
    const [refused] = await thief.hear();
    expect(refused!.text).toContain('o contato de outra pessoa não vale');
    telegram.share(chatId, { phone: `+${victim}` });
    await thief.send();
    // The act that waited for the number continues.
    expect((await thief.hear())[0]!.text).toContain('Escreva em uma mensagem');
    expect((await thief.say('Meu acesso'))[0]!.text).toContain(username);
  });

  it('does not show a running test whose line belongs to another number now', async () => {
    const person = telegramChatter(house);
    await person.open(seller);
    await person.say('Testar grátis');
    await house.ctx.owner.query("update lines set whatsapp = '5511966660077' where owner_id = $1", [
      seller.id,
    ]);
    house.ctx.clock.forward(5 * 60_000);
    const [refused] = await person.say('Testar grátis');
    expect(refused!.text).toContain('Este número já fez um teste.');
    expect(refused!.text).not.toContain('Senha');
  });

  it('gives one test to a Telegram account that shares two numbers', async () => {
    const person = telegramChatter(house);
    await person.open(seller);
    await person.say('Testar grátis');
    house.telegram.share(house.telegram.messages.at(-1)!.chatId, { phone: '+5511966660099' });
    await person.send();
    await person.hear();
    house.ctx.clock.forward(5 * 60_000);
    expect((await person.say('Testar grátis'))[0]!.text).toContain('já fez um teste');
    expect(await countLines(house, seller)).toBe(1);
  });

  it('answers a repeated update once', async () => {
    const person = telegramChatter(house);
    await person.open(seller);
    const { rows: bots } = await house.ctx.owner.query<{ path_key: string }>(
      'select path_key from telegram_bots',
    );
    const key = bots[0]!.path_key;
    const chatId = house.telegram.messages.at(-1)!.chatId;
    const update = house.telegram.write(chatId, 'Assinar');
    const post = (secret: string) =>
      house.ctx.server.inject({
        method: 'POST',
        url: `/api/telegram-updates/${key}`,
        headers: { 'x-telegram-bot-api-secret-token': secret },
        payload: update,
      });
    expect((await post('forged')).statusCode).toBe(401);
    expect(await person.hear()).toEqual([]);
    const secret = house.ctx.secrets.sign('telegram-webhook', key);
    expect([(await post(secret)).statusCode, (await post(secret)).statusCode]).toEqual([200, 200]);
    await person.send();
    expect(await person.hear()).toHaveLength(1);
  });

  it('continues after Telegram asked the bot to wait, without repeating what was sent', async () => {
    const person = telegramChatter(house);
    await person.open(seller);
    await person.send('Assinar');
    house.telegram.script(house.telegram.messages.at(-1)!.chatId, { wait: 30 });
    expect(await person.hear()).toEqual([]);
    house.ctx.clock.forward(10_000);
    expect(await person.hear()).toEqual([]);
    house.ctx.clock.forward(25_000);
    expect(await person.hear()).toHaveLength(1);
    expect(await person.hear()).toEqual([]);
  });
});

describe('WhatsApp', () => {
  it('ignores a forged signature and a notification of another number', async () => {
    const person = whatsappChatter(house);
    await person.open(seller);
    const forged = toMessage(house, person.phone, 'Testar grátis');
    expect(await notify(house, forged, (body) => signNotification(body, 'another secret'))).toBe(
      401,
    );
    expect(await person.hear()).toEqual([]);
    expect(await countLines(house, seller)).toBe(0);
  });

  it('answers a repeated message once and ignores a message that is older than the last one', async () => {
    const person = whatsappChatter(house);
    await person.open(seller);
    const message = toMessage(house, person.phone, 'Assinar', { at: nowSeconds() + 10 });
    house.ctx.clock.forward(20_000);
    for (let time = 0; time < 3; time += 1) expect(await notify(house, message)).toBe(200);
    expect(await person.hear()).toHaveLength(1);
    await notify(house, toMessage(house, person.phone, 'Testar grátis', { at: nowSeconds() - 15 }));
    expect(await person.hear()).toEqual([]);
    expect(await countLines(house, seller)).toBe(0);
  });

  it('answers waiting messages in the order in which the person wrote them', async () => {
    const person = whatsappChatter(house);
    await person.open(seller);
    house.ctx.clock.forward(60_000);
    const at = nowSeconds();
    await notify(house, toMessage(house, person.phone, '1 mês, R$ 35,00', { at: at - 5 }));
    await notify(house, toMessage(house, person.phone, 'Assinar', { at: at - 10 }));
    const texts = (await person.hear()).map(({ text }) => text);
    expect(texts[0]).toContain('Escolha o plano');
    expect(texts[1]).toContain('Assinatura de 1 mês');
  });

  it('keeps the ninth digit of a mobile number and does not take a landline for one', async () => {
    const mobile = await line(house.ctx, seller, { whatsapp: '+5511988887001' });
    await line(house.ctx, seller, { whatsapp: '+5511955550142' });
    const old = whatsappChatter(house, '551188887001');
    await old.open(seller);
    expect((await old.say('Meu acesso'))[0]!.text).toContain(mobile.username);
    const landline = whatsappChatter(house, '551155550142');
    await landline.open(seller);
    expect((await landline.say('Meu acesso'))[0]!.text).toContain('Não achei nenhuma assinatura');
  });

  it('serves a customer without a link and leaves replies to strangers alone', async () => {
    const customer = whatsappChatter(house);
    await line(house.ctx, seller, { whatsapp: `+${customer.phone}` });
    expect((await customer.say('oi'))[0]!.choices).toContain('Renovar');
    const stranger = whatsappChatter(house);
    expect(await stranger.say('oi')).toEqual([]);
  });

  it('sends only the access of a paid order after 24 hours, by its template', async () => {
    const { ctx, meta } = house;
    const person = whatsappChatter(house);
    await line(ctx, seller, { whatsapp: `+${person.phone}` });
    await person.open(seller);
    await person.say('Renovar');
    await person.say('1 mês, R$ 35,00');
    await ctx.owner.query(
      `update charges set state = 'settled', settled_by_hand = true, paid_at = now(), settled_at = now()
       where account_id = $1`,
      [seller.id],
    );
    ctx.clock.forward(2 * DAY_MS);
    await reportToSalesChats(ctx);
    await person.hear();
    const [last] = meta.accepted.filter(({ to }) => to === person.phone).slice(-1);
    expect(last).toMatchObject({ type: 'template' });
    expect(meta.faults).toEqual([]);
  });

  it('sends a long answer of the seller whole, with its choices as text', async () => {
    const { ctx, meta } = house;
    const person = whatsappChatter(house);
    await line(ctx, seller, { whatsapp: `+${person.phone}` });
    await person.open(seller);
    await person.say('Falar com uma pessoa');
    await person.say('Não abre');
    const as = { token: seller.token };
    const { body } = await call(ctx, listPortalTickets, { query: {} }, as);
    const mensagem = `${'Desligue e ligue. '.repeat(100)}Pronto`;
    await call(
      ctx,
      sendTicketMessage,
      { params: { id: body.data[0]!.id }, body: { mensagem } },
      as,
    );
    await reportToSalesChats(ctx);
    expect(await person.hear()).toEqual([
      { text: `Marcelo TV: ${mensagem}\n\nResponda com uma opção: Menu.`, choices: [] },
    ]);
    expect((await person.say('menu'))[0]!.choices).toContain('Renovar');
    expect(meta.faults).toEqual([]);
  });

  it('shows the seller a failure that Meta reports later, for a reply of this number only', async () => {
    const { ctx, meta } = house;
    const person = whatsappChatter(house);
    await person.open(seller);
    const problem = async () =>
      (await call(ctx, getSalesChats, {}, { token: seller.token })).body.channels.find(
        ({ channel }) => channel === 'whatsapp',
      )!.problem;
    await readRows(
      house,
      'update sales_chats set number_id = null, bot_id = (select id from telegram_bots)',
    );
    expect(await reportFailure(house, 131_026)).toBe(200);
    expect(await problem()).toBe('');
    const next = whatsappChatter(house);
    await next.open(seller);
    expect(await reportFailure(house, 131_026)).toBe(200);
    expect(await problem()).not.toBe('');
    expect(meta.faults).toEqual([]);
  });

  it('offers choices within the limits of Meta', async () => {
    const person = whatsappChatter(house);
    await person.open(seller);
    for (const text of ['Assinar', '3 meses, R$ 99,00', 'Testar grátis', 'Meu acesso', 'Renovar'])
      await person.say(text);
    expect(house.meta.faults).toEqual([]);
  });
});

it('answers each message once while two workers deliver at the same time', async () => {
  const people = Array.from({ length: 6 }, () => whatsappChatter(house));
  for (const person of people) await person.open(seller);
  for (const person of people) await person.send('Testar grátis', 'Meu acesso');
  await Promise.all([
    deliverDue(house.ctx, [salesChatDelivery]),
    deliverDue(house.ctx, [salesChatDelivery]),
    workOnChats(house),
  ]);
  for (const person of people) expect(await person.hear()).toHaveLength(2);
  expect(await countLines(house, seller)).toBe(people.length);
});

it('shows the chats that are on as links on the page of the seller', async () => {
  const as = { token: seller.token };
  const { settings } = (await call(house.ctx, getStorefront, {}, as)).body;
  const { channels } = (await call(house.ctx, getSalesChats, {}, as)).body;
  const readLinks = async (slug: string) => {
    const { body } = await call(house.ctx, getStorefrontPage, { params: { slug } });
    return [body.telegram_url, body.whatsapp_url];
  };
  expect(await readLinks(settings!.slug)).toEqual(channels.map(({ url }) => url));
  await savePage(house.ctx, seller, {
    slug: settings!.slug,
    name: settings!.name,
    channels: { link: true, telegram: false, whatsapp: false },
  });
  expect(await readLinks(settings!.slug)).toEqual([null, null]);
});

it('does not send a reply again whose worker stopped while it was being sent', async () => {
  const person = whatsappChatter(house);
  await person.open(seller);
  house.meta.script(person.phone, 'accepted-in-silence');
  expect(await person.say('Assinar')).toHaveLength(1);
  house.ctx.clock.forward(10 * 60_000);
  expect(await person.hear()).toEqual([]);
});
