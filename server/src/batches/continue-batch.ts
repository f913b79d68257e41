/**
 * Continues a batch that was stopped or interrupted. A new task processes the rows without an
 * outcome.
 */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { TaskState } from '@ramal/contract/tasks';
import type { TaskRow } from '../tasks/tasks.ts';
import { startBatchTask } from './run-batch.ts';
import { isOwnBatch } from './read-batches.ts';

export const continueBatch = (
  { db }: AppContext,
  { actor, requestMeta }: Caller,
  id: number,
): Promise<TaskRow> =>
  db.tx(async (tx) => {
    const batch = await tx.first<{ left: number; taskId: number; title: string }>(sql`
      select b.total - b.done - b.refused as left, b.title, b.task_id
      from batches b where ${isOwnBatch(actor, id)} for no key update`);
    if (!batch) return refuse('batch_not_found');
    // Reads the task only after the batch is locked. The second of two concurrent requests then
    // sees the task of the first.
    const before = await tx.first<{ state: TaskState }>(
      sql`select state from tasks where id = ${batch.taskId}`,
    );
    if (before!.state === 'waiting' || before!.state === 'running') refuse('batch_running');
    if (batch.left === 0) refuse('batch_finished');
    const task = await startBatchTask(tx, actor.id, id);
    await tx.run(sql`update batches set task_id = ${task.id} where id = ${id}`);
    await recordEvent(tx, requestMeta, {
      kind: 'batch-continued',
      actorId: actor.id,
      after: { batch: id, title: batch.title, lines: batch.left },
    });
    return task;
  });
