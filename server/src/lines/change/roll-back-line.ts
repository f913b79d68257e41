/**
 * Moves the expiry up to three days back. The time of day does not change. Nothing is refunded, and
 * a roll-back never moves the expiry forward. A second roll-back is also limited to three days
 * before the expiry that the line had before the first one. Source: T-11, V-22, V-23, K-05,
 * Q-ROLLBACKSRV, Q-EXPDAY.
 */
import { refuse } from '@ramal/contract/api/errors';
import { ROLLBACK_DAYS } from '@ramal/contract/rules/terms';
import type { Caller } from '../../foundation/caller.ts';
import { addDays, formatDate, localDay, onDay } from '../../foundation/clock.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { changeLine } from './change-line.ts';
import type { Line } from '../line.ts';
import { type LineRef, lockLine } from '../find-accessible-line.ts';

/**
 * Returns the earliest day to which the expiry may be moved, as yyyy-mm-dd. Undefined if no day
 * before the current expiry is allowed.
 */
export function earliestRollBack(line: Line, timeZone: string): string | undefined {
  const current = localDay(line.expiresAt, timeZone);
  const from = line.rolledBackFrom ? localDay(line.rolledBackFrom, timeZone) : current;
  const earliest = addDays(from, -ROLLBACK_DAYS);
  return earliest < current ? earliest : undefined;
}

interface RollBackLineInput extends LineRef {
  readonly day: string | undefined;
}

export async function rollBackLine(
  ctx: AppContext,
  caller: Caller,
  input: RollBackLineInput,
): Promise<Line> {
  return ctx.db.tx(async (tx) => {
    const { timeZone } = ctx.clock;
    const { day } = input;
    const line = await lockLine(tx, caller.actor, input, ctx.clock.now());
    const current = localDay(line.expiresAt, timeZone);
    const earliest = earliestRollBack(line, timeZone) ?? current;
    if (!day || day < earliest) {
      const date = formatDate(onDay(earliest, line.expiresAt, timeZone), timeZone);
      refuse('rollback_out_of_range', {
        values: { date },
        fields: { expDay: `A partir de ${date}.` },
      });
    }
    if (day >= current) {
      const date = formatDate(line.expiresAt, timeZone);
      refuse('rollback_not_earlier', {
        values: { date },
        fields: { expDay: `Antes de ${date}.` },
      });
    }
    const expiresAt = onDay(day, line.expiresAt, timeZone);
    return changeLine(tx, caller, line, {
      kind: 'line-rolled-back',
      change: { expiresAt, rolledBackFrom: line.rolledBackFrom ?? line.expiresAt },
      before: { expiresAt: line.expiresAt },
      after: { expiresAt },
    });
  });
}
