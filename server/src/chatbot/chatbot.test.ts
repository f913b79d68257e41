/** Chatbot addresses over HTTP, as apps for automatic replies call them. */
import {
  createChatbotAddress,
  editChatbotAddress,
  listChatbotAddresses,
  MAX_CHATBOT_ADDRESSES,
  revokeChatbotAddress,
} from '@ramal/contract/storefront/chatbot';
import { saveMessageText } from '@ramal/contract/message-texts';
import { getStorefront, saveStorefront } from '@ramal/contract/storefront/settings';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person, type Person, session } from '../../test/accounts.ts';
import { call, createTestContext, TODAY, type TestContext } from '../../test/context.ts';
import { hostileTexts } from '../../test/hostile-texts.ts';
import { rateLimits } from '../foundation/limits/rate-limits.ts';

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query('delete from rate_limits');
  seller = await person(ctx, { balance: 1_000 });
});
afterAll(() => ctx.close());

const create = async (body: Record<string, unknown> = {}) =>
  (await call(ctx, createChatbotAddress, { body } as never, { token: seller.token })).body;

const list = async () =>
  (await call(ctx, listChatbotAddresses, {}, { token: seller.token })).body.data;

let numbers = 11_940_000_000;
const newPhone = (): string => String((numbers += 1));

interface AppRequest {
  readonly body?: unknown;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly ip?: string;
}

/** Requests the address and returns status and body as text. */
async function request(
  url: string,
  { body, query, headers = {}, ip = '203.0.113.5' }: AppRequest = {},
) {
  const response = await ctx.server.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: new URL(url).pathname,
    remoteAddress: ip,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(query ? { query } : {}),
    ...(body === undefined
      ? {}
      : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return {
    status: response.statusCode,
    text: response.body,
    type: response.headers['content-type'],
  };
}

const replyOf = ({ text }: { readonly text: string }): string =>
  (JSON.parse(text) as { reply: string }).reply;

const whatsAuto = (senderPhone: string, senderName = 'Célia') => ({
  appName: 'WhatsAuto',
  messageDateTime: 1_795_273_200,
  devicePhone: '5511955550190',
  deviceName: 'Moto',
  senderName,
  senderMessage: 'quero um teste',
  senderPhone,
  userAgent: 'WhatsAuto/3',
});

const countLines = async (): Promise<number> =>
  (
    await ctx.owner.query('select count(*)::int as count from lines where owner_id = $1', [
      seller.id,
    ])
  ).rows[0].count;

describe('a chatbot address', () => {
  it('answers with the credentials of a test in the seller’s own text', async () => {
    const { url } = await create();
    expect(new URL(url).pathname).toMatch(/^\/api\/chatbot\/[0-9A-Za-z]{10}\/[0-9A-Za-z]{10}$/);
    await call(
      ctx,
      saveMessageText,
      { body: { kind: 'test', text: 'Oi, {nome}. Usuário {usuario}, senha {senha}, {pacote}.' } },
      { token: seller.token },
    );
    const phone = newPhone();
    const { status, text } = await request(url, { body: whatsAuto(phone) });
    const { rows } = await ctx.owner.query(
      'select username, password, origin, whatsapp, note, test_hours from lines where owner_id = $1',
      [seller.id],
    );
    const [line] = rows;
    expect([status, JSON.parse(text)]).toEqual([
      200,
      { reply: `Oi, Célia. Usuário ${line.username}, senha ${line.password}, Completo.` },
    ]);
    expect(line).toMatchObject({ origin: 'chatbot', whatsapp: `55${phone}`, test_hours: 6 });
  });

  it.each<[string, (phone: string) => AppRequest]>([
    ['fields in the query', (phone) => ({ query: { senderPhone: phone, senderName: 'Célia' } })],
    [
      'the customer’s own fields',
      (phone) => ({ body: { customerWhatsapp: phone, customerName: 'Célia' } }),
    ],
    [
      'unknown fields',
      (phone) => ({ query: { senderPhone: phone }, body: { app: 'Outro', number: phone } }),
    ],
    [
      'a form',
      (phone) => ({
        body: `senderPhone=%2B55${phone}&senderName=C%C3%A9lia`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    ],
  ])('accepts %s and answers a repeated request within a minute equally', async (_, sent) => {
    const { url } = await create();
    const phone = newPhone();
    const first = await request(url, sent(phone));
    expect(first.status).toBe(200);
    expect(replyOf(first)).toContain('Usuário: ');
    ctx.clock.forward(MINUTE_MS - 1);
    expect((await request(url, sent(phone))).text).toBe(first.text);
    ctx.clock.forward(1);
    expect(replyOf(await request(url, sent(phone)))).toBe(
      'Este número já fez um teste. Para assinar, escreva aqui.',
    );
    expect(await countLines()).toBe(1);
  });

  it('answers with the texts of the sales page, if the seller has one', async () => {
    const { url } = await create();
    const as = { token: seller.token };
    const { suggested } = (await call(ctx, getStorefront, {}, as)).body;
    const texts = {
      ...suggested.texts,
      test_ready: 'Pronto, {nome}: {usuario} até {vencimento}. {link}',
      already_tested: 'Já testou. Assine em {link}',
    };
    await call(ctx, saveStorefront, { body: { ...suggested, slug: 'celia-tv', texts } }, as);
    const body = whatsAuto(newPhone());
    expect(replyOf(await request(url, { body }))).toMatch(
      /^Pronto, Célia: \d+ até 21\/11\/2026 18:00\. http\S+\/loja\/celia-tv$/,
    );
    ctx.clock.forward(MINUTE_MS);
    expect(replyOf(await request(url, { body }))).toMatch(
      /^Já testou\. Assine em http\S+\/loja\/celia-tv$/,
    );
  });

  it('gives one test for 100 parallel requests of one phone', async () => {
    const { url } = await create();
    const body = whatsAuto(newPhone());
    const replies = await Promise.all(Array.from({ length: 100 }, () => request(url, { body })));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await countLines()).toBe(1);
  });

  it('answers an app that sends nothing at most once a minute with a new test', async () => {
    const { url } = await create();
    const first = await request(url);
    expect((await request(url)).text).toBe(first.text);
    ctx.clock.forward(MINUTE_MS);
    expect((await request(url)).text).not.toBe(first.text);
    expect(await countLines()).toBe(2);
  });

  it('answers plain text to an app that accepts only text', async () => {
    const { url } = await create();
    const { text, type } = await request(url, { headers: { accept: 'text/plain' } });
    expect(type).toMatch(/^text\/plain/);
    expect(text).toMatch(/^Usuário: /);
  });

  it('stops at its cap of the day and counts today’s use', async () => {
    const { url } = await create({ per_day: 2 });
    await request(url, { body: whatsAuto(newPhone()) });
    await request(url, { body: whatsAuto(newPhone()) });
    expect(replyOf(await request(url, { body: whatsAuto(newPhone()) }))).toBe(
      'Os testes de hoje acabaram. Voltam em 22/11/2026, às 08:00. Para assinar, escreva aqui.',
    );
    expect(await list()).toMatchObject([
      {
        url,
        per_day: 2,
        today: 2,
        test_hours: 6,
        product_name: 'Completo',
        last_used_at_timestamp: Date.parse(TODAY) / 1000,
      },
    ]);
    ctx.clock.set('2026-11-22T15:00:00Z');
    expect(replyOf(await request(url, { body: whatsAuto(newPhone()) }))).toContain('Usuário: ');
    seller = { ...seller, ...(await session(ctx, seller.username)) };
    expect((await list())[0]!.today).toBe(1);
  });

  it('is refused after it was revoked, and a new one has another id', async () => {
    const { url, id } = await create();
    await call(ctx, revokeChatbotAddress, { params: { id } }, { token: seller.token });
    const refused = await request(url, { body: whatsAuto(newPhone()) });
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
      404,
      { message: 'Este endereço não vale mais.', code: 'chatbot_address_not_found' },
    ]);
    expect(await list()).toEqual([]);
    expect((await create()).url).not.toBe(url);
  });

  it('gives nothing for the ids of different sellers or of a blocked one', async () => {
    const { url } = await create();
    const other = await person(ctx);
    const foreign = (await call(ctx, createChatbotAddress, { body: {} }, { token: other.token }))
      .body.url;
    const mixed = `${foreign.split('/').slice(0, -1).join('/')}/${url.split('/').at(-1)}`;
    expect((await request(mixed)).status).toBe(404);
    await ctx.owner.query('update accounts set blocked_at = now() where id = $1', [seller.id]);
    expect(replyOf(await request(url))).toBe(
      'Os testes estão fora do ar agora. Escreva aqui para assinar.',
    );
  });

  it('is limited by its own requests and guesses by their network', async () => {
    const { url } = await create();
    const body = whatsAuto(newPhone());
    const { points } = rateLimits.chatbot;
    await request(url, { body });
    await ctx.owner.query(`update rate_limits set points = $1 where key like 'chatbot:%'`, [
      points,
    ]);
    expect((await request(url, { body })).status).toBe(429);
    const guess = url.replace(/.{10}$/, 'AAAAAAAAAA');
    const statuses = [];
    for (let n = 0; n <= rateLimits['chatbot-wrong'].points; n += 1)
      statuses.push((await request(guess, { ip: '198.51.100.9' })).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([404, 429]);
  });

  it.each(hostileTexts)('never fails for %j in a field', async (value) => {
    const { url } = await create();
    const body = { ...whatsAuto(newPhone()), senderName: value, senderPhone: value };
    expect((await request(url, { body })).status).toBe(200);
  });
});

describe('the addresses of a seller', () => {
  it('may choose package, hours and cap, which can be edited later', async () => {
    const made = await create({ per_day: 3, test_hours: 2, product_id: 2 });
    expect(made).toMatchObject({ per_day: 3, test_hours: 2, product_name: 'Completo sem adultos' });
    const edited = await call(
      ctx,
      editChatbotAddress,
      { params: { id: made.id }, body: { per_day: 9 } },
      { token: seller.token },
    );
    expect(edited.body).toMatchObject({ id: made.id, url: made.url, per_day: 9 });
  });

  it('limits the number of addresses', async () => {
    for (let n = 0; n < MAX_CHATBOT_ADDRESSES; n += 1) await create();
    expect((await create()).code).toBe('chatbot_addresses_too_many');
  });

  it.each([
    [{ product_id: 999 }, 'product_id'],
    [{ platform: 'p2p', product_id: 999 }, 'product_id'],
    [{ per_day: 0 }, 'per_day'],
    [{ test_hours: 5 }, 'test_hours'],
  ])('refuses an address with %j at the field %s', async (body, field) => {
    const refused = await create(body);
    expect(Object.keys(refused.fields ?? {})).toEqual([field]);
  });
});
