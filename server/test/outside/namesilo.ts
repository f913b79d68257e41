/**
 * Double of NameSilo, as the reference sheet describes it. The API key is in the address. Codes in
 * the body replace HTTP statuses. The real responses are converted from XML, so a single item is
 * not in a list and numbers may be text. A new name may appear late.
 */
import { type DoubleRequest, type Double, type DoubleResponse, startDouble } from './double.ts';

interface Registration {
  expires: string;
  nameServers: string[];
  /** Time at which a new name or the last renewal becomes visible in `getDomainInfo`. */
  shownFrom: Date;
  /** Expiry before the last renewal, undefined for a new name. */
  before: string | undefined;
  years: number[];
}

export interface NameSiloDouble extends Double {
  key: string;
  /** Balance in US dollars. */
  balance: number;
  readonly names: Map<string, Registration>;
  /** Names that belong to other owners. */
  readonly taken: Set<string>;
  /** Names that are reported as premium. */
  readonly premium: Set<string>;
  /** Code with which the next order is rejected before any work. */
  refusesWith: number | undefined;
  /** Milliseconds for which a new order is not shown. */
  shownAfterMs: number;
  prices: Record<string, { registration: number; renew: number; years: number }>;
  now: () => Date;
}

const details: Readonly<Record<number, string>> = {
  110: 'Invalid API key',
  119: 'Insufficient account funds',
  200: 'Domain is not active, or does not belong to this user',
  261: 'Domain processing error',
  300: 'success',
};

export async function startNameSilo(): Promise<NameSiloDouble> {
  const double: Omit<NameSiloDouble, keyof Double> = {
    key: 'chave-do-namesilo',
    balance: 100,
    names: new Map(),
    taken: new Set(),
    premium: new Set(),
    refusesWith: undefined,
    shownAfterMs: 0,
    prices: {
      top: { registration: 2.88, renew: 4.88, years: 1 },
      click: { registration: 5.99, renew: 11.99, years: 1 },
      cfd: { registration: 4.5, renew: 10.99, years: 1 },
      sbs: { registration: 4.8, renew: 9.99, years: 2 },
    },
    now: () => new Date(),
  };
  const server = await startDouble(operationOf, (request) => answer(double, request));
  return Object.assign(double, server);
}

type State = Omit<NameSiloDouble, keyof Double>;

const operationOf = ({ url }: DoubleRequest): string => url.pathname.slice(1);

/** The code is text, because some servers of NameSilo send text. */
const reply = (code: number, fields: object = {}, status = 200): DoubleResponse => ({
  status,
  body: {
    request: { operation: 'x', ip: '203.0.113.1' },
    reply: { code: String(code), detail: details[code] ?? `code ${code}`, ...fields },
  },
});

function answer(state: State, request: DoubleRequest): DoubleResponse {
  const query = request.url.searchParams;
  if (request.method !== 'GET' || query.get('version') !== '1' || query.get('type') !== 'json')
    return reply(108);
  if (query.get('key') !== state.key) return reply(110, {}, 401);
  const operations: Record<string, () => DoubleResponse> = {
    checkRegisterAvailability: () => availability(state, query.get('domains')!.split(',')),
    getAccountBalance: () => reply(300, { balance: state.balance.toFixed(2) }),
    getPrices: () =>
      reply(
        300,
        Object.fromEntries(
          Object.entries(state.prices).map(([extension, price]) => [
            extension,
            { registration: price.registration.toFixed(2), renew: price.renew.toFixed(2) },
          ]),
        ),
      ),
    registerDomain: () => order(state, query, 'new'),
    renewDomain: () => order(state, query, 'renewal'),
    listDomains: () => list(state, query),
    getDomainInfo: () => info(state, query.get('domain')!),
    changeNameServers: () => nameServers(state, query),
  };
  return operations[operationOf(request)]?.() ?? reply(107);
}

const extensionOf = (name: string) => name.split('.').at(-1)!;

/**
 * Returns the availability of the names. A single name is not in a list and its numbers are text.
 * Several names are in a list and have numbers.
 */
function availability(state: State, names: readonly string[]): DoubleResponse {
  const isTaken = (name: string) => state.taken.has(name) || state.names.has(name);
  const supported = names.filter((name) => state.prices[extensionOf(name)]);
  const free = supported.filter((name) => !isTaken(name));
  const offers = free.map((domain) => {
    const { registration, renew, years } = state.prices[extensionOf(domain)]!;
    const premium = state.premium.has(domain);
    return free.length === 1
      ? {
          domain,
          price: String(registration),
          renew: String(renew),
          premium: premium ? '1' : '0',
          duration: String(years),
        }
      : { domain, price: registration, renew, premium: premium ? 1 : 0, duration: years };
  });
  const group = <T>(all: readonly T[]) => (all.length === 1 ? all[0] : all);
  const taken = supported.filter(isTaken);
  const invalid = names.filter((name) => !supported.includes(name));
  return reply(300, {
    ...(offers.length > 0 ? { available: group(offers) } : {}),
    ...(taken.length > 0 ? { unavailable: group(taken.map((domain) => ({ domain }))) } : {}),
    ...(invalid.length > 0 ? { invalid: group(invalid) } : {}),
  });
}

const laterBy = (day: string, years: number): string =>
  `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;

function order(state: State, query: URLSearchParams, kind: 'new' | 'renewal'): DoubleResponse {
  const [name, years] = [query.get('domain')!, Number(query.get('years'))];
  if (state.refusesWith) return reply(state.refusesWith);
  const price = state.prices[extensionOf(name)]!;
  const existing = state.names.get(name);
  if (kind === 'renewal' ? !existing : existing || state.taken.has(name))
    return reply(kind === 'renewal' ? 200 : 261);
  const amount =
    kind === 'renewal'
      ? years * price.renew
      : price.registration + (years - price.years) * price.renew;
  if (state.balance < amount) return reply(119);
  state.balance = Math.round((state.balance - amount) * 100) / 100;
  const today = state.now().toISOString().slice(0, 10);
  state.names.set(name, {
    nameServers: existing?.nameServers ?? ['ns1.dnsowl.com', 'ns2.dnsowl.com'],
    expires: laterBy(existing?.expires ?? today, years),
    before: existing?.expires,
    shownFrom: new Date(state.now().getTime() + state.shownAfterMs),
    years: [...(existing?.years ?? []), years],
  });
  // NameSilo did not accept the contact and used a default contact instead.
  return reply(302, { message: 'ok', domain: name, order_amount: amount.toFixed(2) });
}

/** Returns the names of the account. A single name is not in a list. */
function list(state: State, query: URLSearchParams): DoubleResponse {
  const size = Number(query.get('pageSize') ?? 1000);
  const page = Number(query.get('page') ?? 1);
  const all = [...state.names.keys()].toSorted();
  const shown = all.slice((page - 1) * size, page * size);
  return reply(300, {
    ...(shown.length > 0 ? { domains: { domain: shown.length === 1 ? shown[0] : shown } } : {}),
    pager: { total: String(all.length), pageSize: size, page },
  });
}

function info(state: State, name: string): DoubleResponse {
  const registration = state.names.get(name);
  const isShown = registration && state.now() >= registration.shownFrom;
  if (!registration || (!isShown && registration.before === undefined)) return reply(200);
  return reply(300, {
    created: '2026-01-01',
    expires: isShown ? registration.expires : registration.before,
    status: 'Active',
    auto_renew: 'No',
    nameservers: registration.nameServers.map((nameserver, index) => ({
      nameserver,
      position: index + 1,
    })),
  });
}

function nameServers(state: State, query: URLSearchParams): DoubleResponse {
  const existing = state.names.get(query.get('domain')!);
  if (!existing) return reply(200);
  const servers = Array.from({ length: 13 }, (_, index) => query.get(`ns${index + 1}`)).filter(
    (host) => host !== null,
  );
  if (servers.length < 2) return reply(108);
  existing.nameServers = servers;
  return reply(300);
}
