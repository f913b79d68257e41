/**
 * Calculates the effective limits of an account: the strictest of its own limits and those of its
 * ancestors. A platform is open only if all of them allow it.
 */
import { insideName } from '@ramal/contract/api/wire-names';
import { type LimitName, type LimitValue, isLooser } from '@ramal/contract/resellers/limits';
import { platformKeys } from '@ramal/contract/rules/platforms';
import type { LimitsRow } from './limits.sql.ts';

/** Amounts are in hundredths of a credit, prices in cents. */
export interface Limit {
  readonly value: LimitValue;
  readonly from: string;
}

export type Limits = Partial<Record<LimitName, Limit>>;

type Row = Pick<LimitsRow, 'name' | 'amount' | 'platforms' | 'from'>;

/**
 * Returns the strictest limit for each name. The rows are ordered from the root down. If two limits
 * are equal, the one of the higher account is returned.
 */
export function effectiveLimits(limitRows: readonly Row[]): Limits {
  const limits: Limits = {};
  for (const row of limitRows) {
    const name = insideName(row.name) as LimitName;
    limits[name] = tighter(name, row, limits[name]);
  }
  return limits;
}

const valueOf = ({ amount, platforms }: Row): LimitValue => amount ?? platforms ?? [];

function tighter(name: LimitName, row: Row, above: Limit | undefined): Limit {
  const value = valueOf(row);
  if (!above) return { value, from: row.from };
  if (!isLooser(name, above.value, value)) return above;
  if (typeof value === 'number' || typeof above.value === 'number')
    return { value, from: row.from };
  const allowed = above.value;
  return {
    value: platformKeys.filter((key) => allowed.includes(key) && value.includes(key)),
    from: row.from,
  };
}
