/**
 * Clients that sell, extend and move credits during faults. Each request has one idempotency key
 * and is repeated until the client receives a response. The successful requests are recorded
 * outside the database, because correct totals in the database would not reveal lost requests.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Draw, makeDraw } from './seed.ts';
import { ADMIN_PASSWORD } from './product.ts';

export interface CompletedAct {
  readonly kind: 'created' | 'extended' | 'moved';
  readonly key: string;
  readonly lineId?: number;
  /** Hundredths of a credit that the seller's wallet lost. */
  readonly spent: number;
}

export interface Seller {
  readonly id: number;
  readonly token: string;
  /** A direct child account, which receives credits. */
  readonly child: number;
}

export interface Trade {
  readonly sellers: readonly Seller[];
  /** Requests that were answered with success. */
  readonly done: readonly CompletedAct[];
  /** Number of attempts that got no response, or a response that asks the client to try again. */
  troubles(): number;
  unavailable(): number;
  /** Waits until this number of further requests were answered. Throws if a client failed. */
  untilDone(more: number): Promise<void>;
  /** Stops the clients after their current requests. */
  stop(): Promise<void>;
}

export const OPENING_CREDITS = 100_000;
const SELLERS = 3;
const CLIENTS_EACH = 3;
const RETRY_MS = 50;
/** Milliseconds without a response after which a request has failed. */
const TIMEOUT_MS = 90_000;

export async function openTrade(url: string, seed: number): Promise<Trade> {
  const admin = await signIn(url, 'admin', ADMIN_PASSWORD);
  const sellers: Seller[] = [];
  for (let n = 1; n <= SELLERS; n += 1) {
    const id = await makeReseller(url, admin, `vendedor-${n}`);
    const token = await signIn(url, `vendedor-${n}`, ADMIN_PASSWORD);
    sellers.push({ id, token, child: await makeReseller(url, token, `filho-${n}`, 10) });
  }
  const done: CompletedAct[] = [];
  const counts = { troubles: 0, unavailable: 0 };
  let isRunning = true;

  /** Sends the request until it is answered. */
  async function insist(seller: Seller, wish: Wish): Promise<Record<string, unknown>> {
    for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline;) {
      const answer = await send(url, seller.token, wish);
      if (answer?.status === 200) return answer.body;
      if (answer && answer.status !== 503) {
        throw new Error(`${wish.path} ${answer.status}: ${JSON.stringify(answer.body)}`);
      }
      counts.troubles += 1;
      if (answer) counts.unavailable += 1;
      await pause(RETRY_MS);
    }
    throw new Error(`${wish.path}: no answer in ${TIMEOUT_MS} ms`);
  }

  async function client(seller: Seller, draw: Draw): Promise<void> {
    const lines: number[] = [];
    while (isRunning) {
      const wish = wishFor(seller, lines, draw);
      const answer = await insist(seller, wish);
      const lineId = wish.lineId ?? (wish.kind === 'created' ? Number(answer.id) : undefined);
      if (wish.kind === 'created') lines.push(lineId!);
      done.push({
        kind: wish.kind,
        key: wish.key,
        spent: wish.spent,
        ...(lineId ? { lineId } : {}),
      });
    }
  }

  const clients = sellers.flatMap((seller, n) =>
    Array.from({ length: CLIENTS_EACH }, (_, m) => client(seller, makeDraw(seed + n * 100 + m))),
  );
  // The error of a failed client is reported by the next call that waits for the clients.
  const ended = Promise.all(clients);
  ended.catch(() => undefined);
  return {
    sellers,
    done,
    troubles: () => counts.troubles,
    unavailable: () => counts.unavailable,
    untilDone: async (more) => {
      const input = done.length + more;
      do await Promise.race([pause(10), ended]);
      while (done.length < input);
    },
    stop: async () => {
      isRunning = false;
      await ended;
    },
  };
}

interface Wish {
  readonly kind: CompletedAct['kind'];
  readonly key: string;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: unknown;
  readonly spent: number;
  readonly lineId?: number;
}

function wishFor(seller: Seller, lines: readonly number[], draw: Draw): Wish {
  const key = randomUUID();
  const what = draw.below(10);
  if (what < 3 && lines.length > 0) {
    const lineId = draw.from(lines);
    const path = `/api/users-iptv/${lineId}`;
    return {
      kind: 'extended',
      key,
      method: 'PUT',
      path,
      body: { action: 1, credits: 1 },
      spent: 100,
      lineId,
    };
  }
  if (what < 5) {
    const credits = 10 + draw.below(20);
    const body = { action: 0, credits, sale: 5 };
    return {
      kind: 'moved',
      key,
      method: 'PUT',
      path: `/api/reg-users/${seller.child}`,
      body,
      spent: credits * 100,
    };
  }
  const body = { isOficial: true, credits: 1, nota: 'Cliente da prova', package: 1 };
  return { kind: 'created', key, method: 'POST', path: '/api/users-iptv', body, spent: 100 };
}

/**
 * Sends one request. Returns undefined if the connection broke before the response was complete.
 */
export async function send(
  url: string,
  token: string | undefined,
  { method, path, body, key }: Pick<Wish, 'method' | 'path' | 'body'> & { key?: string },
): Promise<{ status: number; body: Record<string, unknown> } | undefined> {
  const headers = {
    'content-type': 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
  };
  try {
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  } catch {
    return undefined;
  }
}

async function ask(url: string, token: string | undefined, path: string, body: unknown) {
  const answer = await send(url, token, { method: 'POST', path, body });
  if (answer?.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer.body;
}

async function signIn(url: string, username: string, password: string): Promise<string> {
  return String((await ask(url, undefined, '/api/login', { username, password })).access_token);
}

async function makeReseller(
  url: string,
  token: string,
  username: string,
  credits = OPENING_CREDITS,
): Promise<number> {
  const body = { username, password: ADMIN_PASSWORD, credits };
  return Number((await ask(url, token, '/api/reg-users', body)).id);
}
