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
import { startAsaas } from '../../test/asaas/asaas.ts';
import type { AsaasDouble } from '../../test/asaas/objects.ts';
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
  const seller = await person(ctx, { parent: admin, balance: 1_000_000, until: '2040-01-01' });
  const codes = await enrolAuthenticator(ctx, seller);
  const by = { token: seller.token };
  const body = { type: 'company' as const, cnpj: CNPJ, opened_on: '2011-03-01' };
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
  const prices = { month_1: 35, code_2fa: await codes.code() };
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
  readonly username: string;
  readonly password: string;
}

/** Creates a line that expires at this time (in UTC). */
export async function openCustomer(
  { ctx }: RecurringWorld,
  seller: Person,
  expiresAt: string,
): Promise<Customer> {
  const { id } = await line(ctx, seller);
  const { rows } = await ctx.owner.query<{ username: string; password: string }>(
    'update lines set expires_at = $2 where id = $1 returning username, password',
    [id, expiresAt],
  );
  return { lineId: id, ...rows[0]! };
}

/** Signs the customer in to the portal. A key is valid for some hours only. */
export const getPortalKey = async (
  { ctx }: RecurringWorld,
  { username, password }: Customer,
): Promise<string> => (await call(ctx, signInToPortal, { body: { username, password } })).body.key;

export const authorize = async (world: RecurringWorld, customer: Customer, value = 35) =>
  call(world.ctx, authorizePortal, {
    body: { key: await getPortalKey(world, customer), cpf: CPF, name: 'Célia Souza', value },
  });

export const readRecurring = async (world: RecurringWorld, customer: Customer) =>
  (
    await call(world.ctx, getPortalRecurring, {
      body: { key: await getPortalKey(world, customer) },
    })
  ).body;

export const readState = async (world: RecurringWorld, customer: Customer, reference: string) =>
  (
    await call(world.ctx, getPortalAuthorization, {
      body: { key: await getPortalKey(world, customer), reference },
    })
  ).body;

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

/** Times in UTC at which banks or jobs act: 21:10, 21:40, 01:00 and 09:00 of Brasília. */
const STEPS = ['00:10', '00:40', '04:00', '12:00'];

const nextStep = (after: number): number => {
  const day = new Date(after).toISOString().slice(0, 10);
  const later = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  return [day, later]
    .flatMap((date) => STEPS.map((clock) => Date.parse(`${date}T${clock}:00Z`)))
    .find((at) => at > after)!;
};

/** Runs the banks and the jobs up to a time. */
export async function runUntil(world: RecurringWorld, iso: string): Promise<void> {
  const { ctx } = world;
  const until = Date.parse(iso);
  while (ctx.clock.now().getTime() < until) {
    const at = Math.min(nextStep(ctx.clock.now().getTime()), until);
    ctx.clock.set(new Date(at).toISOString());
    await runJobs(world);
  }
}

/** Moves the clock over days on which nothing is due, and runs the jobs once. */
export async function jumpTo(world: RecurringWorld, iso: string): Promise<void> {
  world.ctx.clock.set(iso);
  await runJobs(world);
}

export async function runJobs({ ctx, provider }: RecurringWorld): Promise<void> {
  runBank(provider);
  await reconcilePayments(ctx);
  await advanceAuthorizations(ctx);
}

/** Sets the double back to a provider without faults. */
export const mendProvider = ({ provider }: RecurringWorld): void => {
  provider.delayed.length = 0;
  Object.assign(provider, {
    isSandbox: false,
    mayRecur: true,
    isApproved: true,
    hasPixKey: true,
    removesInstructions: true,
    confirmsFirst: false,
    failures: [],
    dropsAnswers: 0,
    delaysWrites: 0,
  });
};

/** Ends the work of earlier tests, which share the database. */
export async function forgetEarlier({ ctx }: RecurringWorld): Promise<void> {
  await ctx.owner.query(
    `update pix_authorizations set state = 'cancelled', end_reason = 'provider', ended_at = now()
     where ended_at is null`,
  );
  await ctx.owner.query('update pix_authorizations set check_at = null');
  await ctx.owner.query(
    `update pix_cycles set state = 'removed', skip_reason = 'ended' where state <> 'removed'`,
  );
  await ctx.owner.query('update charges set check_at = null');
}

export interface LineState {
  readonly expires: string;
  readonly renewals: number;
  readonly portal: number;
}

/** Returns the expiry, the number of renewals by payments, and the portal credits. */
export async function readLine({ ctx }: RecurringWorld, lineId: number): Promise<LineState> {
  const { rows } = await ctx.owner.query<LineState>(
    `select to_char(l.expires_at at time zone $2, 'YYYY-MM-DD') as expires,
       (select count(*)::int from entries where line_id = l.id and reason = 'portal-renewal') as renewals,
       (select balance::int from wallets where account_id = l.owner_id and kind = 'portal') as portal
     from lines l where l.id = $1`,
    [lineId, ctx.clock.timeZone],
  );
  return rows[0]!;
}
