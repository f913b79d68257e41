/** A seller with Asaas, portal credits and a price, for tests of recurring Pix. */
import { randomUUID } from 'node:crypto';
import {
  saveAsaasKeys,
  savePaymentUses,
  saveReceiver,
} from '@ramal/contract/payments/payment-providers';
import { creditPortal, savePlanPrices } from '@ramal/contract/payments/recharges';
import { signInToPortal } from '@ramal/contract/portal/portal';
import {
  authorizePortal,
  getPortalAuthorization,
  getPortalRecurring,
} from '@ramal/contract/portal/portal-authorizations';
import { expect } from 'vitest';
import { line, type Person, person } from '../../test/accounts.ts';
import { type AsaasDouble, startAsaas } from '../../test/asaas/asaas.ts';
import { newestAuthorization, payCode, runBank } from '../../test/asaas/play.ts';
import { call, createTestContext, type TestContext } from '../../test/context.ts';
import { type Authenticator, enrolAuthenticator } from '../../test/second-factor.ts';
import { reconcilePayments } from '../payments/reconcile.ts';
import { advanceAuthorizations } from './advance.ts';

export const NOTICE_PASSWORD = 'senha-dos-avisos-do-asaas-de-teste';
/** A valid CPF, its CNPJ and a company of several years. */
export const CPF = '52998224725';
export const CNPJ = '11.222.333/0001-81';

export interface RecurringWorld {
  readonly ctx: TestContext;
  readonly provider: AsaasDouble;
  readonly admin: Person;
}

export async function openWorld(env: Record<string, string> = {}): Promise<RecurringWorld> {
  const provider = await startAsaas();
  const ctx = await createTestContext({ RAMAL_ASAAS_URL: provider.url, ...env });
  provider.now = () => ctx.clock.now().getTime();
  return { ctx, provider, admin: await person(ctx, { profile: 'admin' }) };
}

export const closeWorld = async ({ ctx, provider }: RecurringWorld): Promise<void> => {
  await ctx.close();
  await provider.close();
};

export interface Seller extends Person {
  readonly codes: Authenticator;
  /** Path of the notices of Asaas. */
  readonly noticePath: string;
}

/** Creates a seller that offers recurring Pix for R$ 35 a month. */
export async function openSeller(
  { ctx, provider, admin }: RecurringWorld,
  { credits = 50 } = {},
): Promise<Seller> {
  const seller = await person(ctx, { parent: admin, balance: 1_000_000 });
  const codes = await enrolAuthenticator(ctx, seller);
  const by = { token: seller.token };
  const body = { type: 'company' as const, cnpj: CNPJ, opened_on: '2021-03-01' };
  expect((await call(ctx, saveReceiver, { body }, by)).status).toBe(200);
  const keys = { api_key: provider.key, notice_password: NOTICE_PASSWORD };
  const saved = await call(
    ctx,
    saveAsaasKeys,
    { body: { ...keys, code_2fa: await codes.code() } },
    by,
  );
  expect(saved.status).toBe(200);
  ctx.clock.forward(30_000);
  const uses = { offer_recurring: true, code_2fa: await codes.code() };
  expect((await call(ctx, savePaymentUses, { body: uses }, by)).status).toBe(200);
  ctx.clock.forward(30_000);
  const prices = { month1: 35, code_2fa: await codes.code() };
  expect((await call(ctx, savePlanPrices, { body: prices }, by)).status).toBe(200);
  ctx.clock.forward(30_000);
  if (credits > 0)
    await call(
      ctx,
      creditPortal,
      { body: { id_res: seller.id, qtd_creditos: credits } },
      { token: seller.token, key: randomUUID() },
    );
  const noticePath = new URL(saved.body.providers[0]!.notice_url).pathname;
  return { ...seller, codes, noticePath };
}

export interface Customer {
  readonly lineId: number;
  readonly key: string;
}

/** Creates a line that expires at this time (in UTC), whose customer is in the portal. */
export async function openCustomer(
  { ctx }: RecurringWorld,
  seller: Person,
  expiresAt: string,
): Promise<Customer> {
  const { id } = await line(ctx, seller);
  await ctx.owner.query('update lines set expires_at = $2 where id = $1', [id, expiresAt]);
  const { rows } = await ctx.owner.query<{ username: string; password: string }>(
    'select username, password from lines where id = $1',
    [id],
  );
  const signedIn = await call(ctx, signInToPortal, { body: rows[0]! });
  return { lineId: id, key: signedIn.body.key };
}

export const authorize = ({ ctx }: RecurringWorld, { key }: Customer, value = 35) =>
  call(ctx, authorizePortal, { body: { key, cpf: CPF, name: 'Célia Souza', value } });

export const readRecurring = async ({ ctx }: RecurringWorld, { key }: Customer) =>
  (await call(ctx, getPortalRecurring, { body: { key } })).body;

export const readState = async ({ ctx }: RecurringWorld, { key }: Customer, reference: string) =>
  (await call(ctx, getPortalAuthorization, { body: { key, reference } })).body;

/** Authorises and pays the first month. Returns the reference of the authorization. */
export async function authorizeAndPay(world: RecurringWorld, customer: Customer): Promise<string> {
  const made = await authorize(world, customer);
  expect(made.status).toBe(200);
  payCode(world.provider, newestAuthorization(world.provider));
  world.ctx.clock.forward(4_000);
  const state = await readState(world, customer, made.body.reference);
  expect(state.state).toBe('active');
  return made.body.reference;
}

/** Runs the jobs and the banks up to a time, in steps of some hours. */
export async function runUntil(
  { ctx, provider }: RecurringWorld,
  iso: string,
  stepMs = 3_600_000,
): Promise<void> {
  const until = Date.parse(iso);
  while (ctx.clock.now().getTime() < until) {
    ctx.clock.forward(Math.min(stepMs, until - ctx.clock.now().getTime()));
    runBank(provider);
    await reconcilePayments(ctx);
    await advanceAuthorizations(ctx);
  }
}

export interface LineState {
  readonly expires: string;
  readonly renewals: number;
  readonly portal: number;
}

/** Returns the expiry, the number of renewals by payments, and the portal credits. */
export async function readLine({ ctx }: RecurringWorld, lineId: number): Promise<LineState> {
  const { rows } = await ctx.owner.query<LineState>(
    `select to_char(l.expires_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') as expires,
       (select count(*)::int from entries where line_id = l.id and reason = 'portal-renewal') as renewals,
       (select balance::int from wallets where account_id = l.owner_id and kind = 'portal') as portal
     from lines l where l.id = $1`,
    [lineId],
  );
  return rows[0]!;
}
