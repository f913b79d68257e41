/**
 * Runs random sequences of imports from other lists over several days. Hosts may be exempt or not,
 * and customers may be new or known. Each charge follows the rule exactly, no balance is negative,
 * and the wallets lose exactly the charged amount. A line never lasts longer than its paid and
 * exempt days. The exemption of each customer is used only once.
 */
import {
  migrateIptvList,
  migrateP2pList,
  verifyIptvList,
} from '@ramal/contract/lines/list-migrators';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, readAccountBalance, person } from '../../../test/accounts.ts';
import { runs, timeLimit } from '../../../test/property-runs.ts';
import { verifyLedger } from '../../credits/credits.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

const DAY = 86_400_000;
const MINUTE = 60_000;
/** São Paulo has had the same UTC offset since 2019. */
const ZONE = -3 * 3_600_000;
const dayOf = (at: number) => Math.floor((at + ZONE) / DAY);
const asText = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

/**
 * Calculates the price with a second implementation of the rule, independent of the product's code.
 */
function priceOf(paidDays: number): number {
  if (paidDays <= 15) return 60;
  let credits = 1;
  for (let bought = 30; bought < paidDays; bought += 30) credits += 1;
  return credits * 100;
}

interface Step {
  readonly waits: number;
  readonly days: number;
  readonly host: number;
  readonly customer: number;
  readonly service: 'iptv' | 'p2p';
  /** True if the previous line of the customer was renamed, so that its name is free. */
  readonly renamed: boolean;
}
const hosts = ['a.exemplo', 'b.exemplo', 'c.exemplo'];
const step: fc.Arbitrary<Step> = fc.record({
  waits: fc.integer({ min: 0, max: 40 * 3_600_000 }),
  days: fc.oneof(fc.integer({ min: -2, max: 400 }), fc.constantFrom(0, 15, 16, 30, 31, 45, 46)),
  host: fc.integer({ min: 0, max: 2 }),
  customer: fc.integer({ min: 0, max: 2 }),
  service: fc.constantFrom('iptv' as const, 'iptv' as const, 'p2p' as const),
  renamed: fc.boolean(),
});
const story = fc.record({
  balance: fc.integer({ min: 0, max: 3_000 }),
  limits: fc.tuple(fc.constantFrom(0, 15, 30), fc.integer({ min: 0, max: 60 })),
  steps: fc.array(step, { minLength: 1, maxLength: 12 }),
});

interface Notes {
  readonly seller: Person;
  readonly limits: readonly number[];
  balance: number;
  /** Customers that were imported for free. */
  readonly free: Set<string>;
  /** Names in use, by platform. */
  readonly taken: Set<string>;
}

let attempt = 0;
const hostOf = (index: number) => `${attempt}.${hosts[index]}`;

async function begin(balance: number, limits: readonly number[]): Promise<Notes> {
  ctx.clock.set(TODAY);
  attempt += 1;
  await ctx.owner.query('delete from exemption_hosts');
  for (const [index, days] of limits.entries()) {
    if (days === 0) continue;
    await ctx.owner.query(
      `insert into exemption_hosts (host, limit_days, ends_on) values ($1, $2, '2027-06-01')`,
      [hostOf(index), days],
    );
  }
  const seller = await person(ctx, { balance, until: '2027-06-01T00:00:00Z' });
  return { seller, limits, balance, free: new Set(), taken: new Set() };
}

async function take(notes: Notes, { waits, days, host: index, customer, service, renamed }: Step) {
  ctx.clock.forward(waits);
  const now = ctx.clock.now().getTime();
  const due = dayOf(now) + days;
  const name = `${9_000 + attempt}${customer}`;
  const [asHere, asThere] = [`${service} ${name}`, `${hostOf(index)} ${name}`];
  if (renamed) {
    await ctx.owner.query(
      `update lines set username = 'x' || id where platform = $1 and username = $2`,
      [service, name],
    );
    notes.taken.delete(asHere);
  }
  const limit = service === 'iptv' ? (notes.limits[index] ?? 0) : 0;
  const freeDays = notes.free.has(asThere) ? 0 : limit;
  const price = freeDays > 0 && days <= freeDays ? 0 : priceOf(days - freeDays);
  /** 23:59 of the due day. */
  const ends = due * DAY - ZONE + DAY - MINUTE;
  const isServed = days >= 0 && days <= 366 && ends > now;
  const comes = isServed && !notes.taken.has(asHere) && price <= notes.balance;

  const url = `http://${hostOf(index)}/get.php?username=${name}&password=senha-1`;
  if (service === 'iptv' && isServed && !notes.taken.has(asHere))
    await expectVerified(notes, { url, exp_date: asText(due) }, comes && [price / 100, freeDays]);
  const { status, body } = await bring(notes, service, { url, name, day: asText(due) });
  expect([status, body.code === undefined]).toEqual(comes ? [200, true] : [422, false]);
  if (comes) {
    notes.balance -= price;
    notes.taken.add(asHere);
    if (freeDays > 0) notes.free.add(asThere);
    expectLine(body, { ends, price, balance: notes.balance });
    expectPaidFor(days, price, freeDays);
  }
  expect(await readAccountBalance(ctx, notes.seller.id)).toBe(notes.balance);
}

async function expectVerified(
  { seller }: Notes,
  body: { url: string; exp_date: string },
  /** Expected credits and days. False if the balance should be insufficient. */
  input: [credits: number, limitDays: number] | false,
): Promise<void> {
  const result = (await call(ctx, verifyIptvList, { body }, { token: seller.token })).body;
  expect(input ? [result.credits, result.limit_days] : result.code).toEqual(
    input || 'insufficient_credits',
  );
}

interface Answer {
  readonly code?: string | undefined;
  readonly charged: number;
  readonly balance: number | null;
  readonly exp_date_timestamp: number;
}

function bring(
  { seller }: Notes,
  service: Step['service'],
  { url, name, day }: { url: string; name: string; day: string },
): Promise<{ status: number; body: Answer }> {
  const actor = { token: seller.token };
  return service === 'iptv'
    ? call(ctx, migrateIptvList, { body: { url, package: 1, user: { exp_date: day } } }, actor)
    : call(
        ctx,
        migrateP2pList,
        { body: { name, pass: 'senha-1', productid: 1, endTime: day } },
        actor,
      );
}

function expectLine(
  { charged, balance, exp_date_timestamp }: Answer,
  input: { ends: number; price: number; balance: number },
): void {
  expect({ charged, balance, exp_date_timestamp }).toEqual({
    charged: input.price / 100,
    balance: input.balance / 100,
    exp_date_timestamp: input.ends / 1000,
  });
}

/** Checks that the last day is paid or exempt. */
function expectPaidFor(days: number, price: number, freeDays: number): void {
  const paidDays = price === 0 ? 0 : price === 60 ? 15 : (price / 100) * 30;
  expect(days).toBeLessThanOrEqual(paidDays + freeDays);
}

/** Checks that the wallets lost exactly the charged amounts, and that every line has its event. */
async function expectExact({ seller, balance }: Notes, begun: number): Promise<void> {
  const { rows } = await ctx.owner.query<{ spent: string }>(
    `select coalesce(sum(e.amount), 0) as spent from entries e join wallets t on t.id = e.to_wallet
     where e.actor_id = $1 and t.kind = 'consumption' and e.reason = 'line-imported'`,
    [seller.id],
  );
  expect(Number(rows[0]!.spent)).toBe(begun - balance);
  const without = await ctx.owner.query(
    `select l.id from lines l where l.owner_id = $1
     except select line_id from events where kind = 'line-taken-over' and actor_id = $1`,
    [seller.id],
  );
  expect(without.rows).toEqual([]);
}

it(
  'charges exactly by the rule and expires on the due day for any sequence',
  { timeout: timeLimit(120_000) },
  async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ balance, limits, steps }) => {
        const notes = await begin(balance, limits);
        for (const step of steps) await take(notes, step);
        await expectExact(notes, balance);
      }),
      { numRuns: runs(25) },
    );
    expect(await verifyLedger(ctx)).toMatchObject({ drifted: [] });
  },
);
