/**
 * Undoes an import: first the lines, then the resellers from the bottom up. Rows that were changed
 * or used since then remain, with the reason. Removed rows are erased at once and their names are
 * free, because they can be imported again. Credits return to issuance.
 */
import type {
  PanelImport,
  PanelSource,
  undoPanelImport as declaration,
} from '@ramal/contract/operations/panel-imports';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { lockTree } from '../access/access.ts';
import { lockWallets, moveCreditsCte } from '../credits/credits.ts';
import { insertEventsCte, insertLineEventsCte, recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { combineCtes, type Tx } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { releaseImported } from '../line-servers/line-servers.ts';
import { restorableSince } from '../lines/lines.ts';
import { RESTORABLE_DAYS } from '../resellers/resellers.ts';
import { eraseAccounts, eraseLines } from '../retention/retention.ts';
import type { Progress, TaskKind } from '../tasks/tasks.ts';
import { accountDigest, lineDigest } from './digests.ts';
import {
  findWork,
  type ImportWork,
  loadAdmin,
  settleState,
  startImportTask,
} from './import-task.ts';
import { lockIdleImport } from './lock-import.ts';
import { readPanelImport } from './read-import.ts';

const KIND = 'panel-import-undo';

export async function undoImport(
  ctx: AppContext,
  { params: { id }, ...caller }: Call<typeof declaration>,
): Promise<PanelImport> {
  const by = { ...caller, key: undefined };
  await ctx.db.tx(async (tx) => {
    const { panel } = await lockIdleImport(tx, id);
    await startImportTask(tx, id, by, { kind: KIND, state: 'undoing' });
    await recordEvent(tx, by.requestMeta, {
      kind: 'panel-import-undoing',
      actorId: by.actor.id,
      after: { list: panel },
    });
  });
  return readPanelImport(ctx.db, id);
}

export const panelImportUndo: TaskKind = {
  kind: KIND,
  work: async (ctx, work: ImportWork, progress) => {
    const { panel, source } = await findWork(ctx, work.importId);
    const counted = await ctx.db.first<{ total: number }>(
      sql`select count(*)::int as total from brought_rows where import_id = ${work.importId}`,
    );
    const undoing = { ctx, work, panel, source, total: counted!.total, progress };
    const done = await undoAll(undoing, 0, undoLines);
    await undoAll(undoing, done, undoResellers);
    await ctx.db.tx((tx) => settleState(tx, work.importId, 'undoing', 'undone'));
    return 'Mudança de painel desfeita.';
  },
  notice: async (_tx, _work: ImportWork, { message }) => ({
    title: 'Mudar de painel',
    body: message,
    path: '/panel-imports',
  }),
  undone: async (ctx, { importId }: ImportWork) => {
    await ctx.db.tx((tx) => settleState(tx, importId, 'undoing', 'applied'));
  },
};

interface Undoing {
  readonly ctx: AppContext;
  readonly work: ImportWork;
  readonly panel: string;
  readonly source: PanelSource;
  readonly total: number;
  readonly progress: Progress;
}

/**
 * Result of one step. `after` is the id of the last processed line in the source or of the last
 * processed account. `count` is the number of processed rows.
 */
interface Step {
  readonly after: number;
  readonly count: number;
}

async function undoAll(
  undoing: Undoing,
  before: number,
  undoSome: (tx: Tx, undoing: Undoing, caller: Caller, after: number) => Promise<Step>,
): Promise<number> {
  const { ctx, work, progress, total } = undoing;
  let done = before;
  for (let step: Step = { after: 0, count: 0 }; ;) {
    await progress.report(done, total, 'Desfazendo');
    const caller = await loadAdmin(ctx, work);
    const { after } = step;
    step = await ctx.db.tx((tx) => undoSome(tx, undoing, caller, after));
    if (step.count === 0) return done;
    done += step.count;
  }
}

const LINES_AT_ONCE = 500;

async function undoLines(
  tx: Tx,
  { ctx, work, panel, source }: Undoing,
  { actor, requestMeta }: Caller,
  after: number,
): Promise<Step> {
  const rows = await tx.many<{ externalId: number; id: number; reason: string }>(sql`
    with l as materialized (
      select l.* from lines l where l.id in (
        select line_id from brought_rows
        where import_id = ${work.importId} and kind = 'line' and external_id > ${after}
        order by external_id limit ${LINES_AT_ONCE})
      order by l.id for no key update)
    select b.external_id, l.id, case
      when l.username = '#' || l.id then ''
      when ${lineDigest} <> b.digest then 'Foi alterada depois de trazida.'
      when exists (select from entries e where e.line_id = l.id) then 'Foi renovada aqui.'
      when ${source} = 'server' and exists (select from server_lines sl
        where sl.line_id = l.id and (sl.revision > 0 or sl.pushed_revision > 0)) then 'Já foi escrita no servidor.'
      else '' end as reason
    from l join brought_rows b on b.line_id = l.id order by b.external_id`);
  const gone = rows.flatMap(({ id, reason }) => (reason === '' ? id : []));
  if (source === 'server') await releaseImported(tx, gone);
  // The time is before the period in which lines can be restored, because the line is erased at
  // once.
  const deletedAt = new Date(restorableSince(ctx.clock.now()).getTime() - DAY_MS);
  await tx.run(
    combineCtes({
      gone: sql`
        update lines set deleted_at = ${deletedAt} where id = any(${gone}::bigint[])
        returning id, owner_id, platform, null::jsonb as before`,
      event: insertLineEventsCte(requestMeta, sql`gone`, {
        kind: 'line-move-undone',
        actorId: actor.id,
        after: { list: panel },
      }),
    }),
  );
  await eraseLines(tx, sql`select unnest(${gone}::bigint[])`);
  await settleRows(tx, work.importId, 'line', rows);
  return { after: rows.at(-1)?.externalId ?? after, count: rows.length };
}

const RESELLERS_AT_ONCE = 50;

interface ResellerRow {
  readonly externalId: number;
  readonly id: number;
  readonly hundredths: number;
}

/**
 * Undoes resellers from the bottom up, so that descendants are processed before their ancestors.
 * `after` is the last processed account id.
 */
async function undoResellers(
  tx: Tx,
  { ctx, work, panel }: Undoing,
  caller: Caller,
  after: number,
): Promise<Step> {
  await lockTree(tx);
  const rows = await tx.many<ResellerRow>(sql`
    select b.external_id, b.account_id as id, b.hundredths
    from brought_rows b join accounts a on a.id = b.account_id
    where b.import_id = ${work.importId} and b.kind = 'reseller' and (${after} = 0 or a.id < ${after})
    order by a.id desc limit ${RESELLERS_AT_ONCE}`);
  const ids = rows.map(({ id }) => id);
  const wallets = await lockWallets(tx, ids);
  const owners = await readOwners(tx, ids, restorableSince(ctx.clock.now()));
  const deletedAt = new Date(ctx.clock.now().getTime() - (RESTORABLE_DAYS + 1) * DAY_MS);
  const settled: { externalId: number; reason: string }[] = [];
  const gone: number[] = [];
  for (const { externalId, id, hundredths } of rows) {
    const reason = owners.has(id) ? 'Tem linhas.' : await readReason(tx, id, gone);
    settled.push({ externalId, reason });
    if (reason !== '') continue;
    gone.push(id);
    const wallet = wallets.find(({ accountId, kind }) => accountId === id && kind === 'balance')!;
    if (hundredths > 0) {
      const cause = {
        reason: 'credits-withdrawn',
        accountId: id,
        note: `Trazidos de ${panel}`,
      } as const;
      await tx.run(
        combineCtes(
          moveCreditsCte(caller, { from: wallet, to: 'issuance', amount: hundredths, cause }),
        ),
      );
    }
    await tx.run(sql`update accounts set deleted_at = ${deletedAt} where id = ${id}`);
  }
  await tx.run(
    insertEventsCte(caller.requestMeta, gone, {
      kind: 'account-move-undone',
      actorId: caller.actor.id,
      after: { list: panel },
    }),
  );
  await eraseAccounts(tx, sql`select unnest(${gone}::bigint[])`);
  await settleRows(tx, work.importId, 'reseller', settled);
  return { after: rows.at(-1)?.id ?? after, count: rows.length };
}

/** Returns the accounts that have lines, including deleted lines that can be restored. */
async function readOwners(tx: Tx, ids: readonly number[], since: Date): Promise<Set<number>> {
  const rows = await tx.many<{ id: number }>(sql`
    select owner_id as id from lines where owner_id = any(${ids}::bigint[]) and deleted_at is null
    union
    select owner_id from lines where owner_id = any(${ids}::bigint[]) and deleted_at >= ${since}`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns the reason why an account without lines remains; empty if it is removed. `gone` contains
 * the accounts removed in the same step.
 */
const readReason = async (tx: Tx, id: number, gone: readonly number[]): Promise<string> =>
  (await tx.first<{ reason: string }>(sql`
    select case
      when ${accountDigest} <> b.digest then 'Foi alterada depois de trazida.'
      when exists (select from sign_ins s where s.account_id = a.id) then 'Já entrou no painel.'
      when exists (select from entries e where e.from_wallet in (select id from wallets where account_id = a.id))
          or (select count(*) from entries e where e.to_wallet in (select id from wallets where account_id = a.id))
            <> (b.hundredths > 0)::int then 'Movimentou créditos.'
      when exists (select from accounts c where c.parent_id = a.id and c.username <> '#' || c.id
          and c.id <> all(${gone}::bigint[]))
        then 'Tem revendas abaixo.'
      else '' end as reason
    from accounts a join brought_rows b on b.account_id = a.id where a.id = ${id}`))!.reason;

/** Stores the outcomes and deletes the record of the removed rows, which may be imported again. */
async function settleRows(
  tx: Tx,
  importId: number,
  kind: 'reseller' | 'line',
  rows: readonly { readonly externalId: number; readonly reason: string }[],
): Promise<void> {
  const externalIds = rows.map((row) => row.externalId);
  const reasons = rows.map(({ reason }) => reason);
  await tx.run(sql`
    update panel_import_rows r set outcome = case when t.reason = '' then 'undone' else 'stays' end, message = t.reason
    from unnest(${externalIds}::bigint[], ${reasons}::text[]) as t (there, reason)
    where r.import_id = ${importId} and r.kind = ${kind} and r.external_id = t.there`);
  await tx.run(sql`
    delete from brought_rows b using unnest(${externalIds}::bigint[], ${reasons}::text[]) as t (there, reason)
    where b.import_id = ${importId} and b.kind = ${kind} and b.external_id = t.there and t.reason = ''`);
}
