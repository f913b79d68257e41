/**
 * Kills the processes of recurring Pix with -9 between any two of their steps. Another process
 * continues the work. Each month is sent, debited and renewed once, and its refusal is reported
 * once. A stranger's order gets one line, and its authorization gets that line.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { verifyLedger } from '../../src/credits/credits.ts';
import { orderFromStranger } from '../../src/recurring-pix/authorize/orders.fixtures.ts';
import {
  authorizeAndPay,
  closeWorld,
  type Customer,
  openCustomer,
  openSeller,
  openWorld,
  readLine,
  type RecurringWorld,
  type Seller,
} from '../../src/recurring-pix/recurring-pix.fixtures.ts';
import type { AsaasDouble } from '../asaas/objects.ts';
import { newestAuthorization, payCode, runBank } from '../asaas/play.ts';
import { isLong } from '../property-runs.ts';
import { announceSeed, makeDraw } from './seed.ts';

const KILLS = isLong ? 120 : 8;
const TIMEOUT_MS = isLong ? 1_800_000 : 180_000;
const MONTHS = isLong ? 12 : 2;
const CREDITS = 200;
/**
 * Maximum delay of a kill after a request, so that a process is also killed while it waits for the
 * database.
 */
const MAX_DELAY_MS = 12;

const workerFile = path.join(import.meta.dirname, 'recurring-worker.ts');

class Workers {
  readonly #env: NodeJS.ProcessEnv;
  readonly #children: (ChildProcess | undefined)[] = [undefined, undefined];
  kills = 0;

  constructor({ ctx, provider }: RecurringWorld) {
    this.#env = {
      ...process.env,
      RAMAL_TEST_DATABASE: String(ctx.db.pool.options.connectionString),
      RAMAL_ASAAS_URL: provider.url,
      RAMAL_TEST_PAYMENTS: '1',
      RAMAL_LOG: 'silent',
    };
  }

  /** Runs the jobs in both processes at once. A process that is killed in the meantime is replaced. */
  async run(at: string): Promise<void> {
    await Promise.all(
      this.#children.map(async (child, index) => {
        const worker = child ?? (await this.#start(index));
        // A process that was just killed cannot receive the message.
        worker.send(at, () => undefined);
        await messageOrExit(worker);
      }),
    );
  }

  async #start(index: number): Promise<ChildProcess> {
    const child = fork(workerFile, { env: this.#env, execArgv: [] });
    await messageOrExit(child);
    if (hasEnded(child)) throw new Error(`a worker ended with ${child.exitCode}`);
    this.#children[index] = child;
    return child;
  }

  kill(index: number): void {
    if (this.#children[index]?.kill('SIGKILL')) this.kills += 1;
    this.#children[index] = undefined;
  }

  async stop(): Promise<void> {
    for (const child of this.#children)
      if (child && !hasEnded(child)) {
        child.disconnect();
        await once(child, 'exit');
      }
  }
}

const messageOrExit = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      child.off('message', done).off('exit', done);
      resolve();
    };
    child.on('message', done).on('exit', done);
    if (hasEnded(child)) done();
  });

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

let world: RecurringWorld | undefined;
let workers: Workers | undefined;
afterEach(async () => {
  await workers?.stop();
  if (world) await closeWorld(world);
});

/** Customers of different days. The bank refuses the first debit of the first and the last. */
async function openCustomers(seller: Seller): Promise<Customer[]> {
  const customers: Customer[] = [];
  for (const day of [23, 24, 24, 25]) {
    const customer = await openCustomer(world!, seller, `2026-11-${day}T15:00:00Z`);
    await authorizeAndPay(world!, customer);
    if (customers.length % 3 === 0)
      newestAuthorization(world!.provider).refuses = 'PAYMENT_OVERDUE';
    customers.push(customer);
  }
  return customers;
}

/** Orders as a stranger and pays. Returns the id of the charge, which the processes then read. */
async function orderAndPay(seller: Seller): Promise<number> {
  const { ctx, provider } = world!;
  ctx.clock.set(ORDERED_AT);
  const { firstChargeId } = await orderFromStranger(ctx, seller, null);
  payCode(provider, newestAuthorization(provider));
  return firstChargeId!;
}

function payAfterRefusal({ instructions, authorizations }: AsaasDouble): void {
  for (const { status, authorizationId } of instructions.values())
    if (status === 'REFUSED') authorizations.get(authorizationId)!.refuses = undefined;
}

const ORDERED_AT = '2026-11-24T15:00:00Z';

/** Times in UTC of a day in Brasília: the retries at 21:40, the debits, and noon. */
const clocks = ['00:40', '11:00', '15:00'];

/** Days of a month on which something is sent, debited or tried again; the others are skipped. */
const isBusy = (day: string): boolean => /-(15|16|17|2[1-7])$/.test(day);

function* steps(): Generator<string> {
  for (const minute of [5, 10, 15, 20, 30])
    yield new Date(Date.parse(ORDERED_AT) + minute * 60_000).toISOString();
  const end = Date.UTC(2026, 10 + MONTHS + 1, 4);
  for (let at = Date.UTC(2026, 11, 14); at < end; at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    if (isBusy(day)) for (const clock of clocks) yield `${day}T${clock}:00Z`;
  }
}

const EVENTS = `
  select (select count(*)::int from events where kind = 'recharge-paid' and line_id = $1) as paid,
    (select count(*)::int from events where kind = 'recurring-refused' and line_id = $1) as refused,
    (select count(distinct c.due_on)::int from pix_cycles c join charges h on h.id = c.charge_id
      where h.line_id = $1 and h.state = 'settled') as months`;

interface ExpectedLine {
  readonly lineId: number;
  readonly paid: number;
  readonly refused: number;
}

const expectedLine = ({ lineId }: Customer, index: number): ExpectedLine => ({
  lineId,
  paid: MONTHS + 1,
  refused: index % 3 === 0 ? 1 : 0,
});

/** The event of the first payment has no line, because the line is created afterwards. */
async function readOrderedLine(chargeId: number): Promise<ExpectedLine> {
  const { rows } = await world!.ctx.owner.query<{ lineId: number }>(
    `select a.line_id::int as "lineId" from pix_authorizations a join charges h on h.id = a.first_charge_id
     where h.id = $1 and h.line_id = a.line_id and a.state = 'active'`,
    [chargeId],
  );
  return { lineId: rows[0]!.lineId, paid: MONTHS, refused: 0 };
}

async function expectTruth(lines: readonly ExpectedLine[]): Promise<void> {
  const { ctx, provider } = world!;
  for (const { lineId, ...events } of lines) {
    const { renewals, portal } = await readLine(world!, lineId);
    expect({ renewals, portal }).toEqual({
      renewals: MONTHS + 1,
      portal: (CREDITS - lines.length * (MONTHS + 1)) * 100,
    });
    const { rows } = await ctx.owner.query(EVENTS, [lineId]);
    expect(rows[0], `line ${lineId}`).toEqual({ ...events, months: MONTHS });
  }
  const debits = [...provider.payments.values()].filter(
    ({ authorizationId, deleted }) => authorizationId !== null && !deleted,
  );
  // The next month may already be planned and sent.
  const received = debits.filter((payment) => payment.received > 0);
  expect(received.map((payment) => payment.received)).toEqual(
    Array.from({ length: lines.length * MONTHS }, () => 1),
  );
  const days = debits.map(({ authorizationId, dueDate }) => `${authorizationId} ${dueDate}`);
  expect(new Set(days).size, 'payments of one month').toBe(days.length);
  expect(await verifyLedger(ctx)).toMatchObject({ drifted: [], sum: 0 });
}

it(
  `charges and renews each month once when the workers are killed ${KILLS} times`,
  { timeout: TIMEOUT_MS },
  async () => {
    const draw = makeDraw(announceSeed('kill-recurring'));
    world = await openWorld({ RAMAL_LOG: 'silent' });
    const { ctx, provider } = world;
    const seller = await openSeller(world, { credits: CREDITS });
    const customers = await openCustomers(seller);
    const charge = await orderAndPay(seller);
    const killer = (workers = new Workers(world));
    let left = draw.between(1, 12);
    provider.onMoment = () => {
      left -= 1;
      if (left !== 0 || killer.kills >= KILLS) return;
      left = draw.between(1, 40);
      const index = draw.between(0, 1);
      setTimeout(() => killer.kill(index), draw.between(0, MAX_DELAY_MS));
    };
    for (const at of steps()) {
      ctx.clock.set(at);
      payAfterRefusal(provider);
      runBank(provider);
      await killer.run(at);
    }
    provider.onMoment = () => undefined;
    expect(killer.kills).toBe(KILLS);
    await killer.run(new Date(ctx.clock.now().getTime() + 3_600_000).toISOString());
    await expectTruth([...customers.map(expectedLine), await readOrderedLine(charge)]);
  },
);
