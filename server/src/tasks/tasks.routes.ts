import { refuse } from '@ramal/contract/api/errors';
import { type Task, getTask, stopTask } from '@ramal/contract/tasks';
import sql from 'sql-template-tag';
import { unixSeconds } from '../foundation/clock.ts';
import { recordEvent } from '../events/events.ts';
import type { Tx } from '../foundation/database.ts';
import { type Binding, type Call, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { type TaskRow, taskColumns } from './run-tasks.ts';

export const taskRoutes = (ctx: AppContext): Binding[] => [
  bind(getTask, async ({ actor, params }) =>
    serializeTask(
      (await ctx.db.first<TaskRow>(
        sql`select ${taskColumns} from tasks where id = ${params.id} and account_id = ${actor.id}`,
      )) ?? refuse('task_not_found'),
    ),
  ),
  bind(stopTask, (call) => ctx.db.tx((tx) => stop(tx, call))),
];

async function stop(tx: Tx, { actor, requestMeta, params }: Call<typeof stopTask>): Promise<Task> {
  const task =
    (await tx.first<TaskRow>(sql`
      update tasks set stop_wished = true,
        state = case when state = 'waiting' then 'stopped' else state end,
        message = case when state = 'waiting' then 'Parado a pedido.' else message end,
        finished_at = case when state = 'waiting' then now() else finished_at end
      where id = ${params.id} and account_id = ${actor.id} returning ${taskColumns}`)) ??
    refuse('task_not_found');
  await recordEvent(tx, requestMeta, {
    kind: 'task-stopped',
    actorId: actor.id,
    after: { task: task.id, work: task.kind },
  });
  return serializeTask(task);
}

/** Converts a task for the account that started it. */
export const serializeTask = (row: TaskRow): Task => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  done: row.done,
  total: row.total,
  message: row.message,
  createdAtTimestamp: unixSeconds(row.createdAt),
  finishedAtTimestamp: row.finishedAt && unixSeconds(row.finishedAt),
});
