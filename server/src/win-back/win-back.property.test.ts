/**
 * Compares groups and results with a second, independent calculation from the raw rows of random
 * histories.
 */
import {
  getWinBackResults,
  listWinBackRows,
  type WinBackList,
} from '@ramal/contract/win-back/results';
import { getWinBack } from '@ramal/contract/win-back/win-back';
import { DAY_MS, HOUR_MS } from '@ramal/contract/rules/durations';
import { type WinBackGroupKey, winBackGroupKeys } from '@ramal/contract/win-back/win-back-rules';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../test/context.ts';
import { runs, timeLimit } from '../../test/property-runs.ts';
import { remindingSeller } from '../reminders/reminders.fixtures.ts';
import { differenceInterval } from './results/difference-interval.ts';
import { expiredLine } from './win-back.fixtures.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

const NOW = new Date('2026-11-24T15:30:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);

/** São Paulo is three hours behind UTC and has no summer time. */
const saoPauloDay = (at: Date) => Math.floor((at.getTime() - 3 * HOUR_MS) / DAY_MS);

const drawnLine = fc.record({
  hours: fc.integer({ min: -30 * 24, max: 130 * 24 }),
  isTrial: fc.boolean(),
  isDeleted: fc.constantFrom(false, false, false, true),
  isOff: fc.constantFrom(false, false, true),
  platform: fc.constantFrom('iptv' as const, 'p2p' as const),
  // A small set of numbers, so that some people have several lines.
  number: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
});

it(
  'puts every expired line into exactly one time group and every status adds up',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(drawnLine, { minLength: 1, maxLength: 25 }), async (drafts) => {
        ctx.clock.set(NOW.toISOString());
        const seller = await person(ctx, { until: '2027-12-31T00:00:00Z' });
        for (const { hours, isTrial, isDeleted, isOff, platform, number } of drafts) {
          const whatsapp = number === null ? null : `55119444400${String(number).padStart(2, '0')}`;
          const id = await expiredLine(ctx, seller, {
            days: hours / 24,
            isTrial,
            platform,
            whatsapp,
          });
          await ctx.owner.query('update lines set deleted_at = $2, is_on = $3 where id = $1', [
            id,
            isDeleted ? NOW : null,
            !isOff,
          ]);
        }
        const { body } = await call(ctx, getWinBack, {}, { token: seller.token });
        const live = drafts.filter(({ isDeleted }) => !isDeleted);
        const daysSince = ({ hours }: { hours: number }) =>
          saoPauloDay(NOW) - saoPauloDay(ago(hours * HOUR_MS));
        const expired = live.filter((draft) => !draft.isTrial && daysSince(draft) >= 3);
        expect(body.expired).toBe(expired.length);
        const buyers = new Set(
          live
            .filter(({ isTrial, number }) => !isTrial && number !== null)
            .map(({ number }) => number),
        );
        expect(body.trials).toBe(
          live.filter(
            (draft) => draft.isTrial && daysSince(draft) >= 1 && !buyers.has(draft.number),
          ).length,
        );
        const bounds = { d3: [3, 6], d7: [7, 29], d30: [30, 89], d90: [90, 1e6] };
        for (const [group, [from, to]] of Object.entries(bounds)) {
          const { people } = body.groups.find((row) => row.group === group)!;
          expect(people.total).toBe(
            expired.filter((draft) => daysSince(draft) >= from! && daysSince(draft) <= to!).length,
          );
        }
        for (const { group, people } of body.groups) {
          const { total, ...statuses } = people;
          expect(Object.values(statuses).reduce((sum, count) => sum + count, 0)).toBe(total);
          const rows = await list(seller, 'people', group);
          expect(rows.total).toBe(total);
        }
      }),
      { numRuns: runs(6) },
    );
  },
  timeLimit(120_000),
);

const list = async (seller: Person, name: WinBackList, group?: WinBackGroupKey) =>
  (
    await call(
      ctx,
      listWinBackRows,
      { query: { list: name, per_page: 100, ...(group ? { group } : {}) } },
      { token: seller.token },
    )
  ).body;

const drawnMessage = fc.record({
  group: fc.constantFrom(...winBackGroupKeys.slice(0, 3)),
  /** Hours before now. Some messages are older than the results. */
  hours: fc.integer({ min: 1, max: 100 * 24 }),
  state: fc.constantFrom(
    'sent' as const,
    'sent' as const,
    'sent' as const,
    'unknown' as const,
    'skipped' as const,
  ),
});
const drawnPayment = fc.record({
  hours: fc.integer({ min: 0, max: 100 * 24 }),
  cents: fc.integer({ min: 1_000, max: 20_000 }),
  kind: fc.constantFrom(
    'charge' as const,
    'reversed' as const,
    'mark' as const,
    'hand' as const,
    'undone' as const,
  ),
});
const drawnPerson = fc.record({
  isControl: fc.boolean(),
  messages: fc.uniqueArray(drawnMessage, { selector: ({ group }) => group, maxLength: 3 }),
  payments: fc.uniqueArray(drawnPayment, { selector: ({ hours }) => hours, maxLength: 3 }),
  priceCents: fc.option(fc.integer({ min: 1_000, max: 9_000 }), { nil: null }),
});
type DrawnPerson = typeof drawnPerson extends fc.Arbitrary<infer T> ? T : never;

const PLAN_CENTS = 3_500;

async function storePerson(seller: Person, draft: DrawnPerson): Promise<void> {
  const id = await expiredLine(ctx, seller, { days: 5 });
  const arm = draft.isControl ? 'control' : 'message';
  if (draft.priceCents !== null)
    await ctx.owner.query('insert into line_prices (line_id, cents, period) values ($1, $2, 1)', [
      id,
      draft.priceCents,
    ]);
  for (const { group, hours, state } of draft.messages) {
    const at = ago(hours * HOUR_MS);
    const isSent = state !== 'skipped';
    await ctx.owner.query(
      `with message as (
         insert into reminders (account_id, line_id, period, kind, days, due_at, day, body, facts, state, reason,
           channel, planned_at, until, sent_at)
         select $1, $2::bigint, 0, 'win-back', $4::smallint, $5::timestamptz, $5::timestamptz::date, 'Oi', '{}', $6::text, $7::text, $8::text, $5::timestamptz, $5::timestamptz,
           case when $6 <> 'skipped' then $5::timestamptz end
         where $9::text = 'message' returning id)
       insert into win_backs (account_id, line_id, period, group_key, person, due_on, arm, at, reminder_id)
       values ($1, $2::bigint, 0, $3, 'p' || $2::text, $5::timestamptz::date, $9::text, $5::timestamptz, (select id from message))`,
      [
        seller.id,
        id,
        group,
        winBackGroupKeys.indexOf(group),
        at,
        state,
        isSent ? null : 'no-channel',
        isSent ? 'telegram' : null,
        arm,
      ],
    );
  }
  for (const [index, { hours, cents, kind }] of draft.payments.entries()) {
    const at = ago(hours * HOUR_MS);
    if (kind === 'charge' || kind === 'reversed')
      await ctx.owner.query(
        `insert into charges (purpose, account_id, line_id, months, credits, cents, method, provider, state,
           created_at, expires_at, paid_at, settled_at)
         values ('renewal', $1, $2, 1, 100, $3, 'pix', 'sandbox', $4, $5, $5, $5, $5)`,
        [seller.id, id, cents, kind === 'charge' ? 'settled' : 'reversed', at],
      );
    else if (kind === 'mark')
      await ctx.owner.query(
        'insert into line_payments (line_id, period, cents, paid_at, actor_id) values ($1, $2, $3, $4, $5)',
        [id, index + 1, cents, at, seller.id],
      );
    else {
      const expiry = `${2_027 + index}-01-01T00:00:00Z`;
      await ctx.owner.query(
        `insert into events (at, kind, actor_id, account_id, line_id, after, request, source)
         values ($1, 'line-extended', $2, $2, $3, jsonb_build_object('expiresAt', $4::text), 't', 1)`,
        [at, seller.id, id, expiry],
      );
      if (kind === 'undone')
        await ctx.owner.query(
          `insert into events (at, kind, actor_id, account_id, line_id, before, request, source)
           values ($1, 'renewal-undone', $2, $2, $3, jsonb_build_object('expiresAt', $4::text), 't', 1)`,
          [at, seller.id, id, expiry],
        );
    }
  }
}

/** Returns the amount that followed a message; undefined without a payment. */
function paidAfter(draft: DrawnPerson, message: DrawnPerson['messages'][number]) {
  const isCounted = (other: DrawnPerson['messages'][number]) =>
    other.hours < 90 * 24 && (draft.isControl || other.state === 'sent');
  const counting = draft.payments.filter(
    ({ hours, kind }) =>
      kind !== 'reversed' &&
      kind !== 'undone' &&
      hours < message.hours &&
      message.hours - hours <= 14 * 24 &&
      !draft.messages.some(
        (later) => isCounted(later) && later.hours < message.hours && later.hours > hours,
      ),
  );
  const oldestFirst = counting.toSorted((a, b) => b.hours - a.hours);
  const recorded = oldestFirst.find(({ kind }) => kind !== 'hand');
  if (recorded) return recorded.cents;
  return oldestFirst.length > 0 ? (draft.priceCents ?? PLAN_CENTS) : undefined;
}

interface CountedGroup {
  readonly received: number;
  readonly returned: number;
  readonly control: number;
  readonly controlReturned: number;
  readonly average: number | null;
}

interface GainOnWire {
  readonly gain: number | null;
  readonly gain_low: number | null;
  readonly gain_high: number | null;
  readonly recovered_cents: number | null;
}

const gainOf = ({ gain, gain_low, gain_high, recovered_cents }: GainOnWire): GainOnWire => ({
  gain,
  gain_low,
  gain_high,
  recovered_cents,
});

/** Rounds by text, so that the calculation shares no code with the server. */
const wholePeople = (people: number): number => Number(people.toFixed(0)) + 0;

function expectedGain({
  received,
  returned,
  control,
  controlReturned,
  average,
}: CountedGroup): GainOnWire {
  if (control < 10 || received === 0)
    return { gain: null, gain_low: null, gain_high: null, recovered_cents: null };
  const gain = wholePeople(returned - (received * controlReturned) / control);
  const { low, high } = differenceInterval(
    { count: returned, total: received },
    { count: controlReturned, total: control },
  );
  return {
    gain,
    gain_low: wholePeople(low * received),
    gain_high: wholePeople(high * received),
    recovered_cents: gain * (average ?? 0),
  };
}

it(
  'counts returns, gain and money as an independent calculation does',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(drawnPerson, { minLength: 14, maxLength: 40 }), async (drafts) => {
        ctx.clock.set(NOW.toISOString());
        const seller = await remindingSeller(ctx, [{ channel: 'hand' }]);
        await ctx.owner.query(
          'insert into plan_prices (account_id, months, cents) values ($1, 1, $2)',
          [seller.id, PLAN_CENTS],
        );
        for (const draft of drafts) await storePerson(seller, draft);
        const { body } = await call(ctx, getWinBackResults, {}, { token: seller.token });
        let total = 0;
        for (const group of winBackGroupKeys) {
          const outcomes = drafts.flatMap((draft) =>
            draft.messages
              .filter(
                (message) =>
                  message.group === group &&
                  message.hours < 90 * 24 &&
                  (draft.isControl || message.state === 'sent'),
              )
              .map((message) => ({ isControl: draft.isControl, paid: paidAfter(draft, message) })),
          );
          const arm = (isControl: boolean) => outcomes.filter((row) => row.isControl === isControl);
          const paid = (isControl: boolean) =>
            arm(isControl).flatMap((row) => (row.paid === undefined ? [] : [row.paid]));
          const [received, control] = [arm(false).length, arm(true).length];
          const [returned, controlReturned] = [paid(false).length, paid(true).length];
          const result = body.groups.find((row) => row.group === group)!;
          expect(result).toMatchObject({
            received,
            returned,
            control,
            control_returned: controlReturned,
          });
          const payers = returned > 0 ? paid(false) : paid(true);
          const average =
            payers.length === 0
              ? null
              : Math.round(payers.reduce((sum, cents) => sum + cents, 0) / payers.length);
          expect(result.average_cents).toBe(average);
          expect((await list(seller, 'returned', group)).total).toBe(returned);
          expect((await list(seller, 'control-returned', group)).total).toBe(controlReturned);
          const rows = await list(seller, 'returned', group);
          expect(rows.data.reduce((sum, { cents }) => sum + (cents ?? 0), 0)).toBe(
            paid(false).reduce((sum, cents) => sum + cents, 0),
          );
          total += result.recovered_cents ?? 0;
          expect(gainOf(result)).toEqual(
            expectedGain({ received, returned, control, controlReturned, average }),
          );
        }
        expect(body.recovered_cents ?? 0).toBe(total);
      }),
      { numRuns: runs(5) },
    );
  },
  timeLimit(120_000),
);
