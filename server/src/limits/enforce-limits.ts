/**
 * Enforces an account's limits. A use case reads `limitsColumn` in the statement that takes its
 * locks, and then calls `enforceLimits`. The usage is read only if the account has limits. It is
 * read in a separate statement, so that rows are included that were committed during the wait for
 * the lock. Source: Q-TESTQUOTA.
 */
import { refuse } from '@ramal/contract/api/errors';
import { formatLimitAuthor } from '@ramal/contract/resellers/limits';
import { type PlatformKey, platformKeys } from '@ramal/contract/rules/platforms';
import { hasWallet } from '../credits/credits.ts';
import type { Actor, ReaderAccount } from '../foundation/caller.ts';
import { localDay, startOfDay } from '../foundation/clock.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { type CountLimit, countInWords, creditsInWords, reaisInWords } from './limit-words.ts';
import {
  type LimitsRow,
  type LimitUsage,
  limitsColumn,
  readLimits,
  readUsage,
} from './limits.sql.ts';
import { type Limit, type Limits, effectiveLimits } from './effective-limits.ts';

export { limitsColumn };

/** Row with the column `limitsColumn`. */
export interface WithLimits {
  readonly limitRows: readonly LimitsRow[] | null;
}

/**
 * An action of an account whose wallet is locked, with the amounts that count against its limits.
 */
interface LimitedAction {
  readonly line?: { readonly platform: PlatformKey; readonly isTrial: boolean };
  /**
   * Platform to which the action migrates a line. The action creates no line, so it does not count
   * as a new line.
   */
  readonly platform?: PlatformKey;
  /** Hundredths of a credit that leave the account's balance. */
  readonly hundredths: number;
  /** A sale of credits, with the price of a credit in cents. */
  readonly sale?: { readonly unitPriceCents: number };
}

interface LimitCheck {
  readonly actor: Actor;
  readonly facts: WithLimits;
  readonly act: LimitedAction;
}

/** Refuses an action that would exceed a limit; admins have no limits. */
export async function enforceLimits(
  tx: Tx,
  { clock }: Pick<AppContext, 'clock'>,
  { actor, facts: { limitRows }, act }: LimitCheck,
): Promise<void> {
  if (!limitRows || !hasWallet(actor)) return;
  const platform = act.line?.platform ?? act.platform;
  if (platform) refusePlatform(limitRows, platform);
  const limits = effectiveLimits(limitRows);
  const lowest = limits.lowestPrice;
  if (act.sale && lowest && act.sale.unitPriceCents < Number(lowest.value)) refusePrice(lowest);
  const counted = countedIn(limits, act);
  const limitedFigures = new Set(
    (['lines', 'trials', 'hundredths'] as const).filter((name) => counted[name]),
  );
  if (limitedFigures.size === 0) return;
  const used = await readUsage(tx, actor.id, midnightOf(clock), limitedFigures);
  refuseUsedUp(counted, used, act);
}

/**
 * Checks the limits for a preview of several rows. `used` includes the earlier rows of the preview.
 * Reads nothing from the database.
 */
export function enforceUsedLimits(
  actor: Actor,
  { limitRows }: WithLimits,
  used: LimitUsage,
  act: LimitedAction,
): void {
  if (!limitRows || !hasWallet(actor)) return;
  if (act.line) refusePlatform(limitRows, act.line.platform);
  refuseUsedUp(countedIn(effectiveLimits(limitRows), act), used, act);
}

/** Returns the limits that the action counts against. */
const countedIn = (limits: Limits, act: LimitedAction) => ({
  lines: act.line && limits.lines,
  trials: act.line?.isTrial ? limits.trialsADay : undefined,
  hundredths: act.hundredths > 0 ? limits.creditsADay : undefined,
});

function refuseUsedUp(
  counted: ReturnType<typeof countedIn>,
  used: LimitUsage,
  act: LimitedAction,
): void {
  refuseFull('limit_lines', counted.lines, used.lines);
  refuseFull('limit_trials_a_day', counted.trials, used.trials);
  refuseSpent(counted.hundredths, used.hundredths, act.hundredths);
}

function refusePlatform(limitRows: readonly LimitsRow[], platform: PlatformKey): void {
  const closing = limitRows.find(({ platforms }) => platforms && !platforms.includes(platform));
  if (closing) refuse('limit_platform', { values: { from: formatLimitAuthor(closing.from) } });
}

function refusePrice({ value, from }: Limit): never {
  const limit = reaisInWords(Number(value));
  refuse('limit_lowest_price', {
    values: { limit, from: formatLimitAuthor(from) },
    fields: { sale: `O menor preço é ${limit}.` },
  });
}

function refuseFull(code: CountLimit, limit: Limit | undefined, used: number): void {
  if (!limit || used < Number(limit.value)) return;
  refuse(code, {
    values: { limit: countInWords(code, Number(limit.value)), from: formatLimitAuthor(limit.from) },
  });
}

function refuseSpent(limit: Limit | undefined, used: number, input: number): void {
  if (!limit) return;
  const remaining = Math.max(0, Number(limit.value) - used);
  if (input <= remaining) return;
  refuse('limit_credits_a_day', {
    values: {
      limit: creditsInWords(Number(limit.value)),
      left: creditsInWords(remaining),
      from: formatLimitAuthor(limit.from),
    },
  });
}

/** Checks the limit of lines when a line is restored to an account whose wallet is locked. */
export async function enforceLineLimit(
  tx: Tx,
  { clock }: Pick<AppContext, 'clock'>,
  viewer: ReaderAccount,
  accountId: number,
): Promise<void> {
  const { lines: limit } = effectiveLimits(await readLimits(tx, accountId, viewer));
  if (!limit) return;
  const { lines } = await readUsage(tx, accountId, midnightOf(clock), new Set(['lines']));
  refuseFull('limit_lines', limit, lines);
}

/**
 * Reads the limits for use cases that take their locks in several statements. Call it after the
 * locks were taken.
 */
export const readAccountLimits = async (reader: Reader, actor: Actor): Promise<WithLimits> => ({
  limitRows: await readLimits(reader, actor.id, actor),
});

/**
 * Returns the platforms that no limit closes to an account. Flags and grants of the account are
 * checked separately.
 */
export async function readOpenPlatforms(
  reader: Reader,
  viewer: ReaderAccount,
): Promise<PlatformKey[]> {
  const { platforms } = effectiveLimits(await readLimits(reader, viewer.id, viewer));
  const open = platforms?.value;
  return platformKeys.filter((key) => !Array.isArray(open) || open.includes(key));
}

/** Refuses a platform that a limit closes to an account. Used by previews. */
export async function enforcePlatformOpen(
  reader: Reader,
  viewer: ReaderAccount,
  platform: PlatformKey,
): Promise<void> {
  refusePlatform(await readLimits(reader, viewer.id, viewer), platform);
}

/** Hundredths of a credit that an account may still spend today; null if no limit applies. */
export async function readRemainingToday(
  reader: Reader,
  { clock }: Pick<AppContext, 'clock'>,
  viewer: ReaderAccount,
): Promise<number | null> {
  const { creditsADay: limit } = effectiveLimits(await readLimits(reader, viewer.id, viewer));
  if (!limit) return null;
  const { hundredths } = await readUsage(
    reader,
    viewer.id,
    midnightOf(clock),
    new Set(['hundredths'] as const),
  );
  return Math.max(0, Number(limit.value) - hundredths);
}

/** Minimum price of a credit in cents for sales of the account; null if no limit applies. */
export async function readLowestPrice(
  reader: Reader,
  viewer: ReaderAccount,
): Promise<number | null> {
  const { lowestPrice: limit } = effectiveLimits(await readLimits(reader, viewer.id, viewer));
  return limit ? Number(limit.value) : null;
}

/** Returns the minimum price of a credit in cents from stored limits; null if no limit applies. */
export function lowestPriceIn({ limitRows }: WithLimits): number | null {
  const limit = limitRows ? effectiveLimits(limitRows).lowestPrice : undefined;
  return limit ? Number(limit.value) : null;
}

/** Maximum number of tests of the account a day; null if no limit applies. */
export async function readTrialsADay(
  reader: Reader,
  viewer: ReaderAccount,
): Promise<number | null> {
  const { trialsADay: limit } = effectiveLimits(await readLimits(reader, viewer.id, viewer));
  return limit ? Number(limit.value) : null;
}

const everyFigure = new Set(['lines', 'trials', 'hundredths'] as const);

export const readAllUsage = (
  reader: Reader,
  { clock }: Pick<AppContext, 'clock'>,
  accountId: number,
): Promise<LimitUsage> => readUsage(reader, accountId, midnightOf(clock), everyFigure);

const midnightOf = (clock: AppContext['clock']): Date =>
  startOfDay(localDay(clock.now(), clock.timeZone), clock.timeZone);
