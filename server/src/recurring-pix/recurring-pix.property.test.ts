/**
 * Tests recurring Pix with random acts of customers, strangers, banks and sellers. Notices are lost, repeated
 * and reordered, and two processes run at once. Requests are lost before or after their effect, and
 * processes stop between two steps. Every received payment renews its line once. An unpaid month
 * renews no line, and no month is debited twice.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person } from '../../test/accounts.ts';
import { TODAY } from '../../test/context.ts';
import { runs, timeLimit } from '../../test/property-runs.ts';
import { secondProcess } from '../../test/second-factor.ts';
import { verifyLedger } from '../credits/credits.ts';
import {
  act,
  everyOrder,
  Machine,
  movedLine,
  nameAct,
  namesToReach,
  rareActs,
} from './random-acts.fixtures.ts';
import {
  authorizeAndPay,
  closeWorld,
  type Customer,
  forgetEarlier,
  jumpTo,
  mendProvider,
  openCustomer,
  openSeller,
  openWorld,
  readLine,
  type RecurringWorld,
  type Seller,
} from './recurring-pix.fixtures.ts';

let world: RecurringWorld;
let seller: Seller;
let otherOwner: number;
let second: Awaited<ReturnType<typeof secondProcess>>;
beforeAll(async () => {
  world = await openWorld({ RAMAL_LOG: 'silent' });
  second = await secondProcess(world.ctx);
  otherOwner = (await person(world.ctx, { parent: world.admin })).id;
});
afterAll(async () => {
  await second.close();
  await closeWorld(world);
});
beforeEach(async () => {
  world.ctx.clock.set(TODAY);
  await forgetEarlier(world);
  seller = await openSeller(world, { credits: 20 });
});

const clearProvider = (): void => {
  const { provider } = world;
  for (const rows of [
    provider.authorizations,
    provider.payments,
    provider.instructions,
    provider.codes,
    provider.customers,
  ])
    rows.clear();
  provider.events.length = 0;
  mendProvider(world);
};

interface PaidCharge {
  readonly payment: string;
  readonly purpose: string;
  readonly state: string;
  readonly lineId: number | null;
  readonly settled: boolean;
}

const readLastCharge = async (): Promise<number> => {
  const { rows } = await world.ctx.owner.query<{ id: number }>(
    'select coalesce(max(id), 0)::int as id from charges',
  );
  return rows[0]!.id;
};

/** Checks the charges after the one with this id: those of the customer and those of strangers. */
async function expectTruth(lastCharge: number): Promise<void> {
  const { provider, ctx } = world;
  const payments = [...provider.payments.values()];
  const received = payments.filter((payment) => payment.received > 0);
  expect(
    received.filter((payment) => payment.received > 1),
    'debited twice',
  ).toEqual([]);
  const { rows } = await ctx.owner.query<PaidCharge>(
    `select payment_id as payment, purpose, state, line_id::int as "lineId", settled_at is not null as settled
     from charges where id > $1 and paid_at is not null`,
    [lastCharge],
  );
  const paid = rows.map(({ payment }) => payment).toSorted();
  expect(new Set(paid).size, 'charges of one payment').toBe(paid.length);
  // A bank may return a payment before the panel reads it. Every other received payment must have a
  // paid charge.
  const remaining = received.filter(({ status }) => status !== 'REFUNDED').map(({ id }) => id);
  expect(paid).toEqual(expect.arrayContaining(remaining));
  expect(received.map(({ id }) => id)).toEqual(expect.arrayContaining(paid));
  const lines = new Set(rows.flatMap(({ lineId }) => lineId ?? []));
  for (const id of lines) {
    const settled = rows.filter((row) => row.settled && row.lineId === id);
    const { renewals } = await readLine(world, id);
    expect(renewals, 'renewals by payments').toBe(settled.length);
  }
  const sales = rows.filter(({ purpose }) => purpose === 'sale');
  expect(sales.filter(({ state }) => state === 'paid')).toEqual([]);
  const sold = sales.filter(({ settled }) => settled).map(({ lineId }) => lineId);
  expect(new Set(sold).size, 'lines of orders').toBe(sold.length);
}

/** Expects that no order without a line is debited, and that a delivered line has its authorization. */
async function expectOrdersWithLines(lastCharge: number): Promise<void> {
  const { rows } = await world.ctx.owner.query(
    `select a.id from pix_authorizations a join charges h on h.id = a.first_charge_id
     where h.id > $1 and h.purpose = 'sale' and a.line_id is null
       and ((h.settled_at is not null and a.ended_at is null)
         or exists (select from pix_cycles c where c.authorization_id = a.id))`,
    [lastCharge],
  );
  expect(rows).toEqual([]);
}

/** Expects at most one debit a month: two instructions of the same due day are never done. */
function expectOneDebitAMonth(): void {
  const done = [...world.provider.instructions.values()].filter(({ status }) => status === 'DONE');
  const months = done.map(({ authorizationId, paymentId }) => {
    const { dueDate } = world.provider.payments.get(paymentId)!;
    return `${authorizationId} ${dueDate}`;
  });
  expect(new Set(months).size).toBe(months.length);
}

/** Every event of the double, and every state that the panel stores. */
const statesToReach = [
  ...['CREATED', 'ACTIVATED', 'CANCELLED', 'EXPIRED'].map(
    (end) => `event PIX_AUTOMATIC_RECURRING_AUTHORIZATION_${end}`,
  ),
  ...['CREATED', 'SCHEDULED', 'REFUSED'].map(
    (end) => `event PIX_AUTOMATIC_RECURRING_PAYMENT_INSTRUCTION_${end}`,
  ),
  ...['CREATED', 'RECEIVED', 'CONFIRMED', 'REFUNDED', 'OVERDUE', 'DELETED'].map(
    (end) => `event PAYMENT_${end}`,
  ),
  ...['active', 'cancelled', 'expired'].map((state) => `authorization ${state}`),
  ...['scheduled', 'removed'].map((state) => `cycle ${state}`),
  ...['scheduled', 'done', 'refused'].map((state) => `try ${state}`),
  ...['DONE', 'REFUSED', 'CANCELLED'].map((state) => `instruction ${state}`),
  ...['settled', 'cancelled', 'reversed'].map((state) => `charge ${state}`),
  'second try',
  ...['active', 'refused'].map((state) => `order with line ${state}`),
  'order without line refused',
  'order debited',
];

/** Counts the events of the double and the states of the line's rows. */
async function countStates(
  reached: Map<string, number>,
  { lineId }: Customer,
  lastCharge: number,
): Promise<void> {
  const { events, instructions } = world.provider;
  for (const { event } of events) count(reached, `event ${event}`);
  for (const { status } of instructions.values()) count(reached, `instruction ${status}`);
  const { rows } = await world.ctx.owner.query<{ name: string }>(
    `select 'authorization ' || state as name from pix_authorizations where line_id = $1
     union all select 'charge ' || state from charges where line_id = $1
     union all select 'cycle ' || c.state from pix_cycles c join charges h on h.id = c.charge_id where h.line_id = $1
     union all select 'try ' || t.state from pix_tries t join pix_cycles c on c.id = t.cycle_id
       join charges h on h.id = c.charge_id where h.line_id = $1
     union all select 'second try' from pix_tries t join pix_cycles c on c.id = t.cycle_id
       join charges h on h.id = c.charge_id where h.line_id = $1 and t.attempt > 0
     union all select 'order ' || case when a.line_id is null then 'without' else 'with' end || ' line ' || a.state
       from pix_authorizations a join charges h on h.id = a.first_charge_id where h.id > $2 and h.purpose = 'sale'
     union all select 'order debited' from charges h join charges first on first.authorization_id = h.authorization_id
       where h.id > $2 and h.purpose = 'renewal' and first.purpose = 'sale' and h.paid_at is not null`,
    [lineId, lastCharge],
  );
  for (const { name } of rows) count(reached, name);
}

const count = (reached: Map<string, number>, name: string): void => {
  reached.set(name, (reached.get(name) ?? 0) + 1);
};

describe('recurring Pix in any order of events', () => {
  it(
    'renews once for each payment, never without one, and debits no month twice',
    async () => {
      const reached = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(
          fc.array(act, { minLength: 40, maxLength: 70, size: 'max' }),
          async (steps) => {
            clearProvider();
            world.ctx.clock.set(TODAY);
            await forgetEarlier(world);
            const lastCharge = await readLastCharge();
            const customer = await openCustomer(world, seller, '2026-11-24T15:00:00Z');
            await authorizeAndPay(world, customer);
            // The first debit is planned within the next days.
            await jumpTo(world, '2026-12-14T15:00:00Z');
            const machine = new Machine({
              world,
              seller,
              customer,
              secondDb: second.db,
              otherOwner,
            });
            for (const step of steps) {
              count(reached, nameAct(step));
              await machine.apply(step);
            }
            await machine.finish();
            await expectTruth(lastCharge);
            await expectOrdersWithLines(lastCharge);
            expectOneDebitAMonth();
            await countStates(reached, customer, lastCharge);
          },
        ),
        { numRuns: runs(12) + 3, examples: [[movedLine], [everyOrder], [rareActs]] },
      );
      // The random cases must reach every act, event and state, otherwise the property tests less.
      const missing = [...namesToReach, ...statesToReach].filter((name) => !reached.has(name));
      expect(missing).toEqual([]);
      expect(await verifyLedger(world.ctx)).toMatchObject({ drifted: [], sum: 0 });
    },
    timeLimit(240_000),
  );
});
