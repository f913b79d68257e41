/**
 * Starts, previews, applies and discards imports of a list. A list has only one import at a time. A
 * new import replaces a preview that was not applied.
 */
import type {
  applyImport as applying,
  discardImport as discarding,
  importFromFile as fromFile,
  importFromAddress as fromAddress,
  listImportEntries as listing,
} from '@ramal/contract/catalogue/catalogue-lists';
import type {
  ImportEntry,
  ImportEntrySort,
  ListImport,
  EntryResult,
} from '@ramal/contract/catalogue/catalogue-lists';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import sql, { type Sql, join, raw } from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { Caller } from '../../foundation/caller.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import { type Reader, type Tx, violatedConstraint } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { boundedTotal, toPageAnswer, limitOffset } from '../../foundation/pages.ts';
import { containsFolded } from '../../foundation/like.ts';
import { startBoundedTask } from '../../tasks/tasks.ts';
import { gzipFile } from './stored-file.ts';
import { isRunning, readTasks } from '../read-tasks.ts';

interface ImportRow {
  readonly id: number;
  readonly listId: number;
  readonly state: ListImport['state'];
  readonly counts: Partial<Record<EntryResult, number>>;
  readonly skips: NonNullable<ListImport['skips']>;
  readonly taskId: number | null;
  readonly createdAt: Date;
  readonly appliedAt: Date | null;
}

/**
 * SQL column: state of the import. If the task was stopped or ended without recording the end, the
 * import does not count as running.
 */
const stateNow = sql`case
  when i.state = 'reading' and not ${isRunning(sql`i.task_id`)} then 'failed'
  when i.state = 'applying' and not ${isRunning(sql`i.task_id`)} then 'ready'
  else i.state end`;

const importRows = (where: Sql): Sql => sql`
  select i.id, i.list_id, ${stateNow} as state, i.counts, i.skips, i.task_id,
    i.created_at, i.applied_at
  from imports i where ${where}`;

async function importsWhere(reader: Reader, where: Sql): Promise<ListImport[]> {
  const rows = await reader.many<ImportRow>(importRows(where));
  const tasks = await readTasks(reader, rows);
  return rows.map((row) => ({
    id: row.id,
    listId: row.listId,
    state: row.state,
    counts: { new: 0, changed: 0, gone: 0, same: 0, refused: 0, ...row.counts },
    skips: row.skips,
    task: (row.taskId && tasks.get(row.taskId)) || null,
    createdAtTimestamp: unixSeconds(row.createdAt),
    appliedAtTimestamp: row.appliedAt && unixSeconds(row.appliedAt),
  }));
}

export const readImport = async (reader: Reader, id: number): Promise<ListImport> =>
  (await importsWhere(reader, sql`i.id = ${id}`))[0] ?? refuse('import_not_found');

/** Returns the last import of each list, by list id. */
export const lastImports = async (reader: Reader): Promise<Map<number, ListImport>> =>
  new Map(
    (await importsWhere(reader, sql`i.id in (select max(id) from imports group by list_id)`)).map(
      (listImport) => [listImport.listId, listImport],
    ),
  );

/**
 * CTE: records the end of imports whose task stopped before it could record the end. Such imports
 * would otherwise block new ones.
 */
export const settleImportCte = (listId: number): Sql => sql`
  update imports i set content = null, state = ${stateNow}
  where i.list_id = ${listId} and i.state in ('reading', 'applying') and i.state <> ${stateNow}`;

export async function importFromUrl(
  ctx: AppContext,
  { params, ...by }: Call<typeof fromAddress>,
): Promise<ListImport> {
  return begin(ctx, by, params.id, (list) => {
    if (list.address === '') refuse('address_missing');
    return null;
  });
}

export async function importFromFile(
  ctx: AppContext,
  { params, file, ...by }: Call<typeof fromFile>,
): Promise<ListImport> {
  const list = await ctx.db.first(sql`select from source_lists where id = ${params.id}`);
  if (!list) refuse('list_not_found');
  const content = await gzipFile(file);
  return begin(ctx, by, params.id, () => content);
}

async function begin(
  ctx: AppContext,
  caller: Caller,
  listId: number,
  contentFor: (list: { address: string }) => Buffer | null,
): Promise<ListImport> {
  try {
    const id = await ctx.db.tx(async (tx) => {
      const list =
        (await tx.first<{ address: string; name: string }>(
          sql`select address, name from source_lists where id = ${listId} for update`,
        )) ?? refuse('list_not_found');
      const content = contentFor(list);
      await tx.run(settleImportCte(listId));
      await tx.run(
        sql`update imports set state = 'discarded' where list_id = ${listId} and state = 'ready'`,
      );
      const created = await tx.first<{ id: number }>(sql`
        insert into imports (list_id, content, created_at) values (${listId}, ${content}, ${ctx.clock.now()})
        returning id`);
      await startImportTask(tx, created!.id, 'import-read', caller);
      await recordEvent(tx, caller.requestMeta, {
        kind: 'import-started',
        actorId: caller.actor.id,
        after: { import: created!.id, list: list.name, from: content ? 'file' : 'address' },
      });
      return created!.id;
    });
    return await readImport(ctx.db, id);
  } catch (error) {
    return violatedConstraint(error) === 'imports_open_key'
      ? refuse('import_running')
      : Promise.reject(error);
  }
}

async function startImportTask(
  tx: Tx,
  importId: number,
  kind: string,
  { actor, requestMeta }: Caller,
): Promise<void> {
  const task = await startBoundedTask(tx, {
    kind,
    accountId: actor.id,
    payload: { importId, actorId: actor.id, requestMeta },
  });
  await tx.run(sql`update imports set task_id = ${task.id} where id = ${importId}`);
}

export async function applyImport(
  ctx: AppContext,
  { params, body, ...by }: Call<typeof applying>,
): Promise<ListImport> {
  try {
    await ctx.db.tx(async (tx) => {
      const { listId } = await lock(tx, params.id);
      await tx.run(settleImportCte(listId));
      const claimed = await tx.run(sql`
        update imports set state = 'applying', hide_gone = ${body.hideGone}
        where id = ${params.id} and state = 'ready'`);
      if (claimed === 0) refuse('import_not_ready');
      await startImportTask(tx, params.id, 'import-apply', by);
    });
  } catch (error) {
    if (violatedConstraint(error) === 'imports_open_key') refuse('import_running');
    throw error;
  }
  return readImport(ctx.db, params.id);
}

export async function discardImport(
  ctx: AppContext,
  { params, actor, requestMeta }: Call<typeof discarding>,
): Promise<HandlerResult<typeof discarding>> {
  await ctx.db.tx(async (tx) => {
    const { listId } = await lock(tx, params.id);
    await tx.run(settleImportCte(listId));
    const { state } = (await tx.first<{ state: ListImport['state'] }>(
      sql`select state from imports where id = ${params.id}`,
    ))!;
    if (state === 'reading' || state === 'applying') refuse('import_running');
    if (state === 'applied') refuse('import_not_ready');
    await tx.run(sql`update imports set state = 'discarded' where id = ${params.id}`);
    await recordEvent(tx, requestMeta, {
      kind: 'import-discarded',
      actorId: actor.id,
      before: { import: params.id, state },
    });
  });
  return { message: 'Importação descartada' };
}

/** Locks the list's row. Every start and end of an import takes this lock first. */
const lock = async (tx: Tx, importId: number): Promise<{ listId: number }> =>
  (await tx.first<{ listId: number }>(sql`
    select l.id as list_id from source_lists l
    where l.id = (select list_id from imports where id = ${importId}) for update`)) ??
  refuse('import_not_found');

/**
 * Sort keys. An import has at most 200,000 entries (MAX_ENTRIES), and a sort needs memory only for
 * the 10,000 that pages can show. Kinds are sorted by their labels: Canal, Episódio, Filme.
 */
const entryKey: Record<ImportEntrySort, Sql> = {
  position: sql`position`,
  name: sql`nullif(fold(name), '')`,
  kind: sql`case kind when 'live' then 1 when 'episode' then 2 else 3 end`,
  category: sql`nullif(fold(category), '')`,
  changes: sql`fold(changes->0->>'field' || ': ' || (changes->0->>'before') || ' → ' || (changes->0->>'after'))`,
  reason: sql`nullif(fold(reason), '')`,
};

export async function listImportEntries(
  { db }: AppContext,
  { params, query }: Call<typeof listing>,
): Promise<HandlerResult<typeof listing>> {
  await readImport(db, params.id);
  const where = join(
    [
      sql`import_id = ${params.id} and verdict is not null`,
      ...(query.result ? [sql`verdict = ${query.result}`] : []),
      ...(query.kind ? [sql`kind = ${query.kind}`] : []),
      ...(query.search ? [sql`fold(name) like ${containsFolded(query.search)}`] : []),
    ],
    ' and ',
  );
  const total = await boundedTotal(db, sql`select from import_entries where ${where}`);
  // The index can be read only in one direction. `exact: false` therefore makes every page read
  // from the beginning.
  const { limit, offset } = limitOffset(query, { ...total, exact: false });
  const rows = await db.many<ImportEntry>(sql`
    select position, verdict as result, kind, name, category, changes, reason
    from import_entries where ${where}
    order by ${entryKey[query.sort]} ${raw(query.dir)} nulls last, position ${raw(query.dir)}
    limit ${limit} offset ${offset}`);
  return toPageAnswer(query, total, rows);
}
