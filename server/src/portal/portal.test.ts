import { saveAnnouncement } from '@ramal/contract/announcements';
import { saveAppLinks, savePortalLinks } from '@ramal/contract/links';
import { playSandbox } from '@ramal/contract/payments/charges';
import { creditPortal, listRecharges, saveCreditValue } from '@ramal/contract/payments/recharges';
import {
  chargePortal,
  createRenewalLink,
  getPortal,
  getPortalCharge,
  revokeRenewalLinks,
  signInToPortal,
} from '@ramal/contract/portal';
import {
  listCustomerTickets,
  openCustomerTicket,
  readCustomerTicket,
  writeCustomerMessage,
} from '@ramal/contract/portal-tickets';
import { sendTicketMessage } from '@ramal/contract/tickets/tickets';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { line, p2pLine, type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../test/context.ts';
import { rateLimits } from '../foundation/limits/rate-limits.ts';
import { type Authenticator, enrolled } from '../../test/second-factor.ts';

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
  codes = await enrolled(ctx, seller);
  sold = await line(ctx, seller, { nota: 'Dona Célia, TV da sala' });
  const body = { creditPortal: 35, code_2fa: await codes.code() };
  await call(ctx, saveCreditValue, { body }, { token: seller.token });
  ctx.clock.forward(30_000);
});

const enter = async (username: string, password: string) =>
  call(ctx, signInToPortal, { body: { username, password } });
const keyOf = async () => (await enter(sold.username, sold.password)).body.key;
const home = (key: string) => call(ctx, getPortal, { body: { key } });

describe('signing in', () => {
  it('shows the own line, its seller’s prices and nothing else', async () => {
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

  it('shows what the administration published for its platform, with the line’s own values', async () => {
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

  it('works for the other platforms, and not for a wrong password', async () => {
    const other = await p2pLine(ctx, seller);
    const entered = await enter(other.name, other.pass);
    expect((await home(entered.body.key)).body.username).toBe(other.name);
    const wrong = await enter(sold.username, 'errada');
    expect([wrong.status, wrong.body.code]).toEqual([422, 'portal_wrong_credentials']);
  });

  it('ends with the line’s password, and with one altered character', async () => {
    const key = await keyOf();
    const altered = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
    expect((await home(altered)).status).toBe(403);
    await ctx.owner.query(`update lines set password = 'outra' where id = $1`, [sold.id]);
    expect((await home(key)).body.code).toBe('portal_key_refused');
  });
});

describe('paying', () => {
  it('renews the line when the page asks, and gives a receipt', async () => {
    await call(
      ctx,
      creditPortal,
      { body: { id_res: seller.id, qtd_creditos: 5 } },
      { token: seller.token },
    );
    const key = await keyOf();
    const before = (await home(key)).body;
    const made = await call(ctx, chargePortal, { body: { key, months: 3, method: 'pix' } });
    expect(made.body).toMatchObject({ value: 105, state: 'pending', sandbox: true });
    // Asked for again, it is the same one.
    const again = await call(ctx, chargePortal, { body: { key, months: 3, method: 'pix' } });
    expect(again.body.reference).toBe(made.body.reference);
    const [row] = (await call(ctx, listRecharges, { body: {} }, { token: seller.token })).body
      .recargas;
    await call(
      ctx,
      playSandbox,
      { params: { id: row!.id }, body: { act: 'pay-silently' } },
      { token: seller.token },
    );
    const asked = await call(ctx, getPortalCharge, {
      body: { key, reference: made.body.reference },
    });
    expect(asked.body).toMatchObject({
      state: 'settled',
      renewed_until: before.expires_at + 90 * 86_400,
    });
    const after = (await home(key)).body;
    expect([after.expires_at, after.receipts[0]]).toMatchObject([
      before.expires_at + 90 * 86_400,
      { value: 105, months: 3, state: 'settled' },
    ]);
  });

  it('shows nobody else’s charge', async () => {
    const key = await keyOf();
    const { body } = await call(ctx, chargePortal, { body: { key, months: 1, method: 'pix' } });
    sold = await line(ctx, seller);
    const other = await keyOf();
    const seen = await call(ctx, getPortalCharge, {
      body: { key: other, reference: body.reference },
    });
    expect(seen.body.code).toBe('recharge_not_found');
  });
});

describe('a renewal link', () => {
  const make = () =>
    call(
      ctx,
      createRenewalLink,
      { params: { id: sold.id }, body: { months: 1 } },
      { token: seller.token },
    );
  const keyIn = (url: string): string => new URL(url).hash.slice(1);

  it('lets the customer in with the Pix already made, until it is revoked', async () => {
    const { body } = await make();
    expect([body.value, body.message.includes(body.pix_code!)]).toEqual([35, true]);
    const key = keyIn(body.url);
    expect((await home(key)).body.username).toBe(sold.username);
    await call(ctx, revokeRenewalLinks, { params: { id: sold.id } }, { token: seller.token });
    expect((await home(key)).body.code).toBe('portal_key_refused');
  });

  it('ends by itself, and is refused with any character altered', async () => {
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
  const asked = (key: string, more = {}) => ({
    key,
    client_id: randomUUID(),
    category: 2,
    text: 'ESPN trava\nDesde ontem, na TV da sala',
    ...more,
  });

  it('is asked for, answered by the seller, and followed by its customer alone', async () => {
    const key = await keyOf();
    const sent = asked(key);
    const { id } = (await call(ctx, openCustomerTicket, { body: sent as never })).body;
    // A press after a lost answer opens no second one.
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

  it('is asked for a few times an hour, and wants words', async () => {
    const key = await keyOf();
    const blank = await call(ctx, openCustomerTicket, { body: asked(key, { text: ' ' }) as never });
    expect(blank.status).toBe(422);
    const { points } = rateLimits['portal-ticket'];
    const statuses = [];
    for (let n = 0; n <= points; n += 1)
      statuses.push((await call(ctx, openCustomerTicket, { body: asked(key) as never })).status);
    expect(statuses).toEqual([...Array<number>(points).fill(200), 429]);
  });
});
