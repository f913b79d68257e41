/** Tests refused keys of Asaas. Each reason has its own message. */
import { saveAsaasKeys, saveReceiver } from '@ramal/contract/payments/payment-providers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { startAsaas } from '../../../test/asaas/asaas.ts';
import type { AsaasDouble } from '../../../test/asaas/objects.ts';
import { call, createTestContext, type TestContext, TODAY } from '../../../test/context.ts';
import { type Authenticator, enrolAuthenticator } from '../../../test/second-factor.ts';

let ctx: TestContext;
let asaas: AsaasDouble;
let seller: Person;
let codes: Authenticator;
beforeAll(async () => {
  asaas = await startAsaas();
  ctx = await createTestContext({ RAMAL_ASAAS_URL: asaas.url, RAMAL_TEST_PAYMENTS: '' });
});
afterAll(async () => {
  await ctx.close();
  await asaas.close();
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  asaas.failures = [];
  const admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx, { parent: admin });
  codes = await enrolAuthenticator(ctx, seller);
});

const by = () => ({ token: seller.token });
async function save(api_key: string, cnpj = '11.222.333/0001-81') {
  const receiver = { type: 'company' as const, cnpj, opened_on: '2021-03-01' };
  await call(ctx, saveReceiver, { body: receiver }, by());
  const body = { api_key, code_2fa: await codes.code() };
  return call(ctx, saveAsaasKeys, { body }, by());
}

describe('a key of Asaas', () => {
  it('is refused if it belongs to the test environment', async () => {
    expect(await save('$aact_hmlg_0123456789')).toMatchObject({
      status: 422,
      body: {
        code: 'asaas_key_of_sandbox',
        message: expect.stringContaining('não é deste ambiente'),
        fields: { api_key: 'A chave não é deste ambiente.' },
      },
    });
    expect(asaas.requests).toEqual([]);
  });

  it('is refused if Asaas does not know it', async () => {
    expect(await save('$aact_prod_inventada')).toMatchObject({
      status: 422,
      body: {
        code: 'asaas_key_refused',
        message: expect.stringContaining('O Asaas recusou esta chave'),
      },
    });
  });

  it('is refused with the missing permission if it may not read the account', async () => {
    asaas.failures = [403];
    expect(await save(asaas.key)).toMatchObject({
      status: 422,
      body: {
        code: 'asaas_key_not_permitted',
        message: expect.stringContaining('Falta permissão nesta chave'),
      },
    });
  });

  it('is refused if its account belongs to another company', async () => {
    expect(await save(asaas.key, '45.448.325/0001-70')).toMatchObject({
      status: 422,
      body: { code: 'asaas_other_receiver' },
    });
  });

  it('is not judged while Asaas does not answer', async () => {
    asaas.failures = [503];
    expect(await save(asaas.key)).toMatchObject({
      status: 503,
      body: { code: 'payment_provider_silent' },
    });
  });
});
