/**
 * Simulates the months of many authorizations in zones with clock changes, from the last days of a
 * month. Every month renews each line once, and its expiry returns to the day of the start.
 */
import { addCalendarMonths } from '@ramal/contract/rules/payments/calendar-months';
import { describe, expect, it } from 'vitest';
import type { AsaasDouble } from '../../test/asaas/objects.ts';
import { runBank } from '../../test/asaas/play.ts';
import { isLong } from '../../test/property-runs.ts';
import { addDays, localDay, parseLocalSecond } from '../foundation/clock.ts';
import { verifyLedger } from '../credits/credits.ts';
import { reconcilePayments } from '../payments/reconcile.ts';
import { advanceAuthorizations } from './advance.ts';
import {
  authorizeAndPay,
  closeWorld,
  type Customer,
  openCustomer,
  openSeller,
  openWorld,
  type RecurringWorld,
} from './recurring-pix.fixtures.ts';
import { bankDay } from './scheme-days.ts';

const MONTHS = isLong ? 24 : 5;
const CUSTOMERS = isLong ? 250 : 3;

/**
 * Zones and first months. São Paulo changed its clocks at midnight until 2019, and banks still count
 * their days there. In the short form the months contain a change of clocks, and February.
 */
const places = [
  { zone: 'America/Sao_Paulo', start: isLong ? '2017-01' : '2018-10' },
  { zone: 'America/Santiago', start: '2027-01' },
  { zone: 'Europe/Lisbon', start: isLong ? '2027-01' : '2027-12' },
  { zone: 'America/Asuncion', start: isLong ? '2022-01' : '2023-12' },
];

/** Days of the first expiry: those that some months do not have. */
const startDays = [31, 30, 29];
/**
 * Days on which debits of these lines are sent or due; the simulation skips the others. In February
 * the lines expire on the last days of the month, and Carnival makes the window of the banks
 * longer.
 */
const isBusyDay = (day: string): boolean => /-(23|28|29|30)$|-02-(21|27)$/.test(day);
/** Times of the first expiry. The clocks skip the first of them once a year in some zones. */
const clocks = ['00:30:00', '23:59:00', '12:00:00', '20:30:00', '01:15:00'];

interface Subscriber extends Customer {
  readonly firstDay: string;
}

async function subscribe(world: RecurringWorld, start: string): Promise<Subscriber[]> {
  const seller = await openSeller(world, { credits: CUSTOMERS * (MONTHS + 2) });
  const { timeZone } = world.ctx.clock;
  const subscribers: Subscriber[] = [];
  for (let index = 0; index < CUSTOMERS; index += 1) {
    const anchorDay = startDays[index % startDays.length]!;
    const day = addCalendarMonths(`${start}-01`, 0, anchorDay);
    const expiresAt = parseLocalSecond(`${day}T${clocks[index % clocks.length]}`, timeZone);
    const customer = await openCustomer(world, seller, expiresAt.toISOString());
    await authorizeAndPay(world, customer);
    subscribers.push({ ...customer, firstDay: day });
  }
  return subscribers;
}

/** Runs the jobs once on each busy day, between 10:00 and 14:00 of Brasília. */
async function runMonths(world: RecurringWorld, until: string): Promise<void> {
  const { ctx } = world;
  for (let step = 0; localDay(ctx.clock.now(), ctx.clock.timeZone) < until; step += 1) {
    ctx.clock.forward(86_400_000 + ((step % 5) - 2) * 3_600_000);
    if (!isBusyDay(bankDay(ctx.clock.now()))) continue;
    runBank(world.provider);
    // The long form skips this, because reading every payment for months takes most of the time.
    if (!isLong) await reconcilePayments(ctx);
    await advanceAuthorizations(ctx);
  }
}

interface Outcome {
  readonly expires: string;
  readonly renewals: number;
  readonly paid: number;
  readonly months: number;
}

/** Returns the outcome of each line: expiry, renewals, received payments and months with one. */
async function readOutcomes({ ctx }: RecurringWorld): Promise<Map<number, Outcome>> {
  const { rows } = await ctx.owner.query<Outcome & { id: number }>(
    `select l.id::int, to_char(l.expires_at at time zone $1, 'YYYY-MM-DD') as expires,
       (select count(*)::int from entries where line_id = l.id and reason = 'portal-renewal') as renewals,
       count(h.paid_at)::int as paid,
       count(distinct coalesce(c.due_on, '1970-01-01')) filter (where h.paid_at is not null)::int as months
     from lines l join charges h on h.line_id = l.id left join pix_cycles c on c.charge_id = h.id group by l.id`,
    [ctx.clock.timeZone],
  );
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/**
 * Expects at most one debit per authorization and due day, of which none was received twice and none
 * was retried.
 */
function expectOneDebitADay({ payments, instructions }: AsaasDouble): void {
  const debits = [...payments.values()].filter(({ authorizationId }) => authorizationId !== null);
  expect(debits.filter(({ received }) => received > 1)).toEqual([]);
  const days = debits.map(({ authorizationId, dueDate }) => `${authorizationId} ${dueDate}`);
  expect(new Set(days).size).toBe(days.length);
  const late = [...instructions.values()].filter(({ attempt }) => attempt > 0);
  expect(late, 'debits that needed a retry').toEqual([]);
}

describe('years of authorizations', () => {
  it.concurrent.each(places)(
    `renews ${CUSTOMERS} lines for ${MONTHS} months in $zone and returns to their days`,
    async ({ zone, start }) => {
      const world = await openWorld({ RAMAL_LOG: 'silent', RAMAL_TIMEZONE: zone });
      try {
        world.ctx.clock.set(`${addDays(`${start}-01`, -6)}T15:00:00Z`);
        const subscribers = await subscribe(world, start);
        await runMonths(world, addDays(addCalendarMonths(`${start}-01`, MONTHS + 1, 1), -1));
        const outcomes = await readOutcomes(world);
        for (const { lineId, firstDay } of subscribers) {
          const { expires, renewals, paid, months } = outcomes.get(lineId)!;
          const anchorDay = Number(firstDay.slice(8));
          expect(expires, `start on ${firstDay}`).toBe(
            addCalendarMonths(firstDay, renewals, anchorDay),
          );
          expect(renewals, `start on ${firstDay}`).toBeGreaterThanOrEqual(MONTHS);
          expect({ paid, months }).toEqual({ paid: renewals, months: renewals });
        }
        expectOneDebitADay(world.provider);
        expect(await verifyLedger(world.ctx)).toMatchObject({ drifted: [], sum: 0 });
      } finally {
        await closeWorld(world);
      }
    },
    isLong ? 7_200_000 : 120_000,
  );
});
