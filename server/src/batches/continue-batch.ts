/** Goes on with a batch that was stopped or broke off: a new task for the rows without an outcome. */
import { refuse } from '@ramal/contract/errors';
import sql from 'sql-template-tag';
import type { Viewer } from '../foundation/actor.ts';
import type { House } from '../foundation/house.ts';
import type { TaskState } from '@ramal/contract/tasks';
import { type TaskRow, startTask } from '../tasks/tasks.ts';
import { BATCH_TASK } from './batches.ts';
import { ofAsker } from './read-batches.ts';

export const continueBatch = ({ db }: House, by: Viewer, id: number): Promise<TaskRow> =>
  db.tx(async (tx) => {
    const batch = await tx.first<{ left: number; state: TaskState }>(sql`
      select b.total - b.done - b.refused as left, t.state
      from batches b join tasks t on t.id = b.task_id where ${ofAsker(by, id)} for no key update of b`);
    if (!batch) return refuse('batch_not_found');
    if (batch.state === 'waiting' || batch.state === 'running') refuse('batch_running');
    if (batch.left === 0) refuse('batch_finished');
    const task = await startTask(tx, {
      kind: BATCH_TASK,
      accountId: by.id,
      payload: { batchId: id },
    });
    await tx.run(sql`update batches set task_id = ${task.id} where id = ${id}`);
    return task;
  });
