/** Random acts of customers, banks, sellers and faults, for the property of recurring Pix. */
import { randomUUID } from 'node:crypto';
import { extendIptvLine } from '@ramal/contract/lines/iptv-lines';
import { creditPortal } from '@ramal/contract/payments/recharges';
import { chargePortal } from '@ramal/contract/portal/portal';
import { endPortalAuthorization } from '@ramal/contract/portal/portal-authorizations';
import fc from 'fast-check';
import type { DoubleAuthorization, DoublePayment } from '../../test/asaas/objects.ts';
import {
  cancelAtBank,
  endBlock,
  expireAuthorization,
  newestAuthorization,
  payByHand,
  payCode,
  payStaticCode,
  runBank,
} from '../../test/asaas/play.ts';
import { line } from '../../test/accounts.ts';
import { call } from '../../test/context.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { reconcilePayments } from '../payments/reconcile.ts';
import { advanceAuthorizations } from './advance.ts';
import { receiveAsaasNotice } from './asaas-notices.ts';
import { orderFromStranger } from './authorize/orders.fixtures.ts';
import {
  authorize,
  type Customer,
  jumpTo,
  getPortalKey,
  mendProvider,
  NOTICE_PASSWORD,
  type RecurringWorld,
  runJobs,
  type Seller,
} from './recurring-pix.fixtures.ts';

type Fault = 'lost' | 'dropped' | 'late' | 'stopped' | 500;

const faults: readonly Fault[] = ['lost', 'dropped', 'late', 'stopped', 500];
const refusals = [undefined, 'PAYMENT_OVERDUE', 'ACCOUNT_CLOSED', 'NEW_CODE'] as const;
const ends = ['portal', 'bank', 'expiry'] as const;
/** Which parts of an order's code the payer's bank executes, and whether the payment is read late. */
const orderEnds = ['both', 'payment', 'late', 'none'] as const;
const strange = ['authorization', 'payment', 'instruction'] as const;

type OrderEnd = (typeof orderEnds)[number];

export type Act =
  | { readonly kind: 'day' | 'bank' | 'hand' | 'pay' | 'extend' | 'credit' | 'release' | 'return' }
  | { readonly kind: 'wait'; readonly hours: number }
  | { readonly kind: 'jobs'; readonly process: 0 | 1 | 2 }
  | { readonly kind: 'balance'; readonly refuses: (typeof refusals)[number] }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'notices'; readonly times: 0 | 1 | 2; readonly isReversed: boolean }
  | { readonly kind: 'end'; readonly by: (typeof ends)[number] }
  | { readonly kind: 'authorize'; readonly isSandbox: boolean }
  | { readonly kind: 'order'; readonly end: OrderEnd; readonly hasTest: boolean }
  | { readonly kind: 'strange'; readonly object: (typeof strange)[number] }
  | { readonly kind: 'block'; readonly isOn: boolean }
  | { readonly kind: 'leave'; readonly by: 'blocked' | 'moved' };

const oneOf = <const T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const acts = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });

/** Ends are rare, so that most cases reach the debit of a month. */
export const act: fc.Arbitrary<Act> = fc.oneof(
  acts(100, fc.record({ kind: oneOf('day') })),
  acts(16, fc.record({ kind: oneOf('wait'), hours: oneOf(2, 6, 12, 24, 48) })),
  acts(16, fc.record({ kind: oneOf('bank') })),
  acts(24, fc.record({ kind: oneOf('jobs'), process: oneOf(0, 1, 2) })),
  acts(8, fc.record({ kind: oneOf('balance'), refuses: oneOf(...refusals) })),
  acts(16, fc.record({ kind: oneOf('fault'), fault: oneOf(...faults) })),
  acts(9, fc.record({ kind: oneOf('notices'), times: oneOf(0, 1, 2), isReversed: fc.boolean() })),
  acts(5, fc.record({ kind: oneOf('hand', 'pay') })),
  acts(8, fc.record({ kind: oneOf('block'), isOn: fc.boolean() })),
  acts(8, fc.record({ kind: oneOf('release', 'return') })),
  acts(9, fc.record({ kind: oneOf('strange'), object: oneOf(...strange) })),
  acts(2, fc.record({ kind: oneOf('extend', 'credit') })),
  acts(2, fc.record({ kind: oneOf('end'), by: oneOf(...ends) })),
  acts(3, fc.record({ kind: oneOf('authorize'), isSandbox: fc.boolean() })),
  acts(5, fc.record({ kind: oneOf('order'), end: oneOf(...orderEnds), hasTest: fc.boolean() })),
  acts(1, fc.record({ kind: oneOf('leave'), by: oneOf('blocked', 'moved') })),
);

/** A case of an act that the random ones contain rarely: the line moves to another seller. */
export const movedLine: Act[] = Array.from({ length: 14 }, (_, at) =>
  at === 4 ? { kind: 'leave', by: 'moved' } : { kind: 'day' },
);

const day: Act = { kind: 'day' };
const days = (count: number): Act[] => Array.from({ length: count }, () => day);

/**
 * A case with every kind of order: strangers with and without a test. It lasts until the second
 * month of the orders is debited.
 */
export const everyOrder: Act[] = [
  ...orderEnds.flatMap((end) =>
    [true, false].flatMap((hasTest): Act[] => [{ kind: 'order', end, hasTest }, day]),
  ),
  ...days(34),
];

/** A case of acts that the random ones contain rarely: each end, and a payment that the bank returns. */
export const rareActs: Act[] = [
  { kind: 'block', isOn: true },
  ...days(12),
  { kind: 'return' },
  { kind: 'block', isOn: false },
  day,
  { kind: 'balance', refuses: 'ACCOUNT_CLOSED' },
  { kind: 'end', by: 'expiry' },
  day,
  { kind: 'authorize', isSandbox: false },
  day,
  { kind: 'end', by: 'bank' },
  day,
  { kind: 'leave', by: 'blocked' },
  day,
];

/** Returns a name for each kind of act with its variant, so that a test can count them. */
export const nameAct = ({ kind, ...rest }: Act): string =>
  `${kind} ${Object.values(rest).map(String).join(' ')}`.trim();

/** Every name that the random cases must contain. */
export const namesToReach: readonly string[] = [
  'day',
  'bank',
  'hand',
  'pay',
  'extend',
  'credit',
  'release',
  'return',
  ...[0, 1, 2].map((process) => `jobs ${process}`),
  ...refusals.map((code) => `balance ${String(code)}`),
  ...faults.map((fault) => `fault ${fault}`),
  ...[0, 1, 2].flatMap((times) => [`notices ${times} false`, `notices ${times} true`]),
  ...ends.map((by) => `end ${by}`),
  ...orderEnds.flatMap((end) => [`order ${end} true`, `order ${end} false`]),
  ...strange.map((object) => `strange ${object}`),
  'authorize true',
  'authorize false',
  'block true',
  'leave blocked',
  'leave moved',
];

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

export interface MachineParts {
  readonly world: RecurringWorld;
  readonly seller: Seller;
  readonly customer: Customer;
  /** Database of the second process. */
  readonly secondDb: AppContext['db'];
  /** Id of the account that a moved line belongs to. */
  readonly otherOwner: number;
}

/** Applies acts to one line, its authorizations and their provider. */
export class Machine {
  readonly #parts: MachineParts;
  #refusal: string | undefined;
  #stopsAfter: number | undefined;
  #delivered = 0;
  readonly #restorations: (() => void)[] = [];
  readonly #hiddenPayments: DoublePayment[] = [];

  constructor(parts: MachineParts) {
    this.#parts = parts;
  }

  get #world(): RecurringWorld {
    return this.#parts.world;
  }

  #authorizations(): DoubleAuthorization[] {
    return [...this.#world.provider.authorizations.values()];
  }

  async apply(step: Act): Promise<void> {
    const hiddenPayments = this.#hiddenPayments.splice(0);
    await this.#applyStep(step);
    this.#showPayments(hiddenPayments);
  }

  /** Shows payments that the provider hid during one act. The panel reads an unpaid order for days. */
  #showPayments(hiddenPayments: readonly DoublePayment[]): void {
    const { payments } = this.#world.provider;
    for (const payment of hiddenPayments) payments.set(payment.id, payment);
  }

  async #applyStep(step: Act): Promise<void> {
    const { ctx, provider } = this.#world;
    for (const row of this.#authorizations()) row.refuses = this.#refusal;
    if (step.kind === 'wait') ctx.clock.forward(step.hours * 3_600_000);
    else if (step.kind === 'day') await this.#playDay();
    else if (step.kind === 'bank') runBank(provider);
    else if (step.kind === 'jobs') await this.#runJobs(step.process);
    else if (step.kind === 'balance') this.#refusal = step.refuses;
    else if (step.kind === 'fault') this.#addFault(step.fault);
    else if (step.kind === 'notices') await this.#deliver(step.times, step.isReversed);
    else if (step.kind === 'strange') this.#showStrangeState(step.object);
    else if (step.kind === 'block') provider.confirmsFirst = step.isOn;
    else if (step.kind === 'release' || step.kind === 'return')
      for (const payment of provider.payments.values())
        endBlock(provider, payment, step.kind === 'return');
    else await this.#decide(step);
  }

  /** Simulates the evening with the retries, and the next morning with the debits. */
  async #playDay(): Promise<void> {
    const { ctx } = this.#world;
    const tomorrow = new Date(ctx.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
    for (const clock of ['00:40', '12:00']) await jumpTo(this.#world, `${tomorrow}T${clock}:00Z`);
  }

  #addFault(fault: Fault): void {
    const { provider } = this.#world;
    if (fault === 'dropped') provider.dropsAnswers += 1;
    else if (fault === 'late') provider.delaysWrites += 1;
    else if (fault === 'stopped') this.#stopsAfter = provider.requests.length % 9;
    else provider.failures.push(fault);
  }

  /** Shows a state that no documentation contains, until the next act of this kind. */
  #showStrangeState(object: (typeof strange)[number]): void {
    for (const restore of this.#restorations.splice(0)) restore();
    const { authorizations, payments, instructions } = this.#world.provider;
    const objects = { authorization: authorizations, payment: payments, instruction: instructions };
    const row: { status: string } | undefined = [...objects[object].values()].at(-1);
    if (!row) return;
    const { status } = row;
    row.status = 'NEW_STATE';
    this.#restorations.push(() => {
      if (row.status === 'NEW_STATE') row.status = status;
    });
  }

  async #decide(step: Act): Promise<void> {
    const { world, seller, customer, otherOwner } = this.#parts;
    const { ctx, provider } = world;
    const by = { token: seller.token, key: randomUUID() };
    if (step.kind === 'hand')
      await call(ctx, chargePortal, {
        body: { key: await getPortalKey(world, customer), months: 1, method: 'pix', value: 35 },
      });
    else if (step.kind === 'pay') this.#payNewest();
    else if (step.kind === 'extend')
      await call(
        ctx,
        extendIptvLine,
        { params: { id: customer.lineId }, body: { credits: 1 } },
        by,
      );
    else if (step.kind === 'credit')
      await call(ctx, creditPortal, { body: { id_res: seller.id, qtd_creditos: 5 } }, by);
    else if (step.kind === 'authorize') {
      provider.isSandbox = step.isSandbox;
      const made = await authorize(world, customer);
      if (made.status === 200) payCode(provider, newestAuthorization(provider));
      provider.isSandbox = false;
    } else if (step.kind === 'leave')
      await ctx.owner.query(
        step.by === 'blocked'
          ? 'update lines set blocked_for_abuse_at = $2 where id = $1'
          : 'update lines set owner_id = $2 where id = $1',
        [customer.lineId, step.by === 'blocked' ? ctx.clock.now() : otherOwner],
      );
    else if (step.kind === 'end') await this.#end(step.by);
    else if (step.kind === 'order') await this.#order(step.end, step.hasTest);
  }

  /** Lets a stranger order. The process may stop between two steps of the order. */
  async #order(end: OrderEnd, hasTest: boolean): Promise<void> {
    const { world, seller } = this.#parts;
    const { ctx, provider } = world;
    const lineId = hasTest
      ? (await line(ctx, seller, { isOficial: false, testHours: 6 })).id
      : null;
    const stopsAfter = this.#stopsAfter;
    this.#stopsAfter = undefined;
    const at = stopsAfter === undefined ? ctx : stoppingProcess(ctx, stopsAfter % 4);
    const made = await orderFromStranger(at, seller, lineId).catch(() => undefined);
    const row = made?.providerId && provider.authorizations.get(made.providerId);
    if (!row || end === 'none') return;
    const before = new Set(provider.payments.keys());
    payCode(provider, row, { isAuthorized: end !== 'payment' });
    const payment = [...provider.payments.values()].find(({ id }) => !before.has(id));
    if (!payment || end !== 'late') return;
    provider.payments.delete(payment.id);
    this.#hiddenPayments.push(payment);
  }

  async #end(by: (typeof ends)[number]): Promise<void> {
    const { world, customer } = this.#parts;
    const active = this.#authorizations().find(({ status }) => status === 'ACTIVE');
    if (!active) return;
    if (by === 'bank') return cancelAtBank(world.provider, active);
    if (by === 'expiry') return expireAuthorization(world.provider, active);
    const { rows } = await world.ctx.owner.query<{ reference: string }>(
      'select reference from pix_authorizations where provider_id = $1',
      [active.id],
    );
    if (!rows[0]) return undefined;
    const body = { key: await getPortalKey(world, customer), reference: rows[0].reference };
    await call(world.ctx, endPortalAuthorization, { body });
    return undefined;
  }

  /** Runs the jobs in one process; 2 runs them in both processes at once. */
  async #runJobs(process: 0 | 1 | 2): Promise<void> {
    const { ctx } = this.#world;
    const stopsAfter = this.#stopsAfter;
    this.#stopsAfter = undefined;
    const other = { ...ctx, db: this.#parts.secondDb };
    const chosen = process === 1 ? other : ctx;
    const first = stopsAfter === undefined ? chosen : stoppingProcess(chosen, stopsAfter);
    const run = async (at: AppContext) => {
      await reconcilePayments(at);
      await advanceAuthorizations(at);
    };
    await Promise.allSettled((process === 2 ? [first, other] : [first]).map(run));
  }

  async #deliver(times: number, isReversed: boolean): Promise<void> {
    const { ctx, provider } = this.#world;
    const events = provider.events.slice(this.#delivered);
    this.#delivered = provider.events.length;
    const token = this.#parts.seller.noticePath.split('/').at(-2)!;
    const ordered = isReversed ? events.toReversed() : events;
    for (const event of ordered.slice(0, 6))
      for (let time = 0; time < times; time += 1)
        await receiveAsaasNotice(ctx, { token, password: NOTICE_PASSWORD, body: event }).catch(
          () => undefined,
        );
  }

  /** Lets the customer pay the newest open code or charge by hand. */
  #payNewest(): void {
    const { provider } = this.#world;
    const payment = [...provider.payments.values()].at(-1);
    const code = [...provider.codes.keys()].at(-1);
    const isPaid = [...provider.payments.values()].some(({ pixQrCodeId }) => pixQrCodeId === code);
    if (code && !isPaid) payStaticCode(provider, code);
    else if (payment) payByHand(provider, payment);
  }

  /** Lets everything arrive: no faults, enough credits, and several days of jobs. */
  async finish(): Promise<void> {
    const { world, seller } = this.#parts;
    for (const restore of this.#restorations.splice(0)) restore();
    this.#showPayments(this.#hiddenPayments.splice(0));
    const { delayed } = world.provider;
    const late = delayed.splice(0);
    mendProvider(world);
    delayed.push(...late);
    this.#stopsAfter = undefined;
    const body = { id_res: seller.id, qtd_creditos: 50 };
    await call(world.ctx, creditPortal, { body }, { token: seller.token, key: randomUUID() });
    for (let day = 0; day < 4; day += 1) {
      world.ctx.clock.forward(3 * 3_600_000);
      await runJobs(world);
    }
  }
}
