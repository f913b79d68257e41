/**
 * Derives the periods in which a line is a customer from its events, its row and the seller's
 * marks. The result depends only on these data and the frozen plan prices, so a repeated derivation
 * gives the same periods.
 */
import type { PriceSource } from '@ramal/contract/numbers/figures';
import type { LineOrigin } from '@ramal/contract/lines/line-origins';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import { findTerm, terms } from '@ramal/contract/rules/terms';
import { findOrigin, type LineEvent, type LineFacts, type PaidMark } from './line-facts.ts';

export type StartCause = 'new' | 'recovered' | 'renewed' | 'changed';
export type EndReason = 'renewed' | 'changed' | 'not-renewed' | 'deleted' | 'refunded' | 'blocked';

export interface CustomerPeriod {
  readonly lineId: number;
  readonly accountId: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly dueAt: Date;
  readonly renewedAt: Date | null;
  readonly firstAt: Date;
  readonly entryPlatform: PlatformKey;
  readonly platform: PlatformKey;
  readonly planDays: number;
  readonly origin: LineOrigin;
  readonly monthCents: number;
  readonly periodCents: number;
  readonly priceSource: PriceSource;
  readonly startCause: StartCause;
  readonly endReason: EndReason;
}

interface Price {
  readonly planDays: number;
  readonly periodCents: number;
  readonly priceSource: PriceSource;
}

const purchases: readonly string[] = [
  'line-created',
  'line-promoted',
  'line-imported',
  'line-taken-over',
  'line-moved-in',
  'line-extended',
];
const creations: readonly string[] = purchases.filter(
  (kind) => kind !== 'line-extended' && kind !== 'line-promoted',
);
const deletions: readonly string[] = ['line-deleted', 'line-refused', 'line-move-undone'];

/** Plan days of a line whose purchase is not known, such as an imported one. */
const DEFAULT_DAYS = 30;

export const toMonthCents = ({ periodCents, planDays }: Pick<Price, 'periodCents' | 'planDays'>) =>
  Math.round((periodCents * 30) / planDays);

/** Step of the derivation: a mark or an event. Steps are applied in the order of time. */
type Step =
  | { readonly at: Date; readonly event: LineEvent; readonly mark?: undefined }
  | { readonly at: Date; readonly mark: PaidMark; readonly event?: undefined };

/**
 * Derives all periods, oldest first. `frozen` contains plan prices by the start of their periods,
 * because a price that the seller changes later does not change an earlier sale.
 */
export function derivePeriods(
  facts: LineFacts,
  frozen: ReadonlyMap<number, number> = new Map(),
): CustomerPeriod[] {
  const history = new LineHistory(facts, frozen);
  for (const step of steps(facts)) {
    history.expire(step.at);
    if (step.mark) history.applyMark(step.mark);
    else history.applyEvent(step.event);
  }
  return history.finish();
}

function steps({ events, marks }: LineFacts): Step[] {
  const all: Step[] = [
    ...events.map((event) => ({ at: event.at, event })),
    ...marks.map((mark) => ({ at: mark.paidAt, mark })),
  ];
  return all.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** State of a line while its steps are applied in the order of time. */
class LineHistory {
  private readonly facts: LineFacts;
  private readonly frozen: ReadonlyMap<number, number>;
  private readonly periods: Mutable<CustomerPeriod>[] = [];
  private current: Mutable<CustomerPeriod> | undefined;
  private expiresAt: Date;
  private isOfficial: boolean;
  private isDeleted = false;
  private isBlocked = false;
  /** True if the last change of the expiry undid a refunded renewal. */
  private isShortened = false;
  private platform: PlatformKey;
  private linePrice: number | null;
  private price: Price = { planDays: DEFAULT_DAYS, periodCents: 0, priceSource: 'none' };

  constructor(facts: LineFacts, frozen: ReadonlyMap<number, number>) {
    this.facts = facts;
    this.frozen = frozen;
    const has = (kind: (name: string) => boolean) => facts.events.some((event) => kind(event.kind));
    this.expiresAt = firstExpiry(facts);
    this.platform = firstPlatform(facts);
    this.linePrice = has((kind) => kind === 'line-price-set') ? null : facts.priceCents;
    // A line without a recorded beginning is a customer from its creation.
    this.isOfficial =
      !facts.isTrial && !has((kind) => creations.includes(kind) || kind === 'line-promoted');
    if (this.isOfficial && this.expiresAt > facts.createdAt) {
      this.price = this.unpaidPrice(DEFAULT_DAYS, facts.createdAt);
      this.start(facts.createdAt, 'renewed');
    }
  }

  /** Ends the current period if the line expired before this time. */
  expire(at: Date): void {
    if (!this.current || this.expiresAt > at) return;
    this.current.dueAt = this.expiresAt;
    this.end(this.expiresAt, this.naturalEnd());
  }

  applyMark({ cents, paidAt }: PaidMark): void {
    this.reprice(paidAt, { ...this.price, periodCents: cents, priceSource: 'payment' });
  }

  applyEvent(event: LineEvent): void {
    const { at, kind } = event;
    if (kind === 'line-price-set') {
      this.linePrice = event.cents;
      if (this.price.priceSource !== 'payment')
        this.reprice(at, this.unpaidPrice(this.price.planDays, at));
      return;
    }
    this.expiresAt = event.expiresAfter ?? this.expiresAt;
    this.platform = event.platform ?? this.platform;
    if (deletions.includes(kind) || kind === 'line-restored')
      this.isDeleted = kind !== 'line-restored';
    if (kind === 'line-blocked-for-abuse' || kind === 'line-unblocked')
      this.isBlocked = kind !== 'line-unblocked';
    if (event.expiresAfter) this.isShortened = kind === 'renewal-undone';
    if (isPurchase(event)) {
      this.isOfficial = true;
      this.price = this.purchasePrice(event);
    }
    this.settle(event);
  }

  /** Starts, ends or splits the current period after a change. */
  private settle(event: LineEvent): void {
    const { at, kind } = event;
    const { current } = this;
    const isActive = this.isOfficial && !this.isDeleted && !this.isBlocked && this.expiresAt > at;
    const cause = isPurchase(event) ? 'renewed' : 'changed';
    if (!isActive) this.end(at, endReasonFor(kind));
    else if (!current) this.start(at, cause);
    else if (cause === 'renewed' || current.platform !== this.platform) {
      this.end(at, cause);
      this.start(at, cause);
    }
  }

  /** Starts a period. `cause` applies only if the period continues the previous one. */
  private start(at: Date, cause: 'renewed' | 'changed'): void {
    const { facts, price, platform, expiresAt } = this;
    const last = this.periods.at(-1);
    const isContinued = last?.endsAt.getTime() === at.getTime();
    if (last && cause === 'renewed') last.renewedAt ??= at;
    this.current = {
      lineId: facts.id,
      accountId: facts.ownerId,
      startsAt: at,
      endsAt: expiresAt,
      dueAt: expiresAt,
      renewedAt: null,
      firstAt: last?.firstAt ?? at,
      entryPlatform: last?.entryPlatform ?? platform,
      platform,
      origin: findOrigin(facts),
      ...price,
      monthCents: toMonthCents(price),
      startCause: last ? (isContinued ? cause : 'recovered') : 'new',
      endReason: 'not-renewed',
    };
  }

  /** Ends the current period, if there is one. A period without any time is dropped. */
  private end(at: Date, endReason: EndReason): void {
    const { current } = this;
    this.current = undefined;
    if (!current || at <= current.startsAt) return;
    this.periods.push({ ...current, endsAt: at, endReason });
  }

  private reprice(at: Date, price: Price): void {
    const isSame =
      this.price.periodCents === price.periodCents && this.price.planDays === price.planDays;
    this.price = price;
    if (!this.current) return;
    if (isSame) {
      this.current.priceSource = price.priceSource;
      return;
    }
    this.current.dueAt = this.expiresAt;
    this.end(at, 'changed');
    this.start(at, 'changed');
  }

  private naturalEnd = (): EndReason => (this.isShortened ? 'refunded' : 'not-renewed');

  private purchasePrice({ at, hundredths, charge, kind }: LineEvent): Price {
    const paid = this.facts.charges.find(({ id }) => id === charge);
    if (paid)
      return { planDays: paid.months * 30, periodCents: paid.cents, priceSource: 'payment' };
    const isTerm = kind !== 'line-imported' && kind !== 'line-taken-over' && hundredths !== null;
    return this.unpaidPrice((isTerm && findTerm(hundredths)?.days) || DEFAULT_DAYS, at);
  }

  /**
   * Returns the price of a period without a payment: the price of the line, otherwise the price of
   * the plan, otherwise none.
   */
  private unpaidPrice(planDays: number, at: Date): Price {
    if (this.linePrice !== null)
      return { planDays, periodCents: this.linePrice, priceSource: 'line-price' };
    const cents = this.frozen.get(at.getTime()) ?? findPlanCents(this.facts, planDays);
    return cents === undefined
      ? { planDays, periodCents: 0, priceSource: 'none' }
      : { planDays, periodCents: cents, priceSource: 'plan-price' };
  }

  /**
   * Ends the current period at the expiry in the line's row, or at an earlier deletion or block.
   * The row may contain another expiry than the last event. Returns all periods.
   */
  finish(): CustomerPeriod[] {
    const { expiresAt, deletedAt, blockedAt } = this.facts;
    if (!this.current) return this.periods;
    this.current.dueAt = expiresAt;
    const ends: readonly (readonly [Date | null, EndReason])[] = [
      [deletedAt, 'deleted'],
      [blockedAt, 'blocked'],
    ];
    const early = ends.find(([at]) => at !== null && at < expiresAt);
    this.end(early?.[0] ?? expiresAt, early?.[1] ?? this.naturalEnd());
    return this.periods;
  }
}

const isPurchase = ({ kind, testHours }: LineEvent): boolean =>
  purchases.includes(kind) && testHours === null;

/** Returns the expiry at the creation: the first one that an event contains, or the present one. */
function firstExpiry({ events, expiresAt }: LineFacts): Date {
  const first = events.find(({ expiredBefore, expiresAfter }) => expiredBefore ?? expiresAfter);
  return first?.expiredBefore ?? first?.expiresAfter ?? expiresAt;
}

function firstPlatform({ events, platform }: LineFacts): PlatformKey {
  const move = events.find(({ kind }) => kind === 'line-migrated');
  return move?.formerPlatform ?? platform;
}

function endReasonFor(kind: string): EndReason {
  if (deletions.includes(kind)) return 'deleted';
  if (kind === 'line-blocked-for-abuse') return 'blocked';
  return kind === 'renewal-undone' ? 'refunded' : 'not-renewed';
}

/** Finds the price of a plan: the seller's own price, or the price of its credits. */
function findPlanCents(
  { planCents, creditCents }: Pick<LineFacts, 'planCents' | 'creditCents'>,
  planDays: number,
): number | undefined {
  const cents = planCents[planDays / 30];
  if (cents !== undefined) return cents;
  const term = terms.find(({ days }) => days === planDays);
  return creditCents === null || !term
    ? undefined
    : Math.round((creditCents * term.hundredths) / 100);
}
