/**
 * The door to what an account is allowed: an act reads `heldColumn` in the statement that takes its
 * locks and calls `keepWithin` after it. Nobody is counted who is not limited, and the count is a
 * statement of its own: the one that waited for the lock still sees what was before it.
 * Source: Q-TESTQUOTA and the resellers issue.
 */
import { refuse } from '@ramal/contract/errors';
import { byWhom } from '@ramal/contract/limits';
import { type PlatformKey, platformKeys } from '@ramal/contract/platforms';
import { hasWallet } from '../credits/credits.ts';
import type { Actor, ReaderAccount } from '../foundation/caller.ts';
import { localDay, startOfDay } from '../foundation/clock.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { creditsInWords, reaisInWords } from './limit-words.ts';
import { type LimitsRow, type Used, limitsColumn, readLimits, readUsed } from './limits.sql.ts';
import { type Limit, type Limits, effectiveLimits } from './effective-limits.ts';

export { limitsColumn };

/** What `heldColumn` answers. */
export interface WithLimits {
  readonly limitRows: readonly LimitsRow[] | null;
}

/** What is about to be done by an account whose wallet is locked. */
export interface LimitedAction {
  /** A line it makes. */
  readonly line?: { readonly platform: PlatformKey; readonly isTrial: boolean };
  /** A platform it moves a line to: nothing is made, so nothing more is counted. */
  readonly platform?: PlatformKey;
  /** Leaves its balance. */
  readonly hundredths: number;
  /** It sells credits, for so many cents each. */
  readonly sale?: { readonly unitPriceCents: number };
}

/** Refuses what would pass a limit; admins have none. */
export async function enforceLimits(
  tx: Tx,
  { clock }: Pick<AppContext, 'clock'>,
  actor: Actor,
  { limitRows: held }: WithLimits,
  act: LimitedAction,
): Promise<void> {
  if (!held || !hasWallet(actor)) return;
  const platform = act.line?.platform ?? act.platform;
  if (platform) refusePlatform(held, platform);
  const limits = effectiveLimits(held);
  const lowest = limits.lowest_price;
  if (act.sale && lowest && act.sale.unitPriceCents < Number(lowest.value)) refusePrice(lowest);
  const counted = countedIn(limits, act);
  const asked = new Set(
    (['lines', 'trials', 'hundredths'] as const).filter((name) => counted[name]),
  );
  if (asked.size === 0) return;
  refuseUsedUp(counted, await readUsed(tx, actor.id, midnightOf(clock), asked), act);
}

/** The same of an act that is only thought of, after others that were: nothing is read. */
export function enforceUsedLimits(
  actor: Actor,
  { limitRows: held }: WithLimits,
  used: Used,
  act: LimitedAction,
): void {
  if (!held || !hasWallet(actor)) return;
  if (act.line) refusePlatform(held, act.line.platform);
  refuseUsedUp(countedIn(effectiveLimits(held), act), used, act);
}

/** The limits that count something of this act. */
const countedIn = (limits: Limits, act: LimitedAction) => ({
  lines: act.line && limits.lines,
  trials: act.line?.isTrial ? limits.trials_a_day : undefined,
  hundredths: act.hundredths > 0 ? limits.credits_a_day : undefined,
});

function refuseUsedUp(counted: ReturnType<typeof countedIn>, used: Used, act: LimitedAction): void {
  refuseFull('limit_lines', counted.lines, used.lines);
  refuseFull('limit_trials_a_day', counted.trials, used.trials);
  refuseSpent(counted.hundredths, used.hundredths, act.hundredths);
}

function refusePlatform(held: readonly LimitsRow[], platform: PlatformKey): void {
  const closing = held.find(({ platforms }) => platforms && !platforms.includes(platform));
  if (closing) refuse('limit_platform', { values: { from: byWhom(closing.from) } });
}

function refusePrice({ value, from }: Limit): never {
  const limit = reaisInWords(Number(value));
  refuse('limit_lowest_price', {
    values: { limit, from: byWhom(from) },
    fields: { sale: `O menor preço é ${limit}.` },
  });
}

function refuseFull(
  code: 'limit_lines' | 'limit_trials_a_day',
  limit: Limit | undefined,
  used: number,
): void {
  if (!limit || used < Number(limit.value)) return;
  refuse(code, { values: { limit: Number(limit.value), from: byWhom(limit.from) } });
}

function refuseSpent(limit: Limit | undefined, used: number, input: number): void {
  if (!limit) return;
  const left = Math.max(0, Number(limit.value) - used);
  if (input <= left) return;
  refuse('limit_credits_a_day', {
    values: {
      limit: creditsInWords(Number(limit.value)),
      left: creditsInWords(left),
      from: byWhom(limit.from),
    },
  });
}

/** For who brings a line back to an account, whose wallet is locked: refuses where it may have no more. */
export async function enforceLineLimit(
  tx: Tx,
  { clock }: Pick<AppContext, 'clock'>,
  viewer: ReaderAccount,
  accountId: number,
): Promise<void> {
  const { lines: limit } = effectiveLimits(await readLimits(tx, accountId, viewer));
  if (!limit) return;
  const { lines } = await readUsed(tx, accountId, midnightOf(clock), new Set(['lines']));
  refuseFull('limit_lines', limit, lines);
}

/** For acts that take their locks one by one: read after them. */
export const readLimitsOf = async (reader: Reader, actor: Actor): Promise<WithLimits> => ({
  limitRows: await readLimits(reader, actor.id, actor),
});

/** The platforms no limit closes to an account (its flags and grants are asked elsewhere). */
export async function readOpenPlatforms(
  reader: Reader,
  viewer: ReaderAccount,
): Promise<PlatformKey[]> {
  const { platforms } = effectiveLimits(await readLimits(reader, viewer.id, viewer));
  const open = platforms?.value;
  return platformKeys.filter((key) => !Array.isArray(open) || open.includes(key));
}

/** Refuses where a limit closes a platform to an account; for whoever only looks. */
export async function enforcePlatformOpen(
  reader: Reader,
  viewer: ReaderAccount,
  platform: PlatformKey,
): Promise<void> {
  refusePlatform(await readLimits(reader, viewer.id, viewer), platform);
}

/** Hundredths an account may still spend today; null where no limit holds it. */
export async function readLeftToday(
  reader: Reader,
  { clock }: Pick<AppContext, 'clock'>,
  viewer: ReaderAccount,
): Promise<number | null> {
  const { credits_a_day: limit } = effectiveLimits(await readLimits(reader, viewer.id, viewer));
  if (!limit) return null;
  const { hundredths } = await readUsed(
    reader,
    viewer.id,
    midnightOf(clock),
    new Set(['hundredths'] as const),
  );
  return Math.max(0, Number(limit.value) - hundredths);
}

const everyFigure = new Set(['lines', 'trials', 'hundredths'] as const);

export const readEveryUse = (
  reader: Reader,
  { clock }: Pick<AppContext, 'clock'>,
  accountId: number,
): Promise<Used> => readUsed(reader, accountId, midnightOf(clock), everyFigure);

const midnightOf = (clock: AppContext['clock']): Date =>
  startOfDay(localDay(clock.now(), clock.timeZone), clock.timeZone);
