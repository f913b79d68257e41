/**
 * Undoes acts on lines: restores the changed columns and the paid period, and returns the credits
 * by a counter-entry. A restored expiry is an ordinary change for the line's server.
 */
import { refuse } from '@ramal/contract/api/errors';
import sql, { type Sql, join, raw } from 'sql-template-tag';
import { markBatchUndone } from '../../batches/batches.ts';
import { lockWalletCte, moveCreditsCte, type Wallet } from '../../credits/credits.ts';
import type { Caller } from '../../foundation/caller.ts';
import { combineCtes, type Ctes, type Tx, violatedConstraint } from '../../foundation/database.ts';
import { formatDateTime } from '../../foundation/clock.ts';
import { restorePeriodCte } from '../../line-payments/line-payments.ts';
import {
  refuseLaterChanges,
  type UndoKind,
  type UndoneLine,
  type UndoStep,
} from '../../undo/undo.ts';
import { lockLines } from '../find-accessible-line.ts';

/** Values that `changeLine` stored. */
interface FormerLine {
  readonly columns: Readonly<Record<string, unknown>>;
  readonly period: number | null;
}

export const lineUndo: UndoKind = {
  kind: 'line',
  undo: async (ctx, tx, caller, steps) => {
    const charged = steps.reduce((sum, { hundredths }) => sum + hundredths, 0);
    const wallet =
      charged === 0 ? undefined : await tx.first<Wallet>(lockWalletCte(caller.actor.id));
    const ids = steps.map(({ subjectId }) => subjectId);
    const { lines } = await lockLines(tx, caller.actor, { ids }, ctx.clock.now());
    if (lines.size !== steps.length) refuse('undo_changed');
    await refuseLaterChanges(tx, steps);
    const balance = await restore(tx, caller, steps, wallet);
    const undone = await tx.many<UndoneLine>(sql`
      select id, expires_at from lines where id = any(${ids}::bigint[]) order by id`);
    const now = ctx.clock.now();
    await markBatchUndone(tx, {
      actId: steps[0]!.actId,
      at: now,
      rows: undone.map(({ id, expiresAt }) => ({
        lineId: id,
        message: `${expiresAt > now ? 'vence' : 'venceu'} em ${formatDateTime(expiresAt, ctx.clock.timeZone)}`,
      })),
    });
    return { lines: undone, ...(charged === 0 ? {} : { balance }) };
  },
};

/** Restores each line, and returns the balance of the account after the last counter-entry. */
async function restore(
  tx: Tx,
  caller: Caller,
  steps: readonly UndoStep[],
  wallet: Wallet | undefined,
): Promise<number | null> {
  let payer = wallet;
  for (const step of steps) {
    await writeFormer(tx, caller, step, payer);
    if (payer) payer = { ...payer, balance: payer.balance + step.hundredths };
  }
  return payer?.balance ?? null;
}

async function writeFormer(
  tx: Tx,
  caller: Caller,
  step: UndoStep,
  payer: Wallet | undefined,
): Promise<void> {
  const { columns, period } = step.former as unknown as FormerLine;
  const parts: Ctes = {
    ...(step.hundredths === 0
      ? {}
      : moveCreditsCte(caller, {
          from: 'consumption',
          to: payer ?? 'issuance',
          amount: step.hundredths,
          cause: { reason: 'line-extension-undone', lineId: step.subjectId },
        })),
    ...(period === null ? {} : { period: restorePeriodCte(step.subjectId, period) }),
    ...(Object.keys(columns).length === 0 ? {} : { line: restoring(step.subjectId, columns) }),
  };
  if (Object.keys(parts).length === 0) return;
  try {
    await tx.run(combineCtes(parts));
  } catch (error) {
    // Another line received the former user name in the meantime.
    if (violatedConstraint(error) !== 'lines_name_key') throw error;
    refuse('undo_changed');
  }
}

/** PostgreSQL converts the stored values back to the types of the columns. */
const restoring = (id: number, columns: FormerLine['columns']): Sql => sql`
  update lines l set ${join(
    Object.keys(columns).map((column) => sql`${raw(column)} = former.${raw(column)}`),
    ', ',
  )}
  from jsonb_populate_record(null::lines, ${JSON.stringify(columns)}::jsonb) former where l.id = ${id}`;
