/**
 * Functions 6 to 9 of the settings, which apply to all accounts. They turn tests off or on, and
 * delete expired or test lines, as a batch. Each line is checked again under its lock. Tests that
 * were sold and lines that were renewed in the meantime therefore do not change. To undo a run,
 * another batch processes the lines that the run changed. Source: S-SETTINGS-16 to 19, Q-SETNUM.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import { MAX_BATCH_SIZE } from '@ramal/contract/rules/batch-bounds';
import type {
  BulkFunctionNumber,
  startBulkFunctions,
  undoBulkFunction as undoDeclaration,
} from '@ramal/contract/lines/bulk-functions';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { platforms } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import { type BatchKind, readBatch, startBatch } from '../../batches/batches.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Caller } from '../../foundation/caller.ts';
import { formatDateTime } from '../../foundation/clock.ts';
import type { Tx } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { runOncePerKey } from '../../foundation/idempotency.ts';
import { switchLine } from '../change/switch-line.ts';
import { deleteLine } from '../delete/delete-line.ts';
import { restoreLine } from '../delete/restore-line.ts';
import { lockLine } from '../find-accessible-line.ts';
import type { Line } from '../line.ts';

type StartCall = Call<(typeof startBulkFunctions)[number]>;
type Answer = HandlerResult<typeof undoDeclaration>;

/** Input of the function, which is stored with the batch. */
interface BulkFunctionInput extends Record<string, unknown> {
  readonly number: BulkFunctionNumber;
  /** Number of days after the expiry from which function 8 deletes a line. */
  readonly days: number;
  /** Id of the batch that this batch undoes. */
  readonly undoes?: number;
}

interface BulkFunctionRules {
  readonly title: string;
  readonly kind: FunctionKind;
  /** Kind of the batch that undoes this function. */
  readonly undoneBy: FunctionKind;
}

type FunctionKind =
  | 'block-tests'
  | 'unblock-tests'
  | 'delete-expired-lines'
  | 'delete-tests'
  | 'restore-lines';

export const bulkFunctionRules: Readonly<Record<BulkFunctionNumber, BulkFunctionRules>> = {
  6: { title: 'Bloquear testes IPTV', kind: 'block-tests', undoneBy: 'unblock-tests' },
  7: { title: 'Desbloquear testes IPTV', kind: 'unblock-tests', undoneBy: 'block-tests' },
  8: {
    title: 'Deletar IPTV vencidos',
    kind: 'delete-expired-lines',
    undoneBy: 'restore-lines',
  },
  9: { title: 'Deletar testes IPTV', kind: 'delete-tests', undoneBy: 'restore-lines' },
};

/** Condition on `lines`: the lines that a function would change. */
export function isAffectedBy(number: BulkFunctionNumber, days: number, now: Date): Sql {
  const listed = sql`platform = ${platforms.iptv.key} and deleted_at is null`;
  switch (number) {
    case 6:
      return sql`${listed} and is_trial and status <> 0 and expires_at > ${now}`;
    case 7:
      return sql`${listed} and is_trial and status = 0 and expires_at > ${now}`;
    case 8:
      return sql`${listed} and expires_at < ${expiredBefore(days, now)}`;
    case 9:
      return sql`${listed} and is_trial`;
  }
}

const expiredBefore = (days: number, now: Date): Date => new Date(now.getTime() - days * DAY_MS);

export const startBulkFunction = (
  ctx: AppContext,
  call: StartCall,
  number: BulkFunctionNumber,
): Promise<Answer> =>
  ctx.db.tx((tx) =>
    runOncePerKey(tx, call, async () => {
      const { count: confirmed, days } = call.body;
      const { title, kind } = bulkFunctionRules[number];
      const affected = isAffectedBy(number, days, ctx.clock.now());
      const counted = await tx.first<{ count: number }>(
        sql`select count(*) from lines where ${affected}`,
      );
      const { count } = counted!;
      if (confirmed !== undefined && count > confirmed)
        refuse('selection_changed', { values: { count: count.toLocaleString('pt-BR') } });
      return start(ctx, tx, call, {
        kind,
        title,
        asked: { number, days },
        // Earliest expiry first, so that a second run continues after the last line of this run.
        rows: sql`
          select row_number() over (order by expires_at, id)::int as number, id as line_id,
            username as label, null::jsonb as asked
          from lines where ${affected} order by expires_at, id limit ${MAX_BATCH_SIZE}`,
      });
    }),
  );

export const undoBulkFunction = (
  ctx: AppContext,
  call: Call<typeof undoDeclaration>,
): Promise<Answer> =>
  ctx.db.tx((tx) =>
    runOncePerKey(tx, call, async () => {
      const { id } = call.params;
      const { number, days, isRunning } = await lockRun(tx, id);
      if (isRunning) refuse('batch_running');
      const undone = await tx.first(sql`
        select from batches where (asked ->> 'number')::int = ${number} and asked ? 'number'
          and (asked ->> 'undoes')::bigint = ${id}`);
      if (undone) refuse('batch_undone');
      const { title, undoneBy } = bulkFunctionRules[number];
      return start(ctx, tx, call, {
        kind: undoneBy,
        title: `Desfazer: ${title}`,
        asked: { number, days, undoes: id },
        rows: sql`
          select row_number() over (order by number)::int as number, line_id, label, null::jsonb as asked
          from batch_rows where batch_id = ${id} and outcome = 'done'`,
      });
    }),
  );

/**
 * Locks a run of a function, whichever admin started it. Does not find a run that undoes another
 * run.
 */
async function lockRun(tx: Tx, id: number) {
  const run = await tx.first<BulkFunctionInput & { readonly isRunning: boolean }>(sql`
    select (b.asked ->> 'number')::int as number, (b.asked ->> 'days')::int as days,
      t.state in ('waiting', 'running') as is_running
    from batches b join tasks t on t.id = b.task_id
    where b.id = ${id} and b.asked ? 'number' and not b.asked ? 'undoes'
    for no key update of b`);
  return run ?? refuse('batch_not_found');
}

interface NewRun {
  readonly kind: FunctionKind;
  readonly title: string;
  readonly asked: BulkFunctionInput;
  readonly rows: Sql;
}

async function start(ctx: AppContext, tx: Tx, caller: Caller, run: NewRun): Promise<Answer> {
  const id = await startBatch(ctx, tx, caller, run);
  const batch = await readBatch(tx, caller.actor, id ?? refuse('batch_empty'));
  return { message: 'Trabalho em lote começado', count: batch.total, batch };
}

type Act = (
  ctx: AppContext,
  caller: Caller,
  id: number,
  input: BulkFunctionInput,
) => Promise<string>;

const acts: Readonly<Record<FunctionKind, Act>> = {
  'block-tests': async (ctx, caller, id) => {
    const { isTrial } = await lock(ctx, caller, id);
    if (!isTrial) refuse('line_official_now');
    await switchLine(ctx, caller, { id, on: false });
    return 'desligada';
  },
  'unblock-tests': async (ctx, caller, id) => {
    await switchLine(ctx, caller, { id, on: true });
    return 'ligada';
  },
  'delete-expired-lines': async (ctx, caller, id, { days }) => {
    const { expiresAt } = await lock(ctx, caller, id);
    if (expiresAt >= expiredBefore(days, ctx.clock.now())) refuse('line_renewed');
    return deleteAndDescribe(ctx, caller, id);
  },
  'delete-tests': async (ctx, caller, id) => {
    const { isTrial } = await lock(ctx, caller, id);
    if (!isTrial) refuse('line_official_now');
    return deleteAndDescribe(ctx, caller, id);
  },
  'restore-lines': async (ctx, caller, id) => {
    const { expiresAt } = await restoreLine(ctx, caller, { id });
    return `restaurada, vence em ${formatDateTime(expiresAt, ctx.clock.timeZone)}`;
  },
};

/**
 * Locks a line. In a batch, `ctx.db.tx` runs in the transaction of the chunk, so the lock is also
 * valid for the use cases.
 */
const lock = (ctx: AppContext, { actor }: Caller, id: number): Promise<Line> =>
  ctx.db.tx((tx) => lockLine(tx, actor, { id }, ctx.clock.now()));

async function deleteAndDescribe(ctx: AppContext, caller: Caller, id: number): Promise<string> {
  const { expiresAt } = await deleteLine(ctx, caller, { id });
  return `deletada, venceu em ${formatDateTime(expiresAt, ctx.clock.timeZone)}`;
}

export const bulkFunctionKinds: readonly BatchKind<BulkFunctionInput, null>[] = (
  Object.keys(acts) as FunctionKind[]
).map((kind) => ({
  kind,
  act: async (ctx, caller, { input, row: { lineId } }) => ({
    message: await acts[kind](ctx, caller, lineId!, input),
  }),
}));
