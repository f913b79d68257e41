import { saveAnnouncement } from '@ramal/contract/announcements';
import { saveAppLinks, savePortalLinks } from '@ramal/contract/links';
import { playSandbox, refundRecharge, type SandboxAct } from '@ramal/contract/payments/charges';
import {
  creditPortal,
  listRecharges,
  saveCreditValue,
  savePlanPrices,
} from '@ramal/contract/payments/recharges';
import {
  chargePortal,
  createRenewalLink,
  getPortal,
  getPortalCharge,
  revokeRenewalLinks,
  signInToPortal,
} from '@ramal/contract/portal/portal';
import {
  listCustomerTickets,
  openCustomerTicket,
  readCustomerTicket,
  writeCustomerMessage,
} from '@ramal/contract/portal/portal-tickets';
import { getCaptcha } from '@ramal/contract/sessions';
import { sendTicketMessage } from '@ramal/contract/tickets/tickets';
import type { Challenge } from 'altcha-lib/types';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { line, p2pLine, type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../test/context.ts';
import { exemptEverybody } from '../../test/blocklist.ts';
import { solveAltcha } from '../../test/solve-altcha.ts';
import { rateLimits } from '../foundation/limits/rate-limits.ts';
import { createFindBoxRenewal } from './box-renewals.ts';
import { type Authenticator, enrolAuthenticator } from '../../test/second-factor.ts';

let ctx: TestContext;
let seller: Person;
let codes: Authenticator;
let sold: Awaited<ReturnType<typeof line>>;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());
beforeEach(async () => {
  seller = await person(ctx, { balance: 10_000 });
  codes = await enrolAuthenticator(ctx, seller);
  sold = await line(ctx, seller, { nota: 'Dona Célia, TV da sala' });
  const body = { creditPortal: 35, code_2fa: await codes.code() };
  await call(ctx, saveCreditValue, { body }, { token: seller.token });
  ctx.clock.forward(30_000);
});

const enter = async (username: string, password: string) =>
  call(ctx, signInToPortal, { body: { username, password } });
const keyOf = async () => (await enter(sold.username, sold.password)).body.key;
const home = (key: string) => call(ctx, getPortal, { body: { key } });
/** Requests a charge for one month. `value` is the price on the page. */
const charge = (key: string, value: number) =>
  call(ctx, chargePortal, { body: { key, months: 1, method: 'pix', value } });
const stateOf = (key: string, reference: string) =>
  call(ctx, getPortalCharge, { body: { key, reference } });

/** Plays the test payment of the newest charge. The seller acts as the buyer. */
async function play(act: SandboxAct): Promise<number> {
  const { body } = await call(ctx, listRecharges, { body: {} }, { token: seller.token });
  const { id } = body.recargas[0]!;
  await call(ctx, playSandbox, { params: { id }, body: { act } }, { token: seller.token });
  return id;
}

const makeLink = () =>
  call(
    ctx,
    createRenewalLink,
    { params: { id: sold.id }, body: { months: 1 } },
    { token: seller.token },
  );

const priceOfLine = (cents: number) =>
  ctx.owner.query(
    `insert into line_prices (line_id, cents) values ($1, $2)
     on conflict (line_id) do update set cents = excluded.cents`,
    [sold.id, cents],
  );

describe('signing in', () => {
  it('shows the own line and the prices of its seller and nothing else', async () => {
    const { body } = await home(await keyOf());
    expect(body).toMatchObject({ username: sold.username, name: 'Dona Célia', sandbox: true });
    expect(body.plans.map(({ months, value }) => [months, value])).toEqual([
      [1, 35],
      [2, 70],
      [3, 105],
      [6, 175],
      [12, 350],
    ]);
  });

  it('shows the published texts of the platform with the line’s values', async () => {
    const admin = await person(ctx, { profile: 'admin' });
    const publish = (type: 3 | 5, titulo: string) =>
      call(
        ctx,
        saveAnnouncement,
        { body: { titulo, mensagem: '<p>Troca de <b>discos</b></p>', type } },
        { token: admin.token },
      );
    await publish(3, 'Aviso IPTV');
    await publish(5, 'Aviso P2P');
    await call(
      ctx,
      saveAppLinks,
      { body: { type: 4, links: '<p>Entre com {usuario}</p>' } },
      { token: admin.token },
    );
    await call(
      ctx,
      savePortalLinks,
      { body: { m3u8: 'http://r4.exemplo/get.php?u={usuario}', ssiptv: 'http://r4.exemplo/ss' } },
      { token: admin.token },
    );
    const { body } = await home(await keyOf());
    expect(body.notices.map(({ title, text }) => [title, text])).toEqual([
      ['Aviso IPTV', 'Troca de discos'],
    ]);
    expect(body.how_to).toBe(`Entre com ${sold.username}`);
    const lists = Object.fromEntries(body.links.map(({ label, value }) => [label, value]));
    expect(lists['Lista M3U8']).toBe(`http://r4.exemplo/get.php?u=${sold.username}`);
    expect(lists['Lista SSIPTV']).toMatch(/\/s\/[a-z2-9]{10}$/);
    const other = await p2pLine(ctx, seller);
    const entered = await enter(other.name, other.pass);
    expect((await home(entered.body.key)).body.notices.map(({ title }) => title)).toEqual([
      'Aviso P2P',
    ]);
  });

  it('accepts lines of other platforms and refuses a wrong password', async () => {
    const other = await p2pLine(ctx, seller);
    const entered = await enter(other.name, other.pass);
    expect((await home(entered.body.key)).body.username).toBe(other.name);
    const wrong = await enter(sold.username, 'errada');
    expect([wrong.status, wrong.body.code]).toEqual([422, 'portal_wrong_credentials']);
  });

  it('invalidates a key with a new password or one altered character', async () => {
    const key = await keyOf();
    const altered = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
    expect((await home(altered)).status).toBe(403);
    await ctx.owner.query(`update lines set password = 'outra' where id = $1`, [sold.id]);
    expect((await home(key)).body.code).toBe('portal_key_refused');
  });
});

describe('paying', () => {
  it('renews the line when the page reads the paid charge and returns a receipt', async () => {
    await call(
      ctx,
      creditPortal,
      { body: { id_res: seller.id, qtd_creditos: 5 } },
      { token: seller.token },
    );
    const key = await keyOf();
    const before = (await home(key)).body;
    const made = await call(ctx, chargePortal, {
      body: { key, months: 3, method: 'pix', value: 105 },
    });
    expect(made.body).toMatchObject({ value: 105, state: 'pending', sandbox: true });
    const again = await call(ctx, chargePortal, {
      body: { key, months: 3, method: 'pix', value: 105 },
    });
    expect(again.body.reference).toBe(made.body.reference);
    const [row] = (await call(ctx, listRecharges, { body: {} }, { token: seller.token })).body
      .recargas;
    await call(
      ctx,
      playSandbox,
      { params: { id: row!.id }, body: { act: 'pay-silently' } },
      { token: seller.token },
    );
    const status = await call(ctx, getPortalCharge, {
      body: { key, reference: made.body.reference },
    });
    expect(status.body).toMatchObject({
      state: 'settled',
      renewed_until: before.expires_at + 90 * 86_400,
    });
    expect(made.body.receipt).toBeNull();
    const after = (await home(key)).body;
    const [listed] = after.receipts;
    expect(status.body.receipt).toEqual({ id: listed!.id, paid_at: listed!.paid_at });
    expect([after.expires_at, after.receipts[0]]).toMatchObject([
      before.expires_at + 90 * 86_400,
      { value: 105, months: 3, state: 'settled' },
    ]);
  });

  it('refuses a charge of another line', async () => {
    const key = await keyOf();
    const { body } = await charge(key, 35);
    sold = await line(ctx, seller);
    const other = await keyOf();
    const seen = await call(ctx, getPortalCharge, {
      body: { key: other, reference: body.reference },
    });
    expect(seen.body.code).toBe('recharge_not_found');
  });
});

describe('outcome of a payment', () => {
  const outcomes: readonly (readonly [SandboxAct, string, string])[] = [
    ['pay-less', 'pending', 'mismatched'],
    ['refuse', 'cancelled', 'refused'],
    ['expire', 'cancelled', 'expired'],
  ];

  it.each(outcomes)('returns the kind of the outcome after %s', async (act, state, outcome) => {
    const key = await keyOf();
    const { reference, outcome: first } = (await charge(key, 35)).body;
    await play(act);
    const { body } = await stateOf(key, reference);
    expect([first, body.state, body.outcome]).toEqual([null, state, outcome]);
    expect(JSON.stringify(body)).not.toMatch(/Mercado Pago|banco|expirou/i);
  });

  it('keeps a mismatched payment visible when the charge expires', async () => {
    const key = await keyOf();
    const { reference } = (await charge(key, 35)).body;
    await play('pay-less');
    ctx.clock.forward(40 * 60_000);
    expect((await stateOf(key, reference)).body.outcome).toBe('mismatched');
  });

  it('reports an unpaid charge as expired some minutes after its end', async () => {
    const key = await keyOf();
    const { reference } = (await charge(key, 35)).body;
    ctx.clock.forward(31 * 60_000);
    expect((await stateOf(key, reference)).body).toMatchObject({ state: 'pending', outcome: null });
    ctx.clock.forward(7 * 60_000);
    // While the provider reports the charge as pending, it may still be paid.
    expect((await stateOf(key, reference)).body).toMatchObject({ state: 'pending', outcome: null });
    await ctx.owner.query('delete from sandbox_payments where reference = $1', [reference]);
    ctx.clock.forward(5_000);
    const { body } = await stateOf(key, reference);
    expect(body).toMatchObject({ state: 'cancelled', outcome: 'expired' });
  });

  it('reports returned money without the seller’s own reason', async () => {
    const key = await keyOf();
    const { reference } = (await charge(key, 35)).body;
    const id = await play('pay');
    ctx.clock.forward(30_000);
    const body = { reason: 'Cliente chato demais', code_2fa: await codes.code() };
    await call(ctx, refundRecharge, { params: { id }, body }, { token: seller.token });
    const read = await stateOf(key, reference);
    expect(read.body).toMatchObject({ state: 'reversed', outcome: 'refunded' });
    expect(JSON.stringify([read.body, (await home(key)).body])).not.toContain('chato');
  });
});

it('tells a television for some minutes that a customer opened its renewal', async () => {
  const findRenewal = createFindBoxRenewal(ctx);
  const isOpened = async () => {
    ctx.clock.forward(61_000);
    return (await findRenewal(sold.id, 'http://localhost'))!.isOpened;
  };
  const { url } = (await findRenewal(sold.id, 'http://localhost'))!;
  expect(await isOpened()).toBe(false);
  expect((await home(url.split('#')[1]!)).status).toBe(200);
  expect(await isOpened()).toBe(true);
  ctx.clock.forward(15 * 60_000);
  expect(await isOpened()).toBe(false);
  expect((await home(url.split('#')[1]!)).status).toBe(200);
  expect(await isOpened()).toBe(true);
});

describe('the customer’s own price', () => {
  const pricesIn = async (key: string) =>
    (await home(key)).body.plans.map(({ months, value }) => [months, value]);

  it('uses the customer’s own price for a month everywhere and keeps other terms', async () => {
    await priceOfLine(2990);
    const key = await keyOf();
    expect(await pricesIn(key)).toEqual([
      [1, 29.9],
      [2, 70],
      [3, 105],
      [6, 175],
      [12, 350],
    ]);
    expect((await charge(key, 29.9)).body).toMatchObject({ value: 29.9, state: 'pending' });
    const { body } = await makeLink();
    expect([body.value, body.message]).toEqual([29.9, expect.stringContaining('(R$ 29,90)')]);
  });

  it('offers no payment if the seller sells no plan', async () => {
    const body = { creditPortal: 0, code_2fa: await codes.code() };
    await call(ctx, saveCreditValue, { body }, { token: seller.token });
    await priceOfLine(2990);
    const key = await keyOf();
    expect(await pricesIn(key)).toEqual([]);
    expect((await charge(key, 29.9)).body.code).toBe('plan_not_offered');
  });

  it('offers the own price if the seller sells only other terms', async () => {
    const value = { creditPortal: 0, code_2fa: await codes.code() };
    await call(ctx, saveCreditValue, { body: value }, { token: seller.token });
    ctx.clock.forward(30_000);
    const plans = { month_6: 150, code_2fa: await codes.code() };
    await call(ctx, savePlanPrices, { body: plans }, { token: seller.token });
    await priceOfLine(2990);
    expect(await pricesIn(await keyOf())).toEqual([
      [1, 29.9],
      [6, 150],
    ]);
  });

  it('refuses to charge a price that changed while the page was open', async () => {
    await priceOfLine(2990);
    const key = await keyOf();
    await priceOfLine(4500);
    const refused = await charge(key, 29.9);
    expect([refused.status, refused.body.code]).toEqual([409, 'price_changed']);
    expect((refused.body as unknown as { message: string }).message).toContain('R$ 45,00');
    const { body } = await call(ctx, listRecharges, { body: {} }, { token: seller.token });
    expect(body.recargas).toEqual([]);
    expect((await charge(key, 45)).body.value).toBe(45);
  });
});

describe('a line that does not play', () => {
  it('refuses to renew a blocked line for every caller', async () => {
    const key = await keyOf();
    await ctx.owner.query('update lines set blocked_for_abuse_at = now() where id = $1', [sold.id]);
    expect((await home(key)).body).toMatchObject({ blocked: true, plans: [] });
    expect((await charge(key, 35)).body.code).toBe('renewal_blocked');
    expect((await makeLink()).body).toMatchObject({ code: 'renewal_link_blocked' });
  });

  it('leaves a disabled line disabled after a paid renewal', async () => {
    const portal = { id_res: seller.id, qtd_creditos: 5 };
    await call(ctx, creditPortal, { body: portal }, { token: seller.token });
    await ctx.owner.query('update lines set is_on = false where id = $1', [sold.id]);
    const key = await keyOf();
    const { reference } = (await charge(key, 35)).body;
    await play('pay');
    expect((await stateOf(key, reference)).body.state).toBe('settled');
    expect((await home(key)).body.is_on).toBe(false);
  });
});

describe('a renewal link', () => {
  const make = makeLink;
  const keyIn = (url: string): string => new URL(url).hash.slice(1);

  it('opens the portal with the created Pix until the renewal link is revoked', async () => {
    const { body } = await make();
    expect([body.value, body.message.includes(body.pix_code!)]).toEqual([35, true]);
    expect(body.message).toMatch(/^Olá, Dona Célia! Seu plano vence em /);
    const key = keyIn(body.url);
    expect((await home(key)).body.username).toBe(sold.username);
    await call(ctx, revokeRenewalLinks, { params: { id: sold.id } }, { token: seller.token });
    expect((await home(key)).body.code).toBe('portal_key_refused');
  });

  it('greets customers by name instead of login and writes thousands with a dot', async () => {
    await ctx.owner.query(`update lines set note = '' where id = $1`, [sold.id]);
    await priceOfLine(125_000);
    const { message } = (await makeLink()).body;
    expect(message).toMatch(/^Olá! Seu plano vence em \d\d\/\d\d\/\d{4}\.\n/);
    expect(message).toContain('(R$ 1.250,00)');
    expect(message).not.toContain(sold.username);
  });

  it('refuses a renewal link after its end or with an altered character', async () => {
    const key = keyIn((await make()).body.url);
    for (let place = 2; place < key.length; place += 1) {
      const other = key[place] === '1' ? '2' : '1';
      const altered = key.slice(0, place) + other + key.slice(place + 1);
      expect([altered, (await home(altered)).status]).toEqual([altered, 403]);
    }
    ctx.clock.forward(8 * 86_400_000);
    expect((await home(key)).status).toBe(403);
  });
});

describe('help', () => {
  const question = (key: string, more = {}) => ({
    key,
    client_id: randomUUID(),
    category: 2,
    text: 'ESPN trava\nDesde ontem, na TV da sala',
    ...more,
  });

  it('lets the customer open a ticket and the seller answer it and nobody else read it', async () => {
    const key = await keyOf();
    const sent = question(key);
    const { id } = (await call(ctx, openCustomerTicket, { body: sent as never })).body;
    // A repeated request after a lost response opens no second ticket.
    expect((await call(ctx, openCustomerTicket, { body: sent as never })).body.id).toBe(id);
    const listed = await call(ctx, listCustomerTickets, { body: { key } });
    expect(listed.body.tickets).toMatchObject([{ id, title: 'ESPN trava', status: 0 }]);

    await call(
      ctx,
      sendTicketMessage,
      { params: { id }, body: { mensagem: 'Reinicie o aparelho' } },
      { token: seller.token },
    );
    const message = { key, id, client_id: randomUUID(), text: 'Voltou, obrigada' };
    for (const _ of [1, 2]) await call(ctx, writeCustomerMessage, { body: message });
    const read = await call(ctx, readCustomerTicket, { body: { key, id } });
    expect(read.body).toMatchObject({
      text: 'ESPN trava\nDesde ontem, na TV da sala',
      can_write: true,
      messages: [
        { number: 1, text: 'Reinicie o aparelho', mine: false },
        { number: 2, text: 'Voltou, obrigada', mine: true },
      ],
    });
    const rest = await call(ctx, readCustomerTicket, { body: { key, id, after: 1 } });
    expect(rest.body.messages).toHaveLength(1);

    const other = await line(ctx, seller);
    const foreign = (await enter(other.username, other.password)).body.key;
    const theirs = await call(ctx, readCustomerTicket, { body: { key: foreign, id } });
    expect([theirs.status, theirs.body.code]).toEqual([404, 'ticket_not_found']);
  });

  it('limits tickets per hour and requires a text', async () => {
    const key = await keyOf();
    const blank = await call(ctx, openCustomerTicket, {
      body: question(key, { text: ' ' }) as never,
    });
    expect(blank.status).toBe(422);
    const { points } = rateLimits['portal-ticket'];
    const statuses = [];
    for (let n = 0; n <= points; n += 1)
      statuses.push((await call(ctx, openCustomerTicket, { body: question(key) as never })).status);
    expect(statuses).toEqual([...Array<number>(points).fill(200), 429]);
  });
});

// Failed guesses of other people must not lock out the customer.
describe('guessed line numbers', () => {
  const from = (address: string, password: string, more: Record<string, string> = {}) =>
    call(
      ctx,
      signInToPortal,
      { body: { username: sold.username, password, ...more } },
      { address },
    );

  it('requires a proof of work from the customer on a new network but not in a known browser', async () => {
    ctx.clock.set(new Date().toISOString());
    await exemptEverybody(ctx);
    const { browser_mark } = (await from('203.0.113.5', sold.password)).body;
    const guesses = Array.from({ length: 600 }, (_, n) =>
      from(`198.${20 + (n >> 8)}.${n & 255}.1`, `errada-${n}`),
    );
    await Promise.all(guesses);
    expect((await from('192.0.2.9', sold.password, { browser_mark })).status).toBe(200);
    expect((await from('192.0.2.10', 'errada', { browser_mark })).status).toBe(422);
    const refused = await from('192.0.2.11', sold.password);
    expect([refused.status, refused.body.code]).toEqual([429, 'proof_of_work_required']);
    const { challenge } = (await call(ctx, getCaptcha, { query: { level: 'high' } })).body;
    const proof_of_work = await solveAltcha(challenge as unknown as Challenge);
    expect((await from('192.0.2.11', sold.password, { proof_of_work })).status).toBe(200);
    expect((await from('192.0.2.12', 'errada', { proof_of_work })).status).toBe(429);
  }, 300_000);
});
