/** Derives the periods, receipts and tests of changed lines, and stores the differences. */
import { DAY_MS } from '@ramal/contract/rules/durations';
import type { Tx } from '../../foundation/database.ts';
import { startOfMonth } from '../../foundation/clock.ts';
import { derivePeriods, type CustomerPeriod } from './derive-periods.ts';
import { deriveReceipts, type Receipt } from './derive-receipts.ts';
import { deriveTrial } from './derive-trial.ts';
import { type LineFacts, readLineFacts } from './line-facts.ts';
import { markChanges, mergePeriods } from './merge-periods.ts';
import {
  deleteReceipts,
  readPeriods,
  readReceipts,
  replacePeriods,
  type StoredReceipt,
  type NewReceipt,
  writeReceipts,
  writeTrials,
} from './facts.sql.ts';

/** Days for which periods, receipts and tests are stored after their end. */
export const FACTS_DAYS = 800;

/** Receipts older than this are not derived again, so that deleted ones do not return. */
const DERIVED_MS = (FACTS_DAYS - 30) * DAY_MS;

export interface FactsMoment {
  readonly now: Date;
  readonly timeZone: string;
  /** End of the last closed month. Nothing before it changes. */
  readonly openFrom: Date;
}

/**
 * Derives the periods, receipts and tests of these lines, and stores the differences. Returns the
 * ids of the lines' owners.
 */
export async function storeFacts(
  tx: Tx,
  ids: readonly number[],
  moment: FactsMoment,
): Promise<Set<number>> {
  const facts = await readLineFacts(tx, ids);
  await storePeriods(tx, facts, moment);
  await storeReceipts(tx, facts, moment);
  const trials = facts.flatMap((line) => deriveTrial(line) ?? []);
  if (trials.length > 0) await tx.run(writeTrials(trials));
  return new Set(facts.map(({ ownerId }) => ownerId));
}

async function storePeriods(
  tx: Tx,
  facts: readonly LineFacts[],
  { openFrom }: FactsMoment,
): Promise<void> {
  const ids = facts.map(({ id }) => id);
  const stored = groupByLine(await tx.many<CustomerPeriod>(readPeriods(ids)));
  const merged = facts.flatMap((line) => {
    const periods = stored.get(line.id) ?? [];
    const derived = derivePeriods(line, frozenPrices(periods));
    const open = mergePeriods(periods, derived, openFrom);
    return markChanges(
      periods.findLast(({ endsAt }) => endsAt <= openFrom),
      open,
    );
  });
  // A first roll-up finds no open periods, and its tables have no statistics for a delete yet.
  const reopened = ids.filter((id) => stored.get(id)?.some(({ endsAt }) => endsAt > openFrom));
  await replacePeriods(tx, reopened, openFrom, merged);
}

/**
 * Returns the plan prices of stored periods by their start. A sale that got its price after its
 * month closed keeps the periods without a price, so the price counts from their start.
 */
function frozenPrices(periods: readonly CustomerPeriod[]): ReadonlyMap<number, number> {
  const prices = new Map<number, number>();
  let next: CustomerPeriod | undefined;
  for (const period of periods.toReversed()) {
    const carried =
      period.priceSource === 'none' && next && continuesSale(period, next)
        ? prices.get(next.startsAt.getTime())
        : undefined;
    const cents = period.priceSource === 'plan-price' ? period.periodCents : carried;
    if (cents !== undefined) prices.set(period.startsAt.getTime(), cents);
    next = period;
  }
  return prices;
}

const continuesSale = (before: CustomerPeriod, next: CustomerPeriod): boolean =>
  next.startsAt.getTime() === before.endsAt.getTime() && next.startCause !== 'renewed';

async function storeReceipts(
  tx: Tx,
  facts: readonly LineFacts[],
  moment: FactsMoment,
): Promise<void> {
  const stored = groupByLine(await tx.many<StoredReceipt>(readReceipts(facts.map(({ id }) => id))));
  const added: NewReceipt[] = [];
  const deleted: number[] = [];
  for (const line of facts) {
    const difference = compareReceipts(deriveReceipts(line), stored.get(line.id) ?? [], moment);
    added.push(...difference.added);
    deleted.push(...difference.deleted);
  }
  if (deleted.length > 0) await tx.run(deleteReceipts(deleted));
  if (added.length > 0) await tx.run(writeReceipts(added));
}

const UNDONE = ':undone';

/**
 * Compares derived receipts with stored ones. A stored receipt of the open month that is no longer
 * derived is deleted. In a closed month a counter-receipt with the present time corrects it.
 */
function compareReceipts(
  derived: readonly Receipt[],
  stored: readonly StoredReceipt[],
  { now, timeZone, openFrom }: FactsMoment,
): { readonly added: NewReceipt[]; readonly deleted: number[] } {
  const sources = new Set(derived.map(({ source }) => source));
  const storedSources = new Set(stored.map(({ source }) => source));
  const gone = stored.filter(({ source }) => !source.endsWith(UNDONE) && !sources.has(source));
  const added = derived
    .filter(
      ({ source, at }) => !storedSources.has(source) && at.getTime() > now.getTime() - DERIVED_MS,
    )
    .map(({ paidAt, ...receipt }) => ({
      ...receipt,
      at: receipt.at < openFrom ? openFrom : receipt.at,
      isCorrection:
        receipt.at < openFrom || (paidAt !== null && paidAt < startOfMonth(receipt.at, timeZone)),
    }));
  const undone = gone
    .filter(({ at, source }) => at < openFrom && !storedSources.has(source + UNDONE))
    .map(({ lineId, accountId, source, cents, method, platform, feeCents }) => ({
      lineId,
      accountId,
      source: source + UNDONE,
      at: now,
      cents: -cents,
      method,
      platform,
      feeCents: -feeCents,
      isCorrection: true,
    }));
  const deleted = gone.filter(({ at }) => at >= openFrom).map(({ id }) => id);
  return { added: [...added, ...undone], deleted };
}

function groupByLine<Row extends { readonly lineId: number }>(
  rows: readonly Row[],
): Map<number, Row[]> {
  const lines = new Map<number, Row[]>();
  for (const row of rows) lines.set(row.lineId, [...(lines.get(row.lineId) ?? []), row]);
  return lines;
}
