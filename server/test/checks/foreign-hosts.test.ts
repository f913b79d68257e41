/**
 * A client can send any host in a header. The server never writes this host to a row, a mail or a
 * request to a provider.
 */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { saveMailRelay } from '@ramal/contract/messaging';
import { saveNoticeChoices } from '@ramal/contract/notices/notices';
import { getPaymentKeys, savePaymentKeys } from '@ramal/contract/payments/recharges';
import { getProfile } from '@ramal/contract/sessions';
import { noticeKinds } from '@ramal/contract/rules/notices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { line, type Person, person } from '../accounts.ts';
import { exemptEverybody } from '../blocklist.ts';
import { call, createTestContext, type TestContext } from '../context.ts';
import { type MailRelayDouble, RELAY_PASSWORD, startMailRelay } from '../mail-relay.ts';
import { type MercadoPagoDouble, startMercadoPago } from '../mercado-pago.ts';
import { wholeRequest } from '../requests.ts';
import { enrolAuthenticator } from '../second-factor.ts';
import { moduleRoutes } from '../../src/app.ts';
import { noticeDeliveries } from '../../src/notices/notices.ts';
import { publicBaseUrl } from '../../src/brands/brands.ts';
import { deliverDue } from '../../src/outbox/outbox.ts';
import { createCharge } from '../../src/payments/payments.ts';

const FOREIGN = 'evil.example';
/**
 * Address of the test. Each context trusts it as a proxy, because the server ignores
 * `x-forwarded-host` from other addresses.
 */
const PROXY = '203.0.113.7';
const headers = { host: FOREIGN, 'x-forwarded-host': FOREIGN };

/**
 * Tables of refused sign-ins. They may store the requested host, because it describes an attack. No
 * link contains the host.
 */
const RECORDS_OF_ATTEMPTS = new Set(['refused_players']);

let relay: MailRelayDouble;
let provider: MercadoPagoDouble;
beforeAll(async () => {
  [relay, provider] = await Promise.all([startMailRelay(), startMercadoPago()]);
});
afterAll(async () => {
  await relay.close();
  await provider.close();
});

async function tablesWith(ctx: TestContext, text: string): Promise<string[]> {
  const { rows: tables } = await ctx.owner.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const { rows } = await ctx.owner.query<{ name: string }>(
    tables
      .map(
        ({ name }) =>
          `select '${name}' as name where exists (select from "${name}" t where t::text ilike $1)`,
      )
      .join(' union all '),
    [`%${text}%`],
  );
  return rows.map(({ name }) => name).filter((name) => !RECORDS_OF_ATTEMPTS.has(name));
}

describe('without a configured host', () => {
  let ctx: TestContext;
  let seller: Person;
  let admin: Person;
  beforeAll(async () => {
    ctx = await createTestContext({
      RAMAL_MERCADO_PAGO_URL: provider.url,
      RAMAL_TRUSTED_PROXIES: PROXY,
    });
    await exemptEverybody(ctx);
    admin = await newAdmin();
    seller = await newSeller();
  });
  afterAll(() => ctx.close());
  const newAdmin = () => person(ctx, { profile: 'admin' });
  const newSeller = () => person(ctx, { parent: admin, balance: 10_000 });

  it('mails and provider calls never contain the host of the request', async () => {
    const relayBody = {
      host: '127.0.0.1',
      port: relay.port,
      security: 'none',
      username: 'painel',
      password: RELAY_PASSWORD,
      from_address: 'avisos@painel.example',
      from_name: 'Painel',
    };
    await call(ctx, saveMailRelay, { body: relayBody as never }, { token: admin.token });
    const choices = { panel: [...noticeKinds], email: ['answer'], telegram: [], push: [] };
    const saved = await call(
      ctx,
      saveNoticeChoices,
      { body: { ...choices, address: 'eu@x.example' } as never },
      { token: seller.token, headers },
    );
    expect(saved.status).toBe(200);
    await deliverDue(ctx, noticeDeliveries);
    expect(relay.taken).toHaveLength(1);

    const codes = await enrolAuthenticator(ctx, seller);
    const body = {
      mercado_pago_public_key: 'APP_USR-publica',
      mercado_pago_access_token: provider.token,
      code_2fa: await codes.code(),
    };
    const keys = await call(ctx, savePaymentKeys, { body }, { token: seller.token, headers });
    expect(keys.status).toBe(200);
    const shown = await call(ctx, getPaymentKeys, {}, { token: seller.token, headers });
    const { id: lineId } = await line(ctx, seller);
    const charge = {
      purpose: 'renewal',
      accountId: seller.id,
      lineId,
      buyerId: null,
      months: 1,
      credits: 100,
      cents: 3500,
      method: 'pix',
      description: 'Renovação por 1 mês',
    } as const;
    await createCharge(ctx, charge, { baseUrl: `https://${FOREIGN}` });
    expect(provider.sent.some((text) => text.includes('payer'))).toBe(true);
    const sent = [
      ...relay.taken.map(({ raw }) => raw.replaceAll('=\r\n', '')),
      ...provider.sent,
      JSON.stringify([keys.body, shown.body]),
    ];
    expect(sent.filter((text) => text.includes(FOREIGN))).toEqual([]);
  });

  it('no call stores the host of the request', { timeout: 300_000 }, async () => {
    const openAll = () => ctx.owner.query('update flags set is_on = true where not is_on');
    for (const { endpoint } of moduleRoutes(ctx)) {
      if (endpoint.events) continue;
      await openAll();
      const request = wholeRequest(endpoint);
      /** Sends the request. A previous call may have ended the session, so a new account repeats it. */
      const sendBy = async (holder: Person, renew: () => Promise<Person>): Promise<Person> => {
        const send = ({ token }: Person) =>
          call(ctx, endpoint as Endpoint, request, { token, headers });
        if ((await send(holder)).status !== 401) return holder;
        await openAll();
        const successor = await renew();
        await send(successor);
        return successor;
      };
      admin = await sendBy(admin, newAdmin);
      seller = await sendBy(seller, newSeller);
    }
    expect(await tablesWith(ctx, FOREIGN)).toEqual([]);
  });
});

describe('with a configured host', () => {
  let ctx: TestContext;
  let seller: Person;
  beforeAll(async () => {
    ctx = await createTestContext({
      RAMAL_PUBLIC_URL: 'https://painel.example',
      RAMAL_TRUSTED_PROXIES: PROXY,
    });
    seller = await person(ctx, { balance: 10_000 });
    await ctx.owner.query(
      `insert into hostnames (name, owner_id, state, created_at) values ('tv.example', $1, 'active', now())`,
      [seller.id],
    );
  });
  afterAll(() => ctx.close());

  const profile = (host: string, more: Record<string, string> = {}) =>
    call(ctx, getProfile, {}, { token: seller.token, headers: { host, ...more } });

  it('rejects other hosts and ignores X-Forwarded-Host', async () => {
    expect(await profile(FOREIGN)).toMatchObject({ status: 421, body: { code: 'unknown_host' } });
    for (const host of ['painel.example', 'PAINEL.example:443', 'tv.example', 'localhost:8080'])
      expect((await profile(host, { 'x-forwarded-host': FOREIGN })).status).toBe(200);
    const forwarded = { 'x-forwarded-host': 'painel.example' };
    expect((await profile(FOREIGN, forwarded)).status).toBe(421);
  });

  it('answers health checks at any host', async () => {
    const response = await ctx.server.inject({ url: '/healthz', headers: { host: '10.0.0.9' } });
    expect(response.statusCode).toBe(200);
  });

  it('builds every address from the configuration', async () => {
    expect(await publicBaseUrl(ctx, `https://${FOREIGN}`)).toBe('https://painel.example');
    const unnamed = { ...ctx, config: { ...ctx.config, publicUrl: undefined } };
    expect(await publicBaseUrl(unnamed, `https://${FOREIGN}`)).toBe('http://tv.example');
    expect(await publicBaseUrl(unnamed, 'https://tv.example')).toBe('https://tv.example');
  });
});
