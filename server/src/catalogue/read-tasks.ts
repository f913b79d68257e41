/** Reads the tasks of imports and guides for their lists. */
import type { Task } from '@ramal/contract/tasks';
import sql, { type Sql } from 'sql-template-tag';
import type { Reader } from '../foundation/database.ts';
import { serializeTask, taskColumns, type TaskRow } from '../tasks/tasks.ts';

/** Returns the tasks of the rows, by task id. */
export async function readTasks(
  reader: Reader,
  rows: readonly { readonly taskId: number | null }[],
): Promise<Map<number, Task>> {
  const ids = rows.flatMap(({ taskId }) => taskId ?? []);
  if (ids.length === 0) return new Map();
  const tasks = await reader.many<TaskRow>(
    sql`select ${taskColumns} from tasks where id = any(${ids}::bigint[])`,
  );
  return new Map(tasks.map((row) => [row.id, serializeTask(row)]));
}

/**
 * SQL condition: the task is waiting or running. If a task is stopped before it begins, only the
 * row of the task shows this, and not the row of the import or guide.
 */
export const isRunning = (taskId: Sql): Sql => sql`exists (
  select from tasks t where t.id = ${taskId} and t.state in ('waiting', 'running'))`;
