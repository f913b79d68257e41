import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import type { Tx } from '../foundation/database.ts';
import { refuseLaterChanges, type UndoKind, type UndoStep } from './undo-step.ts';

/** Creates the undo of values of own lines. `restore` stores the former values of one line. */
export const createOwnLineUndo = <Former>(
  kind: string,
  restore: (tx: Tx, lineId: number, former: Former) => Promise<unknown>,
): UndoKind => ({
  kind,
  undo: async (_ctx, tx, { actor }, steps) => {
    await lockOwnLines(tx, actor.id, steps);
    for (const { subjectId, former } of steps)
      await restore(tx, subjectId, former as unknown as Former);
    return {};
  },
});

async function lockOwnLines(tx: Tx, ownerId: number, steps: readonly UndoStep[]): Promise<void> {
  const lines = await tx.many(sql`
    select id from lines
    where id = any(${steps.map(({ subjectId }) => subjectId)}::bigint[]) and owner_id = ${ownerId}
      and deleted_at is null
    order by id for no key update`);
  if (lines.length !== steps.length) refuse('undo_changed');
  await refuseLaterChanges(tx, steps);
}
