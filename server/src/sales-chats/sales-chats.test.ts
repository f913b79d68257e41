/** The dialogue of both channels over their webhooks, with doubles of Telegram and WhatsApp. */
import { getStorefrontNumbers } from '@ramal/contract/storefront/numbers';
import { getSalesChats } from '@ramal/contract/storefront/sales-chats';
import { listPortalTickets, sendTicketMessage } from '@ramal/contract/tickets/tickets';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { line, type Person } from '../../test/accounts.ts';
import { call } from '../../test/context.ts';
import { dispatchStorefrontMessages } from '../storefront/messages/dispatch-messages.ts';
import {
  type ChatHouse,
  chatSeller,
  type Chatter,
  chatters,
  countLines,
  openChatHouse,
  payNewest,
  prepareChatTest,
  readRows,
  savePage,
  setPortalCredits,
  type ShownReply,
} from './sales-chats.fixtures.ts';
import { reconcilePayments } from '../payments/reconcile.ts';
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

const MENU = ['Testar grátis', 'Assinar', 'Renovar', 'Meu acesso', 'Falar com uma pessoa'];

const pay = () => payNewest(house, seller);

const ownLine = (whatsapp: string, body: Record<string, unknown> = {}) =>
  line(house.ctx, seller, { whatsapp: `+${whatsapp}`, ...body });

const textOf = (replies: readonly ShownReply[]) => replies.map(({ text }) => text).join('\n');

describe.each(['telegram', 'whatsapp'] as const)('a chat by %s', (channel) => {
  let person: Chatter;
  const open = async () => {
    person = chatters[channel](house);
    return person.open(seller);
  };

  it('greets with the text of the page and its menu, and answers any other text with the menu', async () => {
    const [greeting, ...more] = await open();
    expect(greeting!.text).toContain('Aqui você testa e assina sozinho');
    expect([greeting!.choices, more]).toEqual([MENU, []]);
    expect(await person.say('quanto custa <b>?')).toEqual([
      { text: 'Escolha uma opção.', choices: MENU },
    ]);
  });

  it('gives one test per number and shows it again as access', async () => {
    await open();
    const [test] = await person.say('Testar grátis');
    expect(test!.text).toMatch(/Seu teste vale até 21\/11\/2026 18:00\. Usuário \S+, senha \S+\./);
    expect(
      await readRows(house, 'select origin, whatsapp from lines where owner_id = $1', [seller.id]),
    ).toEqual([{ origin: 'storefront', whatsapp: person.phone }]);
    const [access] = await person.say('Meu acesso');
    const [tested] = await readRows<{ username: string; password: string }>(
      house,
      'select username, password from lines where owner_id = $1',
      [seller.id],
    );
    expect(access!.text).toContain(
      `Usuário: ${tested!.username}\nSenha: ${tested!.password}\nVale até`,
    );
    house.ctx.clock.forward(5 * MINUTE_MS);
    expect(textOf(await person.say('Testar grátis'))).toContain('Seu teste ainda vale.');
    house.ctx.clock.forward(DAY_MS);
    const [refused] = await person.say('testar gratis');
    expect(refused!.text).toContain('Este número já fez um teste.');
    expect(refused!.text).toContain('O próximo teste fica livre em 21/12/2026.');
    expect(await countLines(house, seller)).toBe(1);
  });

  it('sells by Pix with the code as a message of its own and reports the line once', async () => {
    await open();
    await person.say('Testar grátis');
    const [plans] = await person.say('Assinar');
    expect(plans!.choices).toEqual(['1 mês, R$ 35,00', '3 meses, R$ 99,00', 'Voltar']);
    const [intro, code] = await person.say('3 meses, R$ 99,00');
    expect(intro!.text).toContain('Assinatura de 3 meses: R$ 99,00, quem recebe é Marcelo TV.');
    expect(intro!.choices).toEqual(['Já paguei', 'Menu']);
    const [charge] = await readRows<{ pix_code: string }>(
      house,
      'select pix_code from charges where account_id = $1',
      [seller.id],
    );
    expect(code).toEqual({ text: charge!.pix_code, choices: [] });
    expect(textOf(await person.say('Já paguei'))).toContain('Ainda não caiu.');
    await pay();
    await reportToSalesChats(house.ctx);
    await reportToSalesChats(house.ctx);
    await dispatchStorefrontMessages(house.ctx);
    const results = await person.hear();
    expect(results).toHaveLength(1);
    expect(results[0]!.text).toMatch(/Você assiste até 19\/02\/2027/);
    expect(textOf(await person.say('Já paguei'))).not.toContain('Você assiste até');
    expect(
      await readRows(
        house,
        'select is_trial, expires_at > $2 as paid from lines where owner_id = $1',
        [seller.id, '2027-02-01'],
      ),
    ).toEqual([{ is_trial: false, paid: true }]);
    expect(
      await readRows(house, 'select channel, origin from sale_orders where account_id = $1', [
        seller.id,
      ]),
    ).toEqual([{ channel, origin: 'storefront' }]);
    const { body } = await call(
      house.ctx,
      getStorefrontNumbers,
      { query: { period: 'today' } },
      { token: seller.token },
    );
    expect(body.origins).toMatchObject([{ kind: channel, tests: 1, sales_after_test: 1 }]);
  });

  it('offers no subscription while the seller cannot sell', async () => {
    await open();
    await setPortalCredits(house, seller, 0);
    expect((await person.say('Menu'))[0]!.choices).not.toContain('Assinar');
    expect((await person.say('Meu acesso'))[0]!.choices).toEqual(['Falar com uma pessoa', 'Menu']);
    expect(await person.say('Assinar')).toEqual([
      { text: 'Não dá para assinar por aqui agora.', choices: ['Falar com uma pessoa', 'Menu'] },
    ]);
  });

  it('renews the line of the proved number and asks which one of several', async () => {
    await open();
    expect(textOf(await person.say('Renovar'))).toContain('Não achei nenhuma assinatura');
    const first = await ownLine(person.phone);
    expect((await person.say('Renovar'))[0]!.choices).toEqual([
      '1 mês, R$ 35,00',
      '3 meses, R$ 99,00',
      'Voltar',
    ]);
    await ownLine(person.phone);
    const [lines] = await person.say('Renovar');
    expect(lines!.choices).toHaveLength(3);
    const chosen = lines!.choices.find((label) => label.includes(first.username.slice(-3)))!;
    const [plans] = await person.say(chosen);
    expect(plans!.text).toContain('Escolha o plano');
    expect((await person.say('Voltar'))[0]!.text).toBe('Qual assinatura você quer renovar?');
    await person.say(chosen);
    await person.say('1 mês, R$ 35,00');
    await pay();
    await reportToSalesChats(house.ctx);
    expect(textOf(await person.hear())).toMatch(
      /Pagamento confirmado\. Você assiste até 20\/01\/2027/,
    );
    const renewed = await readRows<{ username: string }>(
      house,
      "select username from lines where owner_id = $1 and expires_at > '2027-01-01'",
      [seller.id],
    );
    expect(renewed.map(({ username }) => username)).toEqual([first.username]);
  });

  it('opens one ticket, adds further texts, and brings the answer of the seller back', async () => {
    await open();
    await ownLine(person.phone);
    const [question] = await person.say('Falar com uma pessoa');
    expect(question!.text).toBe('Escreva em uma mensagem o que aconteceu.');
    const [opened] = await person.say('A TV <trava>\nna sala');
    expect(opened!.text).toMatch(
      /Pedido \d+ aberto\. Marcelo TV responde por aqui\..*\/portal#l\./,
    );
    expect(await person.say('de noite também')).toEqual([]);
    const as = { token: seller.token };
    const { body } = await call(house.ctx, listPortalTickets, { query: {} }, as);
    expect(body.data.map(({ title }) => title)).toEqual(['A TV <trava>']);
    const ticket = body.data[0]!.id;
    const sent = await call(
      house.ctx,
      sendTicketMessage,
      { params: { id: ticket }, body: { mensagem: 'Reinicie o aparelho.' } },
      as,
    );
    expect(sent.status).toBe(200);
    await reportToSalesChats(house.ctx);
    await reportToSalesChats(house.ctx);
    expect(await person.hear()).toEqual([
      { text: 'Marcelo TV: Reinicie o aparelho.', choices: ['Menu'] },
    ]);
    expect(await person.say('Obrigada!')).toEqual([]);
    expect(
      await readRows(
        house,
        'select body, from_support from ticket_messages where ticket_id = $1 order by number',
        [ticket],
      ),
    ).toEqual([
      { body: 'de noite também', from_support: false },
      { body: 'Reinicie o aparelho.', from_support: true },
      { body: 'Obrigada!', from_support: false },
    ]);
    expect((await person.say('Menu'))[0]!.choices).toEqual(MENU);
  });

  it('answers hostile texts with the menu and writes them unchanged into a ticket', async () => {
    await open();
    const texts = [
      '<script>alert(1)</script>',
      "'; drop table lines; --",
      '{senha}',
      '/../{{7*7}}',
    ];
    for (const text of [...texts, '\u0000', '\ud800', 'x'.repeat(4_000)])
      expect(await person.say(text)).toEqual([{ text: 'Escolha uma opção.', choices: MENU }]);
    const { password } = await ownLine(person.phone);
    await person.say('Falar com uma pessoa');
    const replies: ShownReply[] = [];
    for (const text of texts) replies.push(...(await person.say(text)));
    expect(textOf(replies)).not.toContain(password);
    const ticket = 'select title as text from tickets where account_id = $1';
    const messages = `select body as text from ticket_messages m join tickets t on t.id = m.ticket_id
      where t.account_id = $1 order by number`;
    const [first, ...others] = texts;
    expect(await readRows(house, ticket, [seller.id])).toEqual([{ text: first }]);
    expect(await readRows(house, messages, [seller.id])).toEqual(others.map((text) => ({ text })));
  });

  it('gives the seller a notice with the number of a person without a line', async () => {
    await open();
    expect(textOf(await person.say('Falar com uma pessoa'))).toContain('vai chamar você');
    expect(
      await readRows(house, 'select title from notices where account_id = $1', [seller.id]),
    ).toEqual([{ title: `+${person.phone} quer falar com você` }]);
  });

  it('never shows a line of another number or of another seller', async () => {
    await open();
    const other = await ownLine('5511977770001');
    const foreign = await chatSeller(house);
    await line(house.ctx, foreign, { whatsapp: `+${person.phone}` });
    const texts = textOf([...(await person.say('Meu acesso')), ...(await person.say('Renovar'))]);
    expect(texts).not.toContain(other.username);
    expect(texts.match(/Não achei nenhuma assinatura/g)).toHaveLength(2);
  });

  it('gives one test for 100 messages at once and keeps serving other people', async () => {
    await open();
    await house.ctx.owner.query('delete from rate_limits');
    await person.send(...Array.from({ length: 100 }, () => 'Testar grátis'));
    const neighbour = chatters[channel](house);
    expect((await neighbour.open(seller))[0]!.choices).toEqual(MENU);
    expect(await countLines(house, seller)).toBe(1);
    const [stored] = await readRows<{ count: number }>(
      house,
      `select count(*)::int from sales_chat_messages m join sales_chats c on c.id = m.chat_id
       where c.account_id = $1 and m.body = 'Testar grátis'`,
      [seller.id],
    );
    expect(stored!.count).toBe(20);
    expect(textOf(await person.hear())).toContain('Muitas mensagens seguidas.');
  });

  it('says that it is closed for a blocked seller and for a channel that is off', async () => {
    const stranger = chatters[channel](house);
    await stranger.open(seller);
    await house.ctx.owner.query('update accounts set blocked_at = now() where id = $1', [
      seller.id,
    ]);
    expect(await stranger.say('Testar grátis')).toEqual([
      { text: 'Este atendimento está fora do ar.', choices: [] },
    ]);
    await house.ctx.owner.query('update accounts set blocked_at = null where id = $1', [seller.id]);
    await savePage(house.ctx, seller, {
      channels: { link: true, telegram: false, whatsapp: false },
    });
    const late = chatters[channel](house);
    expect(textOf(await late.open(seller))).toBe('Este atendimento está fora do ar.');
    expect(await countLines(house, seller)).toBe(0);
  });

  it('is silent after a stop word until the person writes again', async () => {
    await open();
    await person.say('Assinar');
    await person.say('1 mês, R$ 35,00');
    await person.say('parar');
    await pay();
    await reportToSalesChats(house.ctx);
    expect(textOf(await person.hear())).not.toContain('Você assiste até');
    expect(textOf(await person.say('Meu acesso'))).toContain('Usuário:');
  });

  it('reports a payment that waits for credits first, and the line when it exists', async () => {
    await open();
    await person.say('Assinar');
    await person.say('1 mês, R$ 35,00');
    await setPortalCredits(house, seller, 0);
    await pay();
    await reportToSalesChats(house.ctx);
    await reportToSalesChats(house.ctx);
    expect((await person.hear()).map(({ text }) => text)).toEqual([
      'Pago. Marcelo TV foi avisado e libera sua linha.',
    ]);
    await setPortalCredits(house, seller, 500_000);
    house.ctx.clock.forward(10 * MINUTE_MS);
    await reconcilePayments(house.ctx);
    await reportToSalesChats(house.ctx);
    expect(textOf(await person.hear())).toContain('Você assiste até');
  });

  it('shows the seller its link, the last message and the last problem', async () => {
    const as = { token: seller.token };
    const read = async () =>
      (await call(house.ctx, getSalesChats, {}, as)).body.channels.find(
        (row) => row.channel === channel,
      )!;
    expect(await read()).toMatchObject({ last_message_timestamp: null, problem: '' });
    await open();
    house.ctx.clock.forward(HOUR_MS);
    await person.say('oi');
    expect((await read()).last_message_timestamp).toBe(house.ctx.clock.now().getTime() / 1000);
    const table = channel === 'telegram' ? 'telegram_bots' : 'whatsapp_numbers';
    await house.ctx.owner.query(`update ${table} set fault = 'A Meta recusa os envios.'`);
    expect((await read()).problem).toBe('A Meta recusa os envios.');
    await house.ctx.owner.query(`update ${table} set fault = null`);
  });
});
