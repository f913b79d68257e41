/** The accounts of the test: an admin, sellers, and one seller whose customers pay online. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { generate } from 'otplib';
import type { MercadoPagoDouble } from '../../../server/test/mercado-pago.ts';
import { type Route, createRoute } from './http.ts';

export const ACCOUNT_PASSWORD = 'senha-da-prova-1';
export const WEBHOOK_SECRET = 'segredo-dos-avisos';
export const OPENING_CREDITS = 100_000;
const PORTAL_CREDITS = 10_000;
const SELLERS = 3;

export interface Seller {
  readonly id: number;
  readonly token: string;
}

export interface Accounts {
  readonly admin: string;
  readonly sellers: readonly Seller[];
  /** Seller whose customers pay online, and the path that receives its payment notifications. */
  readonly paid: Seller & { readonly noticePath: string };
}

export async function createAccounts(provider: MercadoPagoDouble): Promise<Accounts> {
  const route = createRoute('panel', 0);
  const admin = await signIn(route, 'admin');
  const sellers: Seller[] = [];
  for (let n = 1; n <= SELLERS + 1; n += 1) sellers.push(await createSeller(route, admin, n));
  const paid = sellers.pop()!;
  return {
    admin,
    sellers,
    paid: { ...paid, noticePath: await setUpPayments(route, paid, provider) },
  };
}

async function send<T>(route: Route, token: string | undefined, path: string, body: unknown) {
  const { text } = await route.insist({ method: 'POST', path, token, body, key: randomUUID() });
  return JSON.parse(text) as T;
}

async function signIn(route: Route, username: string): Promise<string> {
  const body = { username, password: ACCOUNT_PASSWORD };
  return (await send<{ access_token: string }>(route, undefined, '/api/login', body)).access_token;
}

async function createSeller(route: Route, admin: string, n: number): Promise<Seller> {
  const username = `vendedor-${n}`;
  const body = { username, password: ACCOUNT_PASSWORD, credits: OPENING_CREDITS };
  const { id } = await send<{ id: number }>(route, admin, '/api/reg-users', body);
  return { id, token: await signIn(route, username) };
}

/**
 * Sets up an authenticator, saves the provider's keys and a price, and moves credits to the portal.
 */
async function setUpPayments(
  route: Route,
  { id, token }: Seller,
  provider: MercadoPagoDouble,
): Promise<string> {
  const password = { current_password: ACCOUNT_PASSWORD };
  const { secret } = await send<{ secret: string }>(route, token, '/api/enable2fa', password);
  // Returns the code of the time step that is `steps` steps from now, because the server accepts
  // each step of 30 s only once.
  const code = (steps: number) => generate({ secret, epoch: Date.now() / 1000 + 30 * steps });
  await send(route, token, '/api/confirmConfig2fa', { secret, token: await code(-1) });
  const saved = await send<{ notice_url: string }>(route, token, SAVE_KEYS, {
    mercado_pago_public_key: 'APP_USR-publica',
    mercado_pago_access_token: provider.token,
    webhook_secret: WEBHOOK_SECRET,
    code_2fa: await code(0),
  });
  await pause(1_000);
  const price = { creditPortal: 35, code_2fa: await code(1) };
  await send(route, token, '/api/save-value-mp', price);
  const portal = { id_res: id, qtd_creditos: PORTAL_CREDITS };
  await send(route, token, '/api/recargas/criar', portal);
  return new URL(saved.notice_url).pathname;
}

const SAVE_KEYS = '/api/save-mp-infos';
