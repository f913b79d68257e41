/** Payments in chats: whose lines they change, where their results go, and that no result is lost. */
import { playSandbox } from '@ramal/contract/payments/charges';
import { getStorefrontPage } from '@ramal/contract/storefront/page';
import { getStorefront } from '@ramal/contract/storefront/settings';
import { requestStorefrontTest } from '@ramal/contract/storefront/tests';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { line, type Person } from '../../test/accounts.ts';
import { call } from '../../test/context.ts';
import { createPersonalCoupon } from '../coupons/coupons.ts';
import { readClock } from '../foundation/clock.ts';
import { reconcilePayments } from '../payments/reconcile.ts';
import {
  type ChatHouse,
  type Chatter,
  chatters,
  openChatHouse,
  payNewest,
  prepareChatTest,
  readRows,
  reportFailure,
  savePage,
  setPortalCredits,
  type ShownReply,
  telegramChatter,
  whatsappChatter,
} from './sales-chats.fixtures.ts';
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

const textOf = (replies: readonly ShownReply[]) => replies.map(({ text }) => text).join('\n');
const ownLine = (whatsapp: string) => line(house.ctx, seller, { whatsapp: `+${whatsapp}` });
const pay = () => payNewest(house, seller);

/** Works on the chat until its delivery has no attempt left. */
async function failAttempts(person: Chatter): Promise<ShownReply[]> {
  const replies: ShownReply[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    replies.push(...(await person.hear()));
    house.ctx.clock.forward(10 * MINUTE_MS);
  }
  return replies;
}

const chatIdOf = () => house.telegram.messages.at(-1)!.chatId;
const notices = () =>
  readRows<{ title: string }>(house, 'select title from notices where account_id = $1', [
    seller.id,
  ]);

describe.each(['telegram', 'whatsapp'] as const)('a payment in a chat by %s', (channel) => {
  let person: Chatter;
  const open = async () => {
    person = chatters[channel](house);
    await person.open(seller);
  };
  const orderMonth = async () => {
    await person.say('Assinar');
    await person.say('1 mês, R$ 35,00');
  };

  it('does not promote the test that a stranger took with the typed number', async () => {
    await open();
    const { ctx } = house;
    const { settings } = (await call(ctx, getStorefront, {}, { token: seller.token })).body;
    const { slug, name } = settings!;
    await savePage(ctx, seller, { slug, name, tests: { proves_number: false } });
    const { products } = (await call(ctx, getStorefrontPage, { params: { slug } })).body;
    const taken = await call(ctx, requestStorefrontTest, {
      params: { slug },
      body: {
        phone: `+${person.phone}`,
        device: 'phone',
        device_signature: `aparelho-do-estranho-${channel}`,
        test_id: products[0]!.test_id!,
        consent: true,
      },
    });
    const { username } = taken.body.test!.credentials!;
    await orderMonth();
    await pay();
    await reportToSalesChats(ctx);
    expect(textOf(await person.hear())).not.toContain(username);
    expect(
      await readRows(
        house,
        'select is_trial, username = $2 as is_of_stranger from lines where owner_id = $1 order by id',
        [seller.id, username],
      ),
    ).toEqual([
      { is_trial: true, is_of_stranger: true },
      { is_trial: false, is_of_stranger: false },
    ]);
  });

  it('sends no access of a line that has another number by then', async () => {
    await open();
    const { password } = await ownLine(person.phone);
    await person.say('Renovar');
    await person.say('1 mês, R$ 35,00');
    await readRows(house, "update lines set whatsapp = '5511966660066' where owner_id = $1", [
      seller.id,
    ]);
    await pay();
    await reportToSalesChats(house.ctx);
    const texts = textOf([...(await person.hear()), ...(await person.say('Já paguei'))]);
    expect(texts).not.toMatch(/Você assiste|portal#/);
    expect(texts).not.toContain(password);
  });

  it('answers every «Já paguei» while the paid line is not ready', async () => {
    await open();
    await orderMonth();
    await setPortalCredits(house, seller, 0);
    await pay();
    expect(textOf(await person.say('Já paguei'))).toBe(
      'Pago. Marcelo TV foi avisado e libera sua linha.',
    );
    for (let press = 0; press < 2; press += 1) {
      const [reply, ...more] = await person.say('Já paguei');
      expect([reply!.text, more]).toEqual([
        'Seu pagamento caiu. O resultado chega aqui assim que ficar pronto.',
        [],
      ]);
      expect(reply!.choices).toContain('Falar com uma pessoa');
    }
    await setPortalCredits(house, seller, 500_000);
  });

  it('sends a result that five tries could not send with the next message', async () => {
    await open();
    await orderMonth();
    await pay();
    await reportToSalesChats(house.ctx);
    if (channel === 'telegram')
      house.telegram.script(chatIdOf(), ...Array.from({ length: 6 }, () => 'broken' as const));
    else house.meta.script(person.phone, ...Array.from({ length: 6 }, () => 'broken' as const));
    expect(await failAttempts(person)).toEqual([]);
    expect(await notices()).toContainEqual({
      title: `+${person.phone} pagou e não recebeu a resposta`,
    });
    if (channel === 'telegram') house.telegram.script(chatIdOf());
    else house.meta.script(person.phone);
    const replies = await person.say('oi');
    expect(replies.map(({ text }) => text)).toEqual([
      expect.stringContaining('Você assiste até'),
      'Escolha uma opção.',
    ]);
    expect(textOf(await person.say('oi'))).toBe('Escolha uma opção.');
  });

  it('keeps the result of a person who stopped the chat until the next message', async () => {
    await open();
    await orderMonth();
    await person.send('parar');
    await pay();
    await reportToSalesChats(house.ctx);
    expect(textOf(await person.hear())).not.toContain('Você assiste até');
    expect(textOf(await person.say('oi'))).toContain('Você assiste até');
    expect(textOf(await person.say('oi'))).toBe('Escolha uma opção.');
  });

  it('shows and uses the reward of a referral once', async () => {
    const { ctx } = house;
    await open();
    const { id: lineId } = await ownLine(person.phone);
    const reward = { accountId: seller.id, lineId, percent: 20 };
    await ctx.db.tx((tx) => createPersonalCoupon(tx, readClock(ctx.clock), reward));
    const [plans] = await person.say('Renovar');
    expect(plans!.text).toContain('Com 20% de desconto da sua indicação.');
    expect(plans!.choices).toEqual(['1 mês, R$ 28,00', '3 meses, R$ 79,20', 'Voltar']);
    const [intro, code] = await person.say('1 mês, R$ 28,00');
    expect(intro!.text).toContain('R$ 28,00 em vez de R$ 35,00');
    // The same plan returns the same code, and another one waits for the open payment.
    await person.say('Renovar');
    expect((await person.say('1 mês, R$ 28,00'))[1]).toEqual(code);
    await person.say('Renovar');
    expect(textOf(await person.say('3 meses, R$ 79,20'))).toContain(
      'já está em um pagamento aberto',
    );
    await pay();
    expect((await person.say('Renovar'))[0]!.choices).toEqual([
      '1 mês, R$ 35,00',
      '3 meses, R$ 99,00',
      'Voltar',
    ]);
    expect(
      await readRows(
        house,
        'select cents::int, list_cents::int, state from charges where line_id = $1',
        [lineId],
      ),
    ).toEqual([{ cents: 2_800, list_cents: 3_500, state: 'settled' }]);
  });

  it('refuses the shown price of a reward that ended in the meantime', async () => {
    const { ctx } = house;
    await open();
    const { id: lineId } = await ownLine(person.phone);
    const reward = { accountId: seller.id, lineId, percent: 20 };
    await ctx.db.tx((tx) => createPersonalCoupon(tx, readClock(ctx.clock), reward));
    await person.say('Renovar');
    await readRows(house, 'update coupons set ended_at = now() where account_id = $1', [seller.id]);
    expect(textOf(await person.say('1 mês, R$ 28,00'))).toContain('R$ 35,00');
    expect(await readRows(house, 'select from charges where line_id = $1', [lineId])).toEqual([]);
  });
});

it('reports a renewal that two chats of one person requested to the newer chat', async () => {
  const phone = '5511966660055';
  const { id: lineId } = await ownLine(phone);
  const first = telegramChatter(house, phone);
  const second = whatsappChatter(house, phone);
  const orders: string[] = [];
  for (const person of [first, second]) {
    await person.open(seller);
    await person.say('Renovar');
    orders.push((await person.say('1 mês, R$ 35,00'))[1]!.text);
  }
  expect(orders[1]).toBe(orders[0]);
  const [{ id } = { id: 0 }] = await readRows<{ id: number }>(
    house,
    'select id::int from charges where line_id = $1',
    [lineId],
  );
  const as = { token: seller.token };
  await call(house.ctx, playSandbox, { params: { id }, body: { act: 'pay' } }, as);
  await reportToSalesChats(house.ctx);
  expect(textOf(await first.hear())).toBe('');
  expect(textOf(await second.hear())).toContain('Pagamento confirmado.');
});

it('sends a result again that Meta accepted and did not deliver', async () => {
  const person = whatsappChatter(house);
  await person.open(seller);
  await person.say('Assinar');
  await person.say('1 mês, R$ 35,00');
  await pay();
  await reportToSalesChats(house.ctx);
  expect(textOf(await person.hear())).toContain('Você assiste até');
  expect(await reportFailure(house, 131_026)).toBe(200);
  expect(await notices()).toHaveLength(1);
  expect(textOf(await person.say('oi'))).toContain('Você assiste até');
  expect(textOf(await person.say('oi'))).not.toContain('Você assiste até');
});

describe('«Já paguei» and results that were not delivered', () => {
  const PAID_TEXT = 'Seu pagamento caiu. O resultado chega aqui assim que ficar pronto.';
  let person: Chatter;
  const newestReply = () => house.meta.accepted.at(-1)!;
  /** Pays for a new line that the seller cannot deliver without credits. */
  const payHeldOrder = async () => {
    await person.say('Assinar');
    await person.say('1 mês, R$ 35,00');
    await setPortalCredits(house, seller, 0);
    await pay();
    expect(textOf(await person.say('Já paguei'))).toContain('libera sua linha');
  };
  beforeEach(async () => {
    person = whatsappChatter(house);
    await person.open(seller);
  });

  it('answers the press although another order has a result that cannot be sent', async () => {
    await ownLine(person.phone);
    await person.say('Renovar');
    await person.say('1 mês, R$ 35,00');
    await pay();
    await reportToSalesChats(house.ctx);
    expect(textOf(await person.hear())).toContain('Você assiste até');
    const renewalResult = newestReply();
    await payHeldOrder();
    await reportFailure(house, 131_026, renewalResult);
    await readRows(house, "update lines set whatsapp = '5511966660067' where owner_id = $1", [
      seller.id,
    ]);
    expect(textOf(await person.say('Já paguei'))).toBe(PAID_TEXT);
  });

  it('repeats no result because an older reply about the same order was not delivered', async () => {
    await payHeldOrder();
    const heldReply = newestReply();
    await setPortalCredits(house, seller, 500_000);
    await reconcilePayments(house.ctx);
    await reportToSalesChats(house.ctx);
    expect(textOf(await person.hear())).toContain('Você assiste até');
    const before = await notices();
    await reportFailure(house, 131_026, heldReply);
    expect(await notices()).toEqual(before);
    expect(textOf(await person.say('oi'))).toBe('Escolha uma opção.');
  });

  it('handles messages while the result of an order cannot be stored', async () => {
    await person.say('Assinar');
    await person.say('1 mês, R$ 35,00');
    await pay();
    await reportToSalesChats(house.ctx);
    expect(textOf(await person.hear())).toContain('Você assiste até');
    await reportFailure(house, 131_026);
    await readRows(
      house,
      'alter table sales_chat_replies add constraint no_results check (charge_id is null) not valid',
    );
    const reply = textOf(await person.say('oi'));
    await readRows(house, 'alter table sales_chat_replies drop constraint no_results');
    expect(reply).toBe('Escolha uma opção.');
    expect(textOf(await person.say('oi'))).toContain('Você assiste até');
  });
});
