/**
 * Applies an import to the catalogue in transactions of a thousand entries. Each transaction also
 * marks its entries as applied. An interrupted import therefore continues with the remaining
 * entries. Values that were edited by hand do not change (see apply.sql.ts).
 */
import sql, { type Sql } from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { RequestMeta } from '../../foundation/caller.ts';
import type { Tx } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { type Progress, type TaskKind } from '../../tasks/tasks.ts';
import {
  updateStreamsCte,
  updateSeriesCte,
  hideMissingCte,
  highestNumber,
  insertStreamsCte,
  linkAppliedEntries,
  lockStreams,
  markAppliedCte,
} from './apply.sql.ts';
import { hasArchives, writeArchives } from './apply-archives.sql.ts';
import {
  deleteMissingSources,
  hasFurtherSources,
  insertFurtherSources,
} from './apply-sources.sql.ts';
import {
  adoptCategoriesCte,
  insertCategoriesCte,
  insertSeriesCte,
  missingCategories,
} from './apply-groups.sql.ts';
import { ExplainedFailure } from '../../foundation/explained-failure.ts';

interface ApplyWork {
  readonly importId: number;
  readonly actorId: number;
  readonly requestMeta: RequestMeta;
}

interface ImportToApply {
  readonly listId: number;
  readonly listName: string;
  readonly hideGone: boolean;
  readonly state: 'applying' | 'applied';
}

const BATCH = 1000;
const APPLIED = 'Importação aplicada.';

export const importApply: TaskKind = {
  kind: 'import-apply',
  work: async (ctx, work: ApplyWork, progress) => {
    const { importId } = work;
    const pending = await ctx.db.first<ImportToApply>(sql`
      select i.list_id, l.name as list_name, i.hide_gone, i.state
      from imports i join source_lists l on l.id = i.list_id
      where i.id = ${importId} and i.state in ('applying', 'applied')`);
    if (!pending) throw new ExplainedFailure('Esta importação não existe mais.');
    // A previous worker finished the import, but stopped before it recorded the end of the task.
    if (pending.state === 'applied') return APPLIED;
    await prepareEntries(ctx, importId, pending.listId);
    const results = ['new', 'changed', 'same', ...(pending.hideGone ? ['gone'] : [])];
    const { listId } = pending;
    const archives = await ctx.db.first(hasArchives(importId, listId));
    const further = await ctx.db.first(hasFurtherSources(importId));
    await applyAll(
      ctx,
      {
        importId,
        listId,
        results,
        hasArchives: archives !== undefined,
        hasFurtherSources: further !== undefined,
      },
      progress,
    );
    await finish(ctx, work, pending);
    return APPLIED;
  },
  notice: async (tx, { importId }: ApplyWork, { message }) => {
    const list = await tx.first<{ name: string }>(
      sql`select l.name from imports i join source_lists l on l.id = i.list_id where i.id = ${importId}`,
    );
    return list && { title: list.name, body: message, path: '/catalogue/listas' };
  },
  // Entries that are already applied stay applied. An admin can apply the remaining entries again
  // or discard them.
  undone: async (ctx, { importId }: ApplyWork) => {
    await ctx.db.tx((tx) =>
      tx.run(sql`update imports set state = 'ready' where id = ${importId} and state = 'applying'`),
    );
  },
};

const MAX_NAMESAKES = 100;

/** Creates the categories and series that entries need, and links entries applied earlier. */
const prepareEntries = (ctx: AppContext, importId: number, listId: number): Promise<void> =>
  ctx.db.tx(async (tx) => {
    await tx.run(linkAppliedEntries(importId, listId));
    await tx.run(adoptCategoriesCte(importId));
    for (let time = 1; time <= MAX_NAMESAKES; time += 1) {
      if (!(await tx.first(missingCategories(importId)))) break;
      await tx.run(insertCategoriesCte(importId, time === 1 ? '' : ` (${time})`));
    }
    await tx.run(insertSeriesCte(importId, listId, ctx.clock.now()));
  });

interface Applying {
  readonly importId: number;
  readonly listId: number;
  readonly results: readonly string[];
  readonly hasArchives: boolean;
  readonly hasFurtherSources: boolean;
}

async function applyAll(ctx: AppContext, work: Applying, progress: Progress): Promise<void> {
  const counted = await ctx.db.first<{ total: number; done: number }>(sql`
    select count(*) as total, count(*) filter (where applied) as done from import_entries where ${input(work)}`);
  const { highest } = (await ctx.db.first<{ highest: number }>(highestNumber(work.importId)))!;
  const { total } = counted!;
  let { done } = counted!;
  for (;;) {
    await progress.report(done, total, 'Aplicando ao catálogo');
    const applied = await ctx.db.tx((tx) => applyBatch(tx, work, highest, ctx.clock.now()));
    if (applied === 0) return;
    done += applied;
  }
}

const input = ({ importId, results }: Applying): Sql =>
  sql`import_id = ${importId} and verdict = any(${results})`;

async function applyBatch(tx: Tx, work: Applying, highest: number, now: Date): Promise<number> {
  const rows = await tx.many<{ position: number }>(sql`
    select position from import_entries
    where ${input(work)} and not applied order by position limit ${BATCH}`);
  if (rows.length === 0) return 0;
  const batch = { importId: work.importId, positions: rows.map(({ position }) => position) };
  await tx.run(lockStreams(batch));
  await tx.run(updateStreamsCte(batch));
  await tx.run(insertStreamsCte({ ...batch, listId: work.listId, highest, now }));
  if (work.hasArchives) {
    for (const statement of writeArchives(batch)) await tx.run(statement);
  }
  if (work.hasFurtherSources) await tx.run(insertFurtherSources(batch));
  await tx.run(hideMissingCte(batch, now));
  await tx.run(markAppliedCte(batch));
  return rows.length;
}

const finish = (
  ctx: AppContext,
  { importId, actorId, requestMeta }: ApplyWork,
  { listId, listName, hideGone }: ImportToApply,
) =>
  ctx.db.tx(async (tx) => {
    const done = await tx.first<{ counts: Record<string, number> }>(sql`
      update imports set state = 'applied', applied_at = ${ctx.clock.now()}
      where id = ${importId} and state = 'applying' returning counts`);
    if (!done) return;
    await tx.run(updateSeriesCte(listId));
    await tx.run(deleteMissingSources(importId, listId));
    // Deletes series without episodes. All episodes of a series may have moved to another one.
    await tx.run(sql`
      delete from series x where list_id = ${listId} and not exists (select from streams where series_id = x.id)`);
    await recordEvent(tx, requestMeta, {
      kind: 'import-applied',
      actorId,
      after: { import: importId, list: listName, hideGone, ...done.counts },
    });
  });
