/**
 * Runs a purchase and a renewal against test doubles of the registrar and the DNS providers. A
 * fault occurs before or after each step. The faults are broken connections, late answers, 5xx,
 * successful orders without an answer, names shown late, rejections and repeated calls. In the end
 * the hostname, the credits and the registrar's account always agree. No order is sent twice.
 */
import { randomUUID } from 'node:crypto';
import { Refusal } from '@ramal/contract/api/errors';
import { createHostname as declaration } from '@ramal/contract/operations/hostnames';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, readAccountBalance, person } from '../../../test/accounts.ts';
import { TODAY, type TestContext, createTestContext } from '../../../test/context.ts';
import { type CloudflareDouble, startCloudflare } from '../../../test/outside/cloudflare.ts';
import { type Double, type Fault, faultKinds } from '../../../test/outside/double.ts';
import { type NameSiloDouble, startNameSilo } from '../../../test/outside/namesilo.ts';
import { type PowerDnsDouble, startPowerDns } from '../../../test/outside/powerdns.ts';
import { runs, timeLimit } from '../../../test/property-runs.ts';
import { verifyLedger } from '../../credits/credits.ts';
import type { Actor } from '../../foundation/caller.ts';
import { cloudflare } from '../../zones/providers/cloudflare.ts';
import { powerDns } from '../../zones/providers/powerdns.ts';
import { nameSilo } from '../registrars/namesilo.ts';
import type { Registrars } from '../registrars/registrars.ts';
import { createHostname } from './create-hostname.ts';
import { finishPurchases } from './finish-purchases.ts';
import { renewHostname } from './renew-hostname.ts';

let ctx: TestContext;
let seller: Person;
let shop: NameSiloDouble;
let cloud: CloudflareDouble;
let pdns: PowerDnsDouble;
let bought = 0;

beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_LOG: 'silent' });
  seller = await person(ctx, { balance: 1_000_000 });
  [shop, cloud, pdns] = [await startNameSilo(), await startCloudflare(), await startPowerDns()];
  shop.now = () => ctx.clock.now();
});
afterAll(async () => {
  await ctx.close();
  for (const double of [shop, cloud, pdns]) await double.close();
});

const MINUTES = 240;
const EVERY = 5;
const MARK = 'ramal:teste';
const TARGET = '200.160.4.18';
const SERVERS = ['ns1.ramal.example', 'ns2.ramal.example'];
const TIMEOUT_MS = 150;

/** Every request that a purchase sends to registrar and DNS provider. */
const steps = {
  shop: [
    'checkRegisterAvailability',
    'getPrices',
    'getAccountBalance',
    'registerDomain',
    'renewDomain',
    'getDomainInfo',
    'changeNameServers',
  ],
  cloud: ['GET zones', 'POST zones', 'GET dns_records', 'POST dns_records', 'GET accounts'],
  pdns: ['GET zones', 'POST zones', 'GET zone', 'PATCH zone'],
} as const;

const mostlyNone = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Fault[]>([]) },
  {
    weight: 2,
    arbitrary: fc.array(fc.constantFrom(...faultKinds), { minLength: 1, maxLength: 2 }),
  },
);
const faultsOf = (names: readonly string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, mostlyNone])));

const scenario = fc.record({
  shop: faultsOf(steps.shop),
  cloud: faultsOf(steps.cloud),
  pdns: faultsOf(steps.pdns),
  /** Minutes until the registrar shows the ordered name. */
  shownAfter: fc.constantFrom(0, 0, 7, 40),
  refusesWith: fc.constantFrom(undefined, undefined, undefined, 114, 119),
  twice: fc.boolean(),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

function load(double: Double, faults: Record<string, Fault[]>): void {
  double.faults.clear();
  for (const [name, kinds] of Object.entries(faults)) double.faults.set(name, [...kinds]);
}

function registrarsWith(dns: 'cloud' | 'pdns'): Registrars {
  const registrar = nameSilo({
    baseUrl: shop.url,
    key: shop.key,
    gapMs: 0,
    timeoutMs: TIMEOUT_MS,
    orderTimeoutMs: TIMEOUT_MS,
  });
  const provider =
    dns === 'cloud'
      ? cloudflare({
          baseUrl: cloud.url,
          token: cloud.token,
          account: undefined,
          timeoutMs: TIMEOUT_MS,
        })
      : powerDns({ baseUrl: pdns.url, key: pdns.key, nameServers: SERVERS, timeoutMs: TIMEOUT_MS });
  return {
    current: async () => registrar,
    get: async () => registrar,
    dns: async () => ({ provider, mark: MARK, target: TARGET }),
  };
}

/** Caller of a purchase. All calls for one purchase use the same idempotency key. */
const caller = (domain: string, key: string) => ({
  params: undefined,
  query: undefined,
  actor: { id: seller.id, profile: 'reseller', hasSecondFactor: true } as Actor,
  requestMeta: { ip: '203.0.113.7', requestId: 'test' } as never,
  key: { id: key, fingerprint: Buffer.from(domain), answer: declaration.answer } as never,
});

const order = (registrars: Registrars, domain: string, key: string) =>
  createHostname(ctx, registrars, { ...caller(domain, key), body: { domain, manual: false } });

const renew = (registrars: Registrars, domain: string, key: string) =>
  renewHostname(ctx, registrars, { ...caller(domain, key), body: { domain } });

const EARLIER = '2027-01-01';

/** Inserts a name that was bought earlier, into the panel and at the registrar's double. */
async function insertHostname(domain: string): Promise<void> {
  await ctx.owner.query(
    `insert into hostnames (name, owner_id, price_cents, renew_cents, registrar, state, expires_at, created_at)
     values ($1, $2, 599, 1199, 'namesilo', 'active', $3, $3)`,
    [domain, seller.id, EARLIER],
  );
  const shownFrom = new Date(0);
  shop.names.set(domain, {
    expires: EARLIER,
    before: EARLIER,
    shownFrom,
    nameServers: [],
    years: [1],
  });
}

const findRecords = (dns: 'cloud' | 'pdns', domain: string): unknown =>
  dns === 'cloud'
    ? cloud.zones
        .get(domain)
        ?.records.map(({ type, content, proxied, comment }) => [type, content, proxied, comment])
    : pdns.zones
        .get(`${domain}.`)
        ?.filter(({ type }) => type === 'A')
        .map(({ records, comments }) => [records[0]!.content, comments[0]!.content]);

const wanted = {
  cloud: [['A', TARGET, false, MARK]],
  pdns: [[TARGET, MARK]],
};

async function finishAt(minute: number, registrars: Registrars): Promise<void> {
  ctx.clock.set(new Date(Date.parse(TODAY) + minute * 60_000).toISOString());
  await finishPurchases(ctx, registrars);
}

/** Runs the job until no purchase is open, and once more at the end, when it must change nothing. */
async function runToEnd(registrars: Registrars): Promise<void> {
  for (let minute = EVERY; minute < MINUTES && (await hasOpenPurchase()); minute += EVERY)
    await finishAt(minute, registrars);
  await finishAt(MINUTES, registrars);
}

async function hasOpenPurchase(): Promise<boolean> {
  const { rows } = await ctx.owner.query(
    `select 1 from hostname_purchases where state not in ('done', 'refunded') limit 1`,
  );
  return rows.length > 0;
}

async function outcome(domain: string) {
  const { rows } = await ctx.owner.query(
    `select p.state, h.state as hostname, h.expires_at::date::text as ends from hostname_purchases p
     left join hostnames h on h.name = p.name where p.name = $1`,
    [domain],
  );
  return rows;
}

const nameServers = {
  cloud: ['ana.ns.cloudflare.com', 'bob.ns.cloudflare.com'],
  pdns: SERVERS,
};

const codeOf = (error: unknown): string =>
  error instanceof Refusal ? error.code : `not a refusal: ${String(error)}`;

/** The expected states of the purchase and the hostname at the end. */
const ends = {
  new: (happened: boolean) =>
    happened
      ? { state: 'done', hostname: 'active', ends: '2027-11-21' }
      : { state: 'refunded', hostname: null, ends: null },
  renewal: (happened: boolean) => ({
    state: happened ? 'done' : 'refunded',
    hostname: 'active',
    ends: happened ? '2028-01-01' : EARLIER,
  }),
};
const operations = { new: 'registerDomain', renewal: 'renewDomain' } as const;
const prices = { new: { credits: 6, dollars: 5.99 }, renewal: { credits: 12, dollars: 11.99 } };

async function tried(kind: 'new' | 'renewal', dns: 'cloud' | 'pdns', fault: Scenario) {
  bought += 1;
  const domain = `nome${bought}.click`;
  const registrars = registrarsWith(dns);
  for (const double of [shop, cloud, pdns]) double.faults.clear();
  if (kind === 'renewal') await insertHostname(domain);
  [shop.balance, shop.shownAfterMs, shop.refusesWith] = [
    100,
    fault.shownAfter * 60_000,
    fault.refusesWith,
  ];
  load(shop, fault.shop);
  load(cloud, fault.cloud);
  load(pdns, fault.pdns);
  shop.requests.length = 0;
  ctx.clock.set(TODAY);
  const before = await readAccountBalance(ctx, seller.id);
  const key = randomUUID();
  const send = kind === 'new' ? order : renew;
  const answers = await Promise.allSettled(
    Array.from({ length: fault.twice ? 2 : 1 }, () => send(registrars, domain, key)),
  );
  const refusals = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [codeOf(answer.reason)] : [],
  );
  await runToEnd(registrars);
  // If the price request got no answer, no purchase was created.
  const isBegun = refusals.length < answers.length;
  const happened = shop.balance < 100;
  const isBought = kind === 'new' && happened;
  const orders = shop.requests.filter((operation) => operation === operations[kind]).length;
  const result = {
    refusals: [...new Set(refusals)],
    // At most one order is sent, and none if a check before the order failed.
    isOrderedOnce: orders <= 1 && (isBegun || orders === 0) && (!happened || orders === 1),
    rows: await outcome(domain),
    paid: before - (await readAccountBalance(ctx, seller.id)),
    dollars: Math.round((100 - shop.balance) * 100) / 100,
    records: isBought ? findRecords(dns, domain) : undefined,
    nameServers: isBought ? shop.names.get(domain)!.nameServers : undefined,
  };
  const { credits, dollars } = prices[kind];
  expect(result).toEqual({
    refusals: refusals.length > 0 ? ['registrar_silent'] : [],
    isOrderedOnce: true,
    rows: isBegun ? [ends[kind](happened)] : [],
    paid: happened ? credits * 100 : 0,
    dollars: happened ? dollars : 0,
    records: isBought ? wanted[dns] : undefined,
    nameServers: isBought ? nameServers[dns] : undefined,
  });
}

it.each([
  ['new', 'cloud'],
  ['new', 'pdns'],
  ['renewal', 'cloud'],
] as const)(
  'keeps hostname, credits and registrar consistent under random faults: %s, %s',
  async (kind, dns) => {
    await fc.assert(
      fc.asyncProperty(scenario, (fault) => tried(kind, dns, fault)),
      { numRuns: runs(25) },
    );
    expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
  },
  timeLimit(120_000),
);

type Side = keyof typeof steps;
const calm: Scenario = {
  shop: {},
  cloud: {},
  pdns: {},
  shownAfter: 0,
  refusesWith: undefined,
  twice: false,
};

/** Tests every request of the kind with every fault. Every second case repeats the call. */
it.each<['new' | 'renewal', 'cloud' | 'pdns', Partial<Record<Side, readonly string[]>>]>([
  [
    'new',
    'cloud',
    {
      shop: steps.shop.filter((name) => name !== 'renewDomain' && name !== 'getPrices'),
      cloud: steps.cloud,
    },
  ],
  ['new', 'pdns', { pdns: steps.pdns }],
  [
    'renewal',
    'cloud',
    { shop: ['getPrices', 'getAccountBalance', 'renewDomain', 'getDomainInfo'] },
  ],
])(
  'keeps hostname, credits and registrar consistent for each single fault: %s, %s',
  async (kind, dns, expectedRequests) => {
    const doubles = { shop, cloud, pdns };
    for (const [side, names] of Object.entries(expectedRequests) as [Side, readonly string[]][])
      for (const [place, name] of names.entries())
        for (const [turn, fault] of faultKinds.entries()) {
          const twice = (place + turn) % 2 === 1;
          await tried(kind, dns, { ...calm, twice, [side]: { [name]: [fault] } });
          expect([name, doubles[side].faults.get(name)]).toEqual([name, []]);
        }
    expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
  },
  timeLimit(120_000),
);
