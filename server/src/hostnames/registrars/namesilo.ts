/**
 * Client for NameSilo's API. Requests are GET with the key in the URL. Responses are JSON that
 * NameSilo converts from XML. A list with one item is sent as the item alone, and numbers are sent
 * as numbers or as text.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { requestProvider } from '../../foundation/request-provider.ts';
import { ProviderError } from '../../foundation/provider-error.ts';
import {
  type Availability,
  parseExtension,
  type Order,
  type OrderReceipt,
  type Registrar,
} from './registrar.ts';

interface NameSiloAccess {
  /** Base URL without a slash at the end. */
  readonly baseUrl: string;
  readonly key: string;
  readonly timeoutMs?: number;
  readonly orderTimeoutMs?: number;
  /** NameSilo allows at most one request a second from one address. */
  readonly gapMs?: number;
  /** Called when the key is no longer accepted. */
  readonly onKeyRefused?: () => Promise<unknown>;
}

const TIMEOUT_MS = 15_000;
/** A registration may take a minute and a half. */
const ORDER_TIMEOUT_MS = 120_000;
const GAP_MS = 1_000;
const MAX_WAITING = 30;

const DONE = new Set([300]);
/**
 * Codes that mean that the name is registered. With 301 or 302, the registrar rejected the name
 * servers or the contact and uses defaults instead.
 */
const REGISTERED = new Set([300, 301, 302]);
const NOT_OURS = 200;
const KEY_CODES = new Set([109, 110, 111, 112, 113, 116]);
/**
 * Codes with which an order is rejected before any payment. With any other code the order may have
 * succeeded.
 */
const REFUSED = new Set([
  101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 116, 117, 118, 119, 120,
  200, 263, 264, 267,
]);
/** Extensions without privacy protection. */
const WITHOUT_PRIVACY = new Set(['top']);

const PROVIDER = 'namesilo';

function unavailable(message: string): never {
  throw new ProviderError(PROVIDER, 'unavailable', { message });
}

interface Reply {
  readonly code: number;
  readonly detail: string;
  readonly [field: string]: unknown;
}

type Ask = (
  operation: string,
  query?: Readonly<Record<string, string | number>>,
  timeoutMs?: number,
) => Promise<Reply>;

/**
 * Returns the minimum pause between requests. A test double on this machine has no rate limit, so
 * the pause is 0.
 */
const gapOf = (baseUrl: string): number => (new URL(baseUrl).hostname === '127.0.0.1' ? 0 : GAP_MS);

/**
 * Creates the function that sends requests. It ignores the HTTP status, because every response has
 * the normal format.
 */
function createAsk({
  baseUrl,
  key,
  timeoutMs = TIMEOUT_MS,
  gapMs = gapOf(baseUrl),
}: NameSiloAccess): Ask {
  const paced = createPace(gapMs);
  return async (operation, query = {}, limit = timeoutMs) => {
    await paced();
    const parameters = Object.entries({ version: 1, type: 'json', key, ...query });
    const search = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]));
    const { status, json } = await requestProvider(`${baseUrl}/${operation}?${search}`, {
      provider: PROVIDER,
      timeoutMs: limit,
    });
    const reply = (json as { reply?: Record<string, unknown> } | undefined)?.reply;
    const code = Number(reply?.code);
    if (!reply || !Number.isInteger(code)) return unavailable(`HTTP ${status} without a reply`);
    return { ...reply, code, detail: textOf(reply.detail) };
  };
}

/**
 * Returns a function that waits for the next slot, so that requests start at least `gapMs` apart.
 */
function createPace(gapMs: number): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async () => {
    if (gapMs === 0) return;
    if (waiting >= MAX_WAITING) unavailable('too many questions wait');
    waiting += 1;
    const mine = last;
    last = mine.then(() => wait(gapMs));
    await mine;
    waiting -= 1;
  };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Parses `8.99` or `"8.99"` to cents. */
const centsOf = (value: unknown): number | undefined => {
  const amount = Number(textOf(value).replace(',', ''));
  return textOf(value) !== '' && amount >= 0 ? Math.round(amount * 100) : undefined;
};

/** Returns a list, also if the API sent a single item without its list. */
const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null || value === ''
    ? []
    : Array.isArray(value)
      ? value
      : [value];

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;

/**
 * Returns the names in `tv.click` or `{"domain":"tv.click"}`. In a group, `domain` may contain
 * several names.
 */
const namesOf = (group: unknown): string[] =>
  listOf(group).flatMap((item) => {
    const inside = fieldOf(item, 'domain');
    return inside === undefined ? [textOf(item).toLowerCase()] : namesOf(inside);
  });

export function nameSilo(access: NameSiloAccess): Registrar {
  const ask = createAsk(access);
  const orderTimeoutMs = access.orderTimeoutMs ?? ORDER_TIMEOUT_MS;
  const expect = expecting(access);
  const order = async (operation: string, query: Readonly<Record<string, string | number>>) =>
    orderedOf(expect(await ask(operation, query, orderTimeoutMs), REGISTERED));
  return {
    kind: 'namesilo',
    check: async (names) =>
      availabilityOf(
        expect(await ask('checkRegisterAvailability', { domains: names.join(',') }), DONE),
      ),
    balanceCents: async () =>
      centsOf(expect(await ask('getAccountBalance'), DONE).balance) ?? unavailable('no balance'),
    register: ({ name, years }: Order) =>
      order('registerDomain', {
        domain: name,
        years,
        private: WITHOUT_PRIVACY.has(parseExtension(name)) ? 0 : 1,
        auto_renew: 0,
      }),
    renew: ({ name, years }: Order) => order('renewDomain', { domain: name, years }),
    renewCents: async (name) =>
      centsOf(fieldOf(expect(await ask('getPrices'), DONE)[parseExtension(name)], 'renew')),
    read: async (name) => {
      const reply = await ask('getDomainInfo', { domain: name });
      return reply.code === NOT_OURS ? undefined : { expiresAt: endOf(expect(reply, DONE)) };
    },
    names: () => allNames(async (page) => expect(await ask('listDomains', page), DONE)),
    setNameServers: async (name, servers) => {
      const numbered = servers.map((server, index) => [`ns${index + 1}`, server]);
      expect(
        await ask('changeNameServers', { domain: name, ...Object.fromEntries(numbered) }),
        DONE,
      );
    },
  };
}

const NAMES_OF_A_PAGE = 500;
const MAX_PAGES = 20;

/**
 * Reads all names of the account, page by page. Older servers have no pages and return all names at
 * once.
 */
async function allNames(
  page: (query: Readonly<Record<string, number>>) => Promise<Reply>,
): Promise<string[]> {
  const names = new Set<string>();
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const reply = await page({ page: number, pageSize: NAMES_OF_A_PAGE });
    const before = names.size;
    for (const name of namesOf(reply.domains)) if (name) names.add(name);
    const total = Number(textOf(fieldOf(reply.pager, 'total')));
    if (!(total > names.size) || names.size === before) break;
  }
  return [...names];
}

/** Returns the reply if its code is one of the expected codes. */
function expecting({ onKeyRefused }: NameSiloAccess) {
  return (reply: Reply, wanted: ReadonlySet<number>): Reply => {
    const { code, detail } = reply;
    if (wanted.has(code)) return reply;
    if (!REFUSED.has(code)) return unavailable(`${detail} (${code})`);
    const isKey = KEY_CODES.has(code);
    if (isKey) void onKeyRefused?.();
    throw new ProviderError(PROVIDER, isKey ? 'unauthorized' : 'rejected', {
      code: String(code),
      message: `${detail} (${code})`,
    });
  };
}

const orderedOf = (reply: Reply): OrderReceipt => ({
  paidCents: centsOf(reply.order_amount) ?? null,
});

/** Returns the expiry from a reply, which contains a date without a time. */
function endOf(reply: Reply): Date {
  const expiresAt = new Date(`${textOf(reply.expires).slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(expiresAt.getTime()) ? unavailable('no end') : expiresAt;
}

/**
 * Returns which names are offered. A name with a special price is not offered, because the
 * registrar may charge a price other than that of the extension.
 */
function availabilityOf(reply: Reply): Availability {
  const offers = listOf(reply.available).flatMap((group) => {
    const inside = fieldOf(group, 'domain');
    return typeof inside === 'object' ? listOf(inside) : [group];
  });
  const plain = offers.filter((offer) => Number(textOf(fieldOf(offer, 'premium')) || 0) === 0);
  const premium = offers.filter((offer) => !plain.includes(offer));
  return {
    available: plain.flatMap((offer) => {
      const name = textOf(fieldOf(offer, 'domain')).toLowerCase();
      const priceCents = centsOf(fieldOf(offer, 'price'));
      const renewCents = centsOf(fieldOf(offer, 'renew')) ?? priceCents;
      if (name === '' || priceCents === undefined || renewCents === undefined) return [];
      const years = Number(textOf(fieldOf(offer, 'duration'))) || 1;
      return [{ name, priceCents, renewCents, years }];
    }),
    unavailable: [...namesOf(reply.unavailable), ...namesOf(premium)],
    invalid: namesOf(reply.invalid),
  };
}
