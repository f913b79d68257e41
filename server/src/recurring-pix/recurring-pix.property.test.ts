/**
 * Tests recurring Pix with random acts of customers, banks and sellers. Notices are lost, repeated
 * and reordered, and two processes run at once. Requests are lost before or after their effect, and
 * processes stop between two steps. Every received payment renews its line once. An unpaid month
 * renews no line, and no month is debited twice.
 */
import { randomUUID } from 'node:crypto';
import { extendIptvLine } from '@ramal/contract/lines/iptv-lines';
import { creditPortal } from '@ramal/contract/payments/recharges';
import { chargePortal } from '@ramal/contract/portal/portal';
import { endPortalAuthorization } from '@ramal/contract/portal/portal-authorizations';
import { isAnchoredDay } from '@ramal/contract/rules/payments/calendar-months';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  cancelAtBank,
  newestAuthorization,
  payByHand,
  payCode,
  payStaticCode,
  runBank,
} from '../../test/asaas/play.ts';
import type { DoubleAuthorization } from '../../test/asaas/objects.ts';
import { call, TODAY } from '../../test/context.ts';
import { isLong, runs, timeLimit } from '../../test/property-runs.ts';
import { secondProcess } from '../../test/second-factor.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { verifyLedger } from '../credits/credits.ts';
import { reconcilePayments } from '../payments/reconcile.ts';
import { advanceAuthorizations } from './advance.ts';
import { receiveAsaasNotice } from './asaas-notices.ts';
import {
  authorize,
  authorizeAndPay,
  closeWorld,
  type Customer,
  forgetEarlier,
  jumpTo,
  keyOf,
  NOTICE_PASSWORD,
  openCustomer,
  openSeller,
  openWorld,
  readLine,
  type RecurringWorld,
  runJobs,
  type Seller,
} from './recurring-pix.fixtures.ts';

let world: RecurringWorld;
let seller: Seller;
let second: Awaited<ReturnType<typeof secondProcess>>;
beforeAll(async () => {
  world = await openWorld({ RAMAL_LOG: 'silent' });
  second = await secondProcess(world.ctx);
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

type Act =
  | { readonly kind: 'day' }
  | { readonly kind: 'wait'; readonly hours: number }
  | { readonly kind: 'bank' }
  | { readonly kind: 'jobs'; readonly process: 0 | 1 | 2 }
  | { readonly kind: 'balance'; readonly refuses: string | undefined }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'notices'; readonly times: 0 | 1 | 2; readonly isReversed: boolean }
  | { readonly kind: 'hand' }
  | { readonly kind: 'pay' }
  | { readonly kind: 'extend' }
  | { readonly kind: 'end'; readonly by: 'portal' | 'bank' }
  | { readonly kind: 'authorize' }
  | { readonly kind: 'credit' };

type Fault = 'lost' | 'dropped' | 'stopped' | 500;

const refusals = [undefined, 'PAYMENT_OVERDUE', 'ACCOUNT_CLOSED', 'NEW_CODE'];
const faults: readonly Fault[] = ['lost', 'dropped', 'stopped', 500];

const oneOf = <const T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

/** Ends are rare, so that most cases reach the debit of a month. */
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 100, arbitrary: fc.record({ kind: oneOf('day') }) },
  { weight: 16, arbitrary: fc.record({ kind: oneOf('wait'), hours: oneOf(2, 6, 12, 24, 48) }) },
  { weight: 16, arbitrary: fc.record({ kind: oneOf('bank') }) },
  { weight: 24, arbitrary: fc.record({ kind: oneOf('jobs'), process: oneOf(0, 1, 2) }) },
  { weight: 8, arbitrary: fc.record({ kind: oneOf('balance'), refuses: oneOf(...refusals) }) },
  { weight: 14, arbitrary: fc.record({ kind: oneOf('fault'), fault: oneOf(...faults) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: oneOf('notices'),
      times: oneOf(0, 1, 2),
      isReversed: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: oneOf('hand', 'pay') }) },
  { weight: 1, arbitrary: fc.record({ kind: oneOf('extend') }) },
  { weight: 1, arbitrary: fc.record({ kind: oneOf('end'), by: oneOf('portal', 'bank') }) },
  { weight: 3, arbitrary: fc.record({ kind: oneOf('authorize', 'credit') }) },
);

/** Creates a process whose database fails at its n-th transaction, as if it was killed. */
function stoppingProcess(ctx: AppContext, after: number): AppContext {
  let count = 0;
  return {
    ...ctx,
    db: {
      ...ctx.db,
      tx: (work) => {
        count += 1;
        if (count > after) return Promise.reject(new Error('stopped'));
        return ctx.db.tx(work);
      },
    },
  };
}

class Machine {
  readonly #customer: Customer;
  #refusal: string | undefined;
  #stopsAfter: number | undefined;
  #delivered = 0;
  #extensions = 0;

  constructor(customer: Customer) {
    this.#customer = customer;
  }

  get extensions(): number {
    return this.#extensions;
  }

  #own(): DoubleAuthorization[] {
    return [...world.provider.authorizations.values()];
  }

  async apply(step: Act): Promise<void> {
    const { ctx, provider } = world;
    switch (step.kind) {
      case 'wait':
        ctx.clock.forward(step.hours * 3_600_000);
        break;
      case 'day':
        for (const row of this.#own()) row.refuses = this.#refusal;
        await this.#playDay();
        break;
      case 'bank':
        for (const row of this.#own()) row.refuses = this.#refusal;
        runBank(provider);
        break;
      case 'jobs':
        await this.#runJobs(step.process);
        break;
      case 'balance':
        this.#refusal = step.refuses;
        break;
      case 'fault':
        if (step.fault === 'dropped') provider.dropsAnswers += 1;
        else if (step.fault === 'stopped') this.#stopsAfter = provider.requests.length % 9;
        else provider.failures.push(step.fault);
        break;
      case 'notices':
        await this.#deliver(step.times, step.isReversed);
        break;
      case 'hand':
        await call(ctx, chargePortal, {
          body: { key: await keyOf(world, this.#customer), months: 1, method: 'pix', value: 35 },
        });
        break;
      case 'pay':
        this.#payNewest();
        break;
      default:
        await this.#decide(step);
    }
  }

  /** Simulates the evening with the retries, and the next morning with the debits. */
  async #playDay(): Promise<void> {
    const { ctx } = world;
    const tomorrow = new Date(ctx.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
    for (const clock of ['00:40', '12:00']) await jumpTo(world, `${tomorrow}T${clock}:00Z`);
  }

  async #decide(step: Act): Promise<void> {
    const { ctx } = world;
    const by = { token: seller.token };
    if (step.kind === 'extend') {
      const params = { id: this.#customer.lineId };
      const { status } = await call(
        ctx,
        extendIptvLine,
        { params, body: { credits: 1 } },
        {
          ...by,
          key: randomUUID(),
        },
      );
      if (status === 200) this.#extensions += 1;
    } else if (step.kind === 'credit') {
      const body = { id_res: seller.id, qtd_creditos: 5 };
      await call(ctx, creditPortal, { body }, { ...by, key: randomUUID() });
    } else if (step.kind === 'authorize') {
      const made = await authorize(world, this.#customer);
      if (made.status === 200) payCode(world.provider, newestAuthorization(world.provider));
    } else if (step.kind === 'end') {
      const [active] = this.#own().filter(({ status }) => status === 'ACTIVE');
      if (!active) return;
      if (step.by === 'bank') cancelAtBank(world.provider, active);
      else {
        const { rows } = await ctx.owner.query<{ reference: string }>(
          'select reference from pix_authorizations where provider_id = $1',
          [active.id],
        );
        const body = { key: await keyOf(world, this.#customer), reference: rows[0]!.reference };
        await call(ctx, endPortalAuthorization, { body });
      }
    }
  }

  /** Runs the jobs in one process; 2 runs them in both processes at once. */
  async #runJobs(process: 0 | 1 | 2): Promise<void> {
    const { ctx } = world;
    const stopsAfter = this.#stopsAfter;
    this.#stopsAfter = undefined;
    const other = { ...ctx, db: second.db };
    const chosen = process === 1 ? other : ctx;
    const first = stopsAfter === undefined ? chosen : stoppingProcess(chosen, stopsAfter);
    const run = async (at: AppContext) => {
      await reconcilePayments(at);
      await advanceAuthorizations(at);
    };
    const processes = process === 2 ? [first, other] : [first];
    await Promise.allSettled(processes.map(run));
  }

  async #deliver(times: number, isReversed: boolean): Promise<void> {
    const { ctx, provider } = world;
    const events = provider.events.slice(this.#delivered);
    this.#delivered = provider.events.length;
    const token = seller.noticePath.split('/').at(-2)!;
    const ordered = isReversed ? events.toReversed() : events;
    for (const event of ordered.slice(0, 6))
      for (let time = 0; time < times; time += 1)
        await receiveAsaasNotice(ctx, { token, password: NOTICE_PASSWORD, body: event }).catch(
          () => undefined,
        );
  }

  /** Lets the customer pay the newest open code or charge by hand. */
  #payNewest(): void {
    const { provider } = world;
    const payment = [...provider.payments.values()].at(-1);
    const code = [...provider.codes.keys()].at(-1);
    const isPaid = [...provider.payments.values()].some(({ pixQrCodeId }) => pixQrCodeId === code);
    if (code && !isPaid) payStaticCode(provider, code);
    else if (payment) payByHand(provider, payment);
  }

  /** Lets everything arrive: no faults, enough credits, and several days of jobs. */
  async finish(): Promise<void> {
    const { provider } = world;
    provider.failures = [];
    provider.dropsAnswers = 0;
    this.#stopsAfter = undefined;
    const key = randomUUID();
    const body = { id_res: seller.id, qtd_creditos: 50 };
    await call(world.ctx, creditPortal, { body }, { token: seller.token, key });
    for (let day = 0; day < 4; day += 1) {
      world.ctx.clock.forward(3 * 3_600_000);
      await runJobs(world);
    }
  }
}

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
  provider.failures = [];
  provider.dropsAnswers = 0;
};

async function expectTruth(customer: Customer): Promise<void> {
  const { provider, ctx } = world;
  const payments = [...provider.payments.values()];
  const received = payments.filter((payment) => payment.received > 0);
  expect(
    received.filter((payment) => payment.received > 1),
    'debited twice',
  ).toEqual([]);
  const { renewals } = await readLine(world, customer.lineId);
  expect(renewals, 'renewals by payments').toBe(received.length);
  const { rows } = await ctx.owner.query<{ payment: string; count: number }>(
    `select payment_id as payment, count(*)::int from charges
     where line_id = $1 and paid_at is not null group by 1`,
    [customer.lineId],
  );
  expect(rows.map(({ payment }) => payment).toSorted()).toEqual(
    received.map(({ id }) => id).toSorted(),
  );
  expect(rows.every(({ count }) => count === 1)).toBe(true);
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

function countOutcomes(reached: { debited: number; refused: number; removed: number }): void {
  const { instructions, payments } = world.provider;
  for (const { status } of instructions.values()) {
    if (status === 'DONE') reached.debited += 1;
    if (status === 'REFUSED') reached.refused += 1;
  }
  reached.removed += [...payments.values()].filter(({ deleted }) => deleted).length;
}

describe('recurring Pix in any order of events', () => {
  it(
    'renews once for each payment, never without one, and debits no month twice',
    async () => {
      const reached = { debited: 0, refused: 0, removed: 0 };
      await fc.assert(
        fc.asyncProperty(
          fc.array(act, { minLength: 40, maxLength: 70, size: 'max' }),
          async (steps) => {
            clearProvider();
            world.ctx.clock.set(TODAY);
            await forgetEarlier(world);
            const customer = await openCustomer(world, seller, '2026-11-24T15:00:00Z');
            await authorizeAndPay(world, customer);
            // The first debit is planned within the next days.
            await jumpTo(world, '2026-12-14T15:00:00Z');
            const machine = new Machine(customer);
            for (const step of steps) await machine.apply(step);
            await machine.finish();
            await expectTruth(customer);
            expectOneDebitAMonth();
            countOutcomes(reached);
          },
        ),
        { numRuns: runs(8) },
      );
      // The random cases must reach every end of a month, otherwise the properties test nothing.
      expect(Math.min(reached.debited, reached.refused, reached.removed)).toBeGreaterThan(0);
      expect(await verifyLedger(world.ctx)).toMatchObject({ drifted: [], sum: 0 });
    },
    timeLimit(240_000),
  );
});

/** Time zone whose clocks change twice a year. */
const ZONE = 'America/Santiago';

describe('two years of authorizations', () => {
  let summer: RecurringWorld;
  beforeAll(async () => {
    summer = await openWorld({ RAMAL_LOG: 'silent', RAMAL_TIMEZONE: ZONE });
  });
  afterAll(() => closeWorld(summer));

  const count = isLong ? 1000 : 6;
  const months = isLong ? 24 : 13;

  it(
    `renews ${count} lines for ${months} months and returns to their days`,
    async () => {
      summer.ctx.clock.set('2027-01-02T15:00:00Z');
      const rich = await openSeller(summer, { credits: count * (months + 2) });
      const customers: (Customer & { readonly day: number })[] = [];
      for (let index = 0; index < count; index += 1) {
        const day = 31 - (index % 28);
        const expiresAt = `2027-01-${String(day).padStart(2, '0')}T23:30:00Z`;
        const customer = await openCustomer(summer, rich, expiresAt);
        await authorizeAndPay(summer, customer);
        customers.push({ ...customer, day });
      }
      const end = Date.parse('2027-01-02T15:00:00Z') + months * 30.4 * 86_400_000;
      while (summer.ctx.clock.now().getTime() < end) {
        summer.ctx.clock.forward(24 * 3_600_000);
        await runJobs(summer);
      }
      for (const customer of customers) {
        const { expires, renewals } = await readLine(summer, customer.lineId);
        expect(isAnchoredDay(expires, customer.day), `${expires} of day ${customer.day}`).toBe(
          true,
        );
        expect(renewals).toBeGreaterThanOrEqual(months - 1);
        const passed = (Number(expires.slice(0, 4)) - 2027) * 12 + Number(expires.slice(5, 7)) - 1;
        expect(renewals).toBe(passed);
      }
      expect([...summer.provider.payments.values()].filter((row) => row.received > 1)).toEqual([]);
    },
    isLong ? 14_400_000 : 240_000,
  );
});
