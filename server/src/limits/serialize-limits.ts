/** Converts limits to the form of the contract, without data that the caller may not see. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import {
  type LimitName,
  type LimitValue,
  type LimitValues,
  type getLimits,
  limitNames,
} from '@ramal/contract/resellers/limits';
import { fromHundredths } from '@ramal/contract/rules/money';
import type { Actor } from '../foundation/caller.ts';
import type { Reader } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { readAllUsage } from './enforce-limits.ts';
import { type LimitsRow, type LimitedAccount, readLimits } from './limits.sql.ts';
import { type Limits, effectiveLimits } from './effective-limits.ts';

type LimitsResponse = HandlerResult<typeof getLimits>;

/** True if the limit is set on this account by the caller or by an account below the caller. */
export const isOwn = ({ accountId, isHigher }: LimitsRow, id: number): boolean =>
  accountId === id && !isHigher;

export const mayLimit = (actor: Actor, { id, profile }: LimitedAccount): boolean =>
  id !== actor.id && profile !== 'admin';

export async function serializeLimits(
  reader: Reader,
  ctx: AppContext,
  actor: Actor,
  account: LimitedAccount,
): Promise<LimitsResponse> {
  const limitRows = await readLimits(reader, account.id, actor);
  const used = await readAllUsage(reader, ctx, account.id);
  const above = effectiveLimits(limitRows.filter((row) => !isOwn(row, account.id)));
  const effective = effectiveLimits(limitRows);
  return {
    id: account.id,
    username: account.username,
    own: valuesOnWire(effectiveLimits(limitRows.filter((row) => isOwn(row, account.id)))),
    above: valuesOnWire(above),
    aboveFrom: sourcesOf(above),
    effective: valuesOnWire(effective),
    effectiveFrom: sourcesOf(effective),
    used: {
      lines: used.lines,
      trialsToday: used.trials,
      creditsToday: fromHundredths(used.hundredths),
    },
    maySet: mayLimit(actor, account) && (actor.isMaster || actor.profile === 'admin'),
  };
}

const inHundredths: ReadonlySet<LimitName> = new Set(['creditsADay', 'lowestPrice']);

export const toCredits = (name: LimitName, value: LimitValue | null): LimitValue | null =>
  typeof value === 'number' && inHundredths.has(name) ? fromHundredths(value) : value;

const byName = <T>(valueOf: (name: LimitName) => T): Record<LimitName, T> =>
  Object.fromEntries(limitNames.map((name) => [name, valueOf(name)])) as Record<LimitName, T>;

const valuesOnWire = (limits: Limits): LimitValues =>
  byName((name) => toCredits(name, limits[name]?.value ?? null)) as LimitValues;

const sourcesOf = (limits: Limits): LimitsResponse['aboveFrom'] =>
  byName((name) => limits[name]?.from ?? null);
