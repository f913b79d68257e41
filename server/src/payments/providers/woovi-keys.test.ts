/** Keys of Woovi: wrong ones, those of the test environment, missing permissions, and the search. */
import {
  checkProvider,
  getPaymentProviders,
  saveWooviKey,
} from '@ramal/contract/payments/payment-providers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext, TODAY } from '../../../test/context.ts';
import { type Authenticator, enrolAuthenticator } from '../../../test/second-factor.ts';
import { startWoovi, type WooviDouble } from '../../../test/woovi.ts';
import { checkProviders } from './check-providers.ts';
import { SEARCH_PAGE } from './port.ts';
import { wooviApi } from './woovi/woovi-api.ts';

let ctx: TestContext;
let live: WooviDouble;
let tests: WooviDouble;
let seller: Person;
let codes: Authenticator;
beforeAll(async () => {
  [live, tests] = [await startWoovi(), await startWoovi()];
  ctx = await createTestContext({
    RAMAL_WOOVI_URL: live.url,
    RAMAL_WOOVI_SANDBOX_URL: tests.url,
    RAMAL_TEST_PAYMENTS: '0',
  });
});
afterAll(async () => {
  await ctx.close();
  await Promise.all([live.close(), tests.close()]);
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  [live.hasPermission, live.failures] = [true, []];
  const admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx, { parent: admin });
  codes = await enrolAuthenticator(ctx, seller);
});

const by = () => ({ token: seller.token });
async function save(api_key: string) {
  const body = { api_key, code_2fa: await codes.code() };
  ctx.clock.forward(30_000);
  return call(ctx, saveWooviKey, { body }, by());
}
const check = () => call(ctx, checkProvider, { params: { provider: 'woovi' }, body: {} }, by());
const readCard = async () => (await call(ctx, getPaymentProviders, {}, by())).body.providers[0]!;

describe('a key of Woovi', () => {
  it('is stored with the company and never shown again', async () => {
    const saved = await save(live.key);
    expect(saved.status).toBe(200);
    expect(JSON.stringify(saved.body)).not.toContain(live.key);
    const card = await readCard();
    expect(card).toMatchObject({ kind: 'woovi', status: 'unproven', live: true });
    expect(card.proofs.find(({ key }) => key === 'account')!.detail).toBe('MARCELO TV LTDA');
    expect(card.notice_url.endsWith('/woovi')).toBe(true);
  });

  it('is refused with a sentence if it belongs to the test environment', async () => {
    const saved = await save(tests.key);
    expect(saved).toMatchObject({
      status: 422,
      body: {
        code: 'woovi_key_of_sandbox',
        fields: { api_key: 'A chave não é deste ambiente.' },
      },
    });
    expect(saved.body).toHaveProperty('message', expect.stringContaining('conta de testes'));
  });

  it('is refused with a sentence if no environment knows it', async () => {
    expect(await save('chave-inventada')).toMatchObject({
      status: 422,
      body: { code: 'woovi_key_refused' },
    });
  });

  it('is refused if it may not read the company', async () => {
    live.hasPermission = false;
    expect(await save(live.key)).toMatchObject({
      status: 422,
      body: { code: 'woovi_key_refused' },
    });
  });

  it('is not judged while Woovi does not answer', async () => {
    live.failures = [503];
    expect(await save(live.key)).toMatchObject({
      status: 503,
      body: { code: 'payment_provider_silent' },
    });
  });

  it('is read again by the seller and by the daily job, and shows when it was revoked', async () => {
    await save(live.key);
    live.failures = [401];
    expect((await check()).body.providers[0]).toMatchObject({ status: 'refused' });
    const [keys] = (await readCard()).proofs;
    expect(keys).toMatchObject({
      state: 'failed',
      text: 'A chave não é deste ambiente ou foi revogada no Woovi.',
    });
    await checkProviders(ctx);
    expect((await readCard()).status).toBe('unproven');
  });

  it('cannot be checked by an account without one', async () => {
    expect(await check()).toMatchObject({ status: 409, body: { code: 'provider_not_connected' } });
  });
});

it('searches every charge of a period although one answer has fewer than a page', async () => {
  live.charges.clear();
  live.pageSize = 20;
  live.now = () => ctx.clock.now().getTime();
  const api = wooviApi({ baseUrl: live.url, key: live.key, collector: '11222333000181' });
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + 1_800_000);
  for (let number = 0; number < SEARCH_PAGE + 12; number += 1)
    await api.create({
      reference: `r1-1-${number}`,
      cents: 100,
      method: 'pix',
      description: 'Renovação',
      payerEmail: '',
      now,
      expiresAt,
      noticeUrl: '',
      backUrl: '',
    });
  const payments = [...(await api.search(now, now, 0)), ...(await api.search(now, now, 1))];
  expect(new Set(payments.map(({ reference }) => reference)).size).toBe(SEARCH_PAGE + 12);
  expect(payments).toHaveLength(SEARCH_PAGE + 12);
});
