/** Limits as the contract tells them, as whoever asks sees them. */
import type { Given } from '@ramal/contract/endpoint';
import {
  type LimitName,
  type LimitValue,
  type LimitValues,
  type getLimits,
  limitNames,
} from '@ramal/contract/limits';
import { fromHundredths } from '@ramal/contract/money';
import type { Actor } from '../foundation/actor.ts';
import type { Reader } from '../foundation/database.ts';
import type { House } from '../foundation/house.ts';
import { readEveryUse } from './limits.ts';
import { type Held, type Limited, readHeld } from './limits.sql.ts';
import { type Limits, tightest } from './tightest.ts';

type Told = Given<typeof getLimits>;

/** Set on this very account, by whoever does not stand above the one who looks. */
export const isOwn = ({ accountId, isHigher }: Held, id: number): boolean =>
  accountId === id && !isHigher;

export const mayLimit = (actor: Actor, { id, profile }: Limited): boolean =>
  id !== actor.id && profile !== 'admin';

export async function tellLimits(
  reader: Reader,
  house: House,
  actor: Actor,
  account: Limited,
): Promise<Told> {
  const held = await readHeld(reader, account.id, actor);
  const used = await readEveryUse(reader, house, account.id);
  const above = tightest(held.filter((row) => !isOwn(row, account.id)));
  const effective = tightest(held);
  return {
    id: account.id,
    username: account.username,
    own: valuesOnWire(tightest(held.filter((row) => isOwn(row, account.id)))),
    above: valuesOnWire(above),
    above_from: sourcesOf(above),
    effective: valuesOnWire(effective),
    effective_from: sourcesOf(effective),
    used: {
      lines: used.lines,
      trials_today: used.trials,
      credits_today: fromHundredths(used.hundredths),
    },
    may_set: mayLimit(actor, account) && (actor.isMaster || actor.profile === 'admin'),
  };
}

const inHundredths: ReadonlySet<LimitName> = new Set(['credits_a_day', 'lowest_price']);

export const onWire = (name: LimitName, value: LimitValue | null): LimitValue | null =>
  typeof value === 'number' && inHundredths.has(name) ? fromHundredths(value) : value;

const byName = <T>(of: (name: LimitName) => T): Record<LimitName, T> =>
  Object.fromEntries(limitNames.map((name) => [name, of(name)])) as Record<LimitName, T>;

const valuesOnWire = (limits: Limits): LimitValues =>
  byName((name) => onWire(name, limits[name]?.value ?? null)) as LimitValues;

const sourcesOf = (limits: Limits): Told['above_from'] =>
  byName((name) => limits[name]?.from ?? null);
