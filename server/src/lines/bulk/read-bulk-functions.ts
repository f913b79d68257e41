/**
 * Reads functions 6 to 9 for the settings: how many lines each would change, and its latest run.
 */
import {
  type BulkFunction,
  type BulkFunctionNumber,
  type BulkFunctionRun,
  bulkFunctionNumbers,
  type listBulkFunctions,
} from '@ramal/contract/lines/bulk-functions';
import type { TaskState } from '@ramal/contract/tasks';
import sql, { join } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { isAffectedBy } from './bulk-functions.ts';

interface Run {
  readonly number: BulkFunctionNumber;
  readonly id: number;
  readonly taskId: number;
  readonly state: TaskState;
  readonly total: number;
  readonly done: number;
  readonly refused: number;
  readonly accountId: number;
  readonly by: string;
  readonly startedAt: Date;
  readonly isUndoing: boolean;
}

export async function readBulkFunctions(
  { db, clock }: AppContext,
  { actor, query }: Call<typeof listBulkFunctions>,
): Promise<BulkFunction[]> {
  const now = clock.now();
  const counted = await db.many<{ number: BulkFunctionNumber; count: number }>(
    join(
      bulkFunctionNumbers.map(
        (number) =>
          sql`select ${number}::int as number, count(*) from lines where ${isAffectedBy(number, query.days, now)}`,
      ),
      ' union all ',
    ),
  );
  const runs = await db.many<Run>(sql`
    select n as number, b.id, b.task_id, t.state, b.total, b.done, b.refused,
      b.account_id, a.username as by, b.created_at as started_at,
      b.asked ? 'undoes' as is_undoing
    from unnest(${[...bulkFunctionNumbers]}::int[]) as n
      cross join lateral (select * from batches where asked ? 'number' and (asked ->> 'number')::int = n
        order by id desc limit 1) b
      join tasks t on t.id = b.task_id join accounts a on a.id = b.account_id`);
  return bulkFunctionNumbers.map((number) => {
    const run = runs.find((functionRun) => functionRun.number === number);
    return {
      number,
      count: counted.find((functionCount) => functionCount.number === number)!.count,
      run: run ? onWire(run, actor.id) : null,
    };
  });
}

function onWire(run: Run, readerId: number): BulkFunctionRun {
  const { id, taskId, state, total, done, refused, by, isUndoing } = run;
  const isFinished = state !== 'waiting' && state !== 'running';
  return {
    id,
    taskId,
    state,
    total,
    done,
    refused,
    by,
    isMine: run.accountId === readerId,
    startedAtTimestamp: unixSeconds(run.startedAt),
    isUndoing,
    canUndo: isFinished && done > 0 && !isUndoing,
  };
}
