/**
 * Compares the figures with a second, independent calculation from the raw rows. The histories are
 * random and are rolled up in several steps, across closed months.
 */
import { getCohorts } from '@ramal/contract/numbers/cohorts';
import type { FigureKey } from '@ramal/contract/numbers/figures';
import { getNumberGroups, getNumbers } from '@ramal/contract/numbers/numbers';
import { listNumberRows } from '@ramal/contract/numbers/rows';
import { DAY_MS, HOUR_MS } from '@ramal/contract/rules/durations';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../test/context.ts';
import { runs, timeLimit } from '../../test/property-runs.ts';
import { type Act, continueHistory, writeCharge, writeHistory } from './numbers.fixtures.ts';
import { rollUpNumbers } from './numbers.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

const START = Date.parse('2026-08-03T10:00:00Z');
/** Moments of the roll-ups. August, September and October close between them. */
const MOMENTS = ['2026-08-28T15:00:00Z', '2026-10-07T15:00:00Z', '2026-11-20T15:00:00Z'];
const NOW = new Date(MOMENTS.at(-1)!);
const PLAN_CENTS = 3_000;

const step = fc.record({
  hours: fc.integer({ min: 1, max: 24 * 25 }),
  act: fc.constantFrom(
    'extend',
    'extend',
    'extend',
    'pay',
    'price',
    'delete',
    'restore',
    'block',
    'unblock',
    'trust',
    'refund',
  ),
  credits: fc.constantFrom(100, 200, 300),
  cents: fc.integer({ min: 1_000, max: 20_000 }),
});
const history = fc.record({
  isTest: fc.boolean(),
  platform: fc.constantFrom('iptv' as const, 'p2p' as const),
  steps: fc.array(step, { minLength: 1, maxLength: 7 }),
  start: fc.integer({ min: 0, max: 24 * 60 }),
});
type Draft = typeof history extends fc.Arbitrary<infer T> ? T : never;

const iso = (ms: number) => new Date(ms).toISOString();

interface LinePlan {
  readonly acts: Act[];
  readonly charges: { readonly act: number; readonly cents: number; refundedAt?: string }[];
}

/** Turns a draft into acts that the product could have done. */
function plan({ isTest, steps, start }: Draft): LinePlan {
  let at = START + start * HOUR_MS + 1_234;
  let until = isTest ? at + 6 * HOUR_MS : at + 30 * DAY_MS;
  const acts: Act[] = [
    isTest
      ? { at: iso(at), kind: 'line-created', until: iso(until), testHours: 6 }
      : { at: iso(at), kind: 'line-created', until: iso(until), hundredths: 100 },
  ];
  const charges: LinePlan['charges'] = [];
  let isOfficial = !isTest;
  let isDeleted = false;
  let isBlocked = false;
  const push = (act: Omit<Act, 'at'>) => acts.push({ at: iso(at), ...act });
  for (const { hours, act, credits, cents } of steps) {
    at += hours * HOUR_MS + 61_000;
    if (at >= NOW.getTime()) break;
    if (isDeleted && act !== 'restore') continue;
    if (act === 'extend' || act === 'pay') {
      until = (isOfficial ? Math.max(until, at) : at) + (credits / 100) * 30 * DAY_MS;
      if (!isOfficial) push({ kind: 'line-promoted', until: iso(until), hundredths: credits });
      else if (act === 'pay') {
        charges.push({ act: acts.length, cents });
        push({ kind: 'line-extended', until: iso(until), hundredths: credits });
      } else push({ kind: 'line-extended', until: iso(until), hundredths: credits });
      isOfficial = true;
    } else if (act === 'price') push({ kind: 'line-price-set', cents });
    else if (act === 'delete') {
      isDeleted = true;
      push({ kind: 'line-deleted' });
    } else if (act === 'restore' && isDeleted) {
      isDeleted = false;
      push({ kind: 'line-restored' });
    } else if (act === 'block' && !isBlocked) {
      isBlocked = true;
      push({ kind: 'line-blocked-for-abuse' });
    } else if (act === 'unblock' && isBlocked) {
      isBlocked = false;
      push({ kind: 'line-unblocked' });
    } else if (act === 'trust' && isOfficial) {
      until = Math.max(until, at) + 2 * DAY_MS;
      push({ kind: 'line-trusted', until: iso(until) });
    } else if (act === 'refund' && charges.length > 0 && until > at + DAY_MS) {
      until = Math.max(at, until - 10 * DAY_MS);
      charges.at(-1)!.refundedAt = iso(at);
      push({ kind: 'renewal-undone', until: iso(until) });
    }
  }
  return { acts, charges };
}

interface Line {
  readonly owner: Person;
  readonly platform: 'iptv' | 'p2p';
  readonly planned: LinePlan;
  id?: number;
  written: number;
}

/** Writes all acts of the lines up to a moment. */
async function advance(lines: readonly Line[], moment: string): Promise<void> {
  for (const line of lines) {
    const { owner, planned, platform } = line;
    const reached = planned.acts.filter(({ at }) => at <= moment).length;
    if (reached === line.written) continue;
    line.id ??= await writeHistory(ctx, { owner, platform, acts: planned.acts.slice(0, 1) });
    for (const charge of planned.charges) {
      const isPaid = charge.act >= Math.max(line.written, 1) && charge.act < reached;
      const act = planned.acts[charge.act]!;
      if (isPaid)
        planned.acts[charge.act] = {
          ...act,
          charge: await writeCharge(ctx, {
            owner,
            line: line.id,
            cents: charge.cents,
            months: act.hundredths! / 100,
            paidAt: act.at,
          }),
        };
      const paid = planned.acts[charge.act]!.charge;
      if (charge.refundedAt && charge.refundedAt <= moment && paid)
        await ctx.owner.query(
          `update charges set state = 'reversed', reversed_at = $2 where id = $1 and state = 'settled'`,
          [paid, charge.refundedAt],
        );
    }
    const from = Math.max(line.written, 1);
    await continueHistory(ctx, owner, line.id, {
      acts: planned.acts.slice(0, reached),
      from,
      platform,
    });
    line.written = reached;
  }
}

interface State {
  readonly lineId: number;
  readonly cents: number;
  readonly firstAt: Date;
}

/** Recalculates the customers at a moment from events and charges, without stored periods. */
async function customersAt(owner: Person, at: Date): Promise<Map<number, State>> {
  const { rows } = await ctx.owner.query<{ id: string; cents: string; first_at: Date }>(
    `select l.id, first.at as first_at, round(
       case when c.id is not null then c.cents * 1.0 / c.months
         else coalesce(price.cents, case when coalesce(term.months, 1) = 1 then $3::int end, 0) * 1.0
           / coalesce(term.months, 1) end) as cents
     from lines l
       cross join lateral (
         select e.* from events e where e.line_id = l.id and e.at <= $2 and e.after ? 'hundredths'
           and e.kind in ('line-created', 'line-promoted', 'line-extended') order by e.at desc limit 1) bought
       cross join lateral (
         select min(e.at) as at from events e where e.line_id = l.id and e.after ? 'hundredths') first
       cross join lateral (
         select (e.after ->> 'expiresAt')::timestamptz as until from events e
         where e.line_id = l.id and e.at <= $2 and e.after ? 'expiresAt' order by e.at desc limit 1) ends
       left join lateral (select (bought.after ->> 'hundredths')::int / 100 as months) term on true
       left join charges c on c.id = (bought.after ->> 'charge')::bigint
       left join lateral (
         select (e.after ->> 'cents')::int as cents from events e
         where e.line_id = l.id and e.at <= $2 and e.kind = 'line-price-set' order by e.at desc limit 1) price on true
     where l.owner_id = $1 and ends.until > $2
       and (select e.kind from events e where e.line_id = l.id and e.at <= $2
         and e.kind in ('line-deleted', 'line-restored') order by e.at desc limit 1) is distinct from 'line-deleted'
       and (select e.kind from events e where e.line_id = l.id and e.at <= $2
         and e.kind in ('line-blocked-for-abuse', 'line-unblocked') order by e.at desc limit 1)
         is distinct from 'line-blocked-for-abuse'`,
    [owner.id, at, PLAN_CENTS],
  );
  return new Map(
    rows.map((row) => [
      Number(row.id),
      { lineId: Number(row.id), cents: Number(row.cents), firstAt: row.first_at },
    ]),
  );
}

/** Returns the figures that follow from the customers at two moments. */
async function expectedFlows(owner: Person, from: Date, until: Date) {
  const [before, after] = [await customersAt(owner, from), await customersAt(owner, until)];
  const part = () => ({ count: 0, value: 0 });
  const flows = {
    base: part(),
    new: part(),
    recovered: part(),
    changed: part(),
    lost: part(),
    revenue: part(),
  };
  const add = (to: { count: number; value: number }, value: number) => {
    to.count += 1;
    to.value += value;
  };
  for (const { lineId, cents } of before.values()) {
    add(flows.base, cents);
    if (!after.has(lineId)) add(flows.lost, -cents);
  }
  for (const { lineId, cents, firstAt } of after.values()) {
    add(flows.revenue, cents);
    const former = before.get(lineId);
    if (!former) add(firstAt > from ? flows.new : flows.recovered, cents);
    else if (former.cents !== cents) flows.changed.value += cents - former.cents;
  }
  return flows;
}

async function expectedReceived(owner: Person, month: string): Promise<number> {
  const { rows } = await ctx.owner.query<{ cents: string }>(
    `select coalesce(sum(cents) filter (where to_char(paid_at at time zone $3, 'YYYY-MM') = $2), 0)
       - coalesce(sum(cents) filter (where to_char(reversed_at at time zone $3, 'YYYY-MM') = $2), 0) as cents
     from charges where account_id = $1`,
    [owner.id, month, ctx.clock.timeZone],
  );
  return Number(rows[0]!.cents);
}

const read = async (owner: Person, query: Record<string, unknown>) =>
  (await call(ctx, getNumbers, { query }, { token: owner.token })).body;

const pick = (body: Awaited<ReturnType<typeof read>>, key: FigureKey) => {
  const { count, value } = body.figures.find(({ figure }) => figure === key)!;
  return { count, value };
};

const flowKeys = ['base', 'new', 'recovered', 'changed', 'lost', 'revenue'] as const;

async function compareFlows(
  owner: Person,
  query: Record<string, unknown>,
  from: Date,
  until: Date,
) {
  const body = await read(owner, query);
  const expected = await expectedFlows(owner, from, until);
  for (const key of flowKeys) {
    const { count, value } = pick(body, key);
    expect([key, query, value]).toEqual([key, query, expected[key].value]);
    // The expected count contains only changes of the price, but a plan may change at the same
    // price. The comparison of the rows checks this count.
    expect([key, count]).toEqual([key, key === 'changed' ? count : expected[key].count]);
  }
  return body;
}

async function compareRows(owner: Person, query: Record<string, unknown>) {
  const body = await read(owner, query);
  for (const key of [...flowKeys, 'received'] as const) {
    const { body: list } = await call(
      ctx,
      listNumberRows,
      { params: { figure: key }, query: { ...query, per_page: 100 } },
      { token: owner.token },
    );
    const sum = list.data.reduce((total, { cents }) => total + cents!, 0);
    expect([key, query, list.sum_cents, sum]).toEqual([
      key,
      query,
      pick(body, key).value,
      pick(body, key).value,
    ]);
    const { count } = pick(body, key);
    expect([key, list.total]).toEqual([key, key === 'received' ? list.total : count]);
  }
}

async function compareGroups(owner: Person): Promise<void> {
  const body = await read(owner, {});
  for (const by of ['origin', 'plan', 'platform'] as const) {
    const { body: answer } = await call(
      ctx,
      getNumberGroups,
      { query: { by } },
      { token: owner.token },
    );
    const { groups } = answer;
    expect(groups.reduce((sum, { customers }) => sum + customers, 0)).toBe(
      pick(body, 'customers').value,
    );
    expect(groups.reduce((sum, row) => sum + row.revenue_cents!, 0)).toBe(
      pick(body, 'revenue').value,
    );
  }
}

async function compareCohorts(owner: Person): Promise<void> {
  const { body } = await call(ctx, getCohorts, {}, { token: owner.token });
  for (const { month, cells } of body.cohorts) {
    for (const { age, customers, revenue_cents } of cells) {
      const end = monthStart(month, age + 1);
      const at = end < NOW ? end : NOW;
      const states = [...(await customersAt(owner, at)).values()].filter(
        ({ firstAt }) => firstAt >= monthStart(month, 0) && firstAt < monthStart(month, 1),
      );
      const sum = states.reduce((total, { cents }) => total + cents, 0);
      expect([month, age, customers, revenue_cents]).toEqual([month, age, states.length, sum]);
      const rows = await cohortRows(owner, { cohort: month, age });
      expect([rows.total, rows.figure.numerator]).toEqual([customers, customers]);
      expect(rows.sum_cents).toBe(revenue_cents);
      expect(rows.data.map(({ cents }) => cents!).reduce((sum, cents) => sum + cents, 0)).toBe(
        revenue_cents,
      );
      const all = await cohortRows(owner, { cohort: month, age, part: 'denominator' });
      const lost = await cohortRows(owner, { cohort: month, age, part: 'rest' });
      expect([all.data.length, lost.data.length]).toEqual([all.total, lost.total]);
      expect(all.total).toBe(rows.total! + lost.total!);
    }
  }
  for (const { age, customers, of_customers } of body.all) {
    const { total, figure } = await cohortRows(owner, { age });
    expect([total, figure.numerator, figure.denominator]).toEqual([
      customers,
      customers,
      of_customers,
    ]);
  }
}

async function cohortRows(
  owner: Person,
  query: { readonly cohort?: string; readonly age: number; readonly part?: 'denominator' | 'rest' },
) {
  const sent = { params: { figure: 'cohort' as const }, query: { ...query, per_page: 100 } };
  return (await call(ctx, listNumberRows, sent, { token: owner.token })).body;
}

/** Returns the start of a month in São Paulo, a number of months later. */
function monthStart(month: string, later: number): Date {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year!, number! - 1 + later, 1, 3));
}

it(
  'returns the figures that a second calculation from the raw rows returns',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(history, { minLength: 3, maxLength: 12 }), async (drafts) => {
        ctx.clock.set(iso(START));
        await ctx.owner.query('delete from number_months; delete from numbers_taken');
        const owner = await person(ctx, { until: '2027-06-01T12:00:00Z' });
        await ctx.owner.query(
          'insert into plan_prices (account_id, months, cents) values ($1, 1, $2)',
          [owner.id, PLAN_CENTS],
        );
        const lines = drafts.map((draft): Line => ({
          owner,
          platform: draft.platform,
          planned: plan(draft),
          written: 0,
        }));
        for (const moment of MOMENTS) {
          await advance(lines, moment);
          ctx.clock.set(moment);
          await rollUpNumbers(ctx);
        }
        await compareFlows(owner, {}, new Date('2026-10-21T03:00:00Z'), NOW);
        for (const month of ['2026-08', '2026-09', '2026-10', '2026-11']) {
          const end = monthStart(month, 1);
          const until = end < NOW ? end : NOW;
          const body = await compareFlows(owner, { period: month }, monthStart(month, 0), until);
          expect(pick(body, 'received').value).toBe(await expectedReceived(owner, month));
          await compareRows(owner, { period: month });
        }
        await compareRows(owner, {});
        await compareRows(owner, { platform: 'p2p' });
        await compareGroups(owner);
        await compareCohorts(owner);
      }),
      { numRuns: runs(6) },
    );
  },
  timeLimit(120_000),
);
