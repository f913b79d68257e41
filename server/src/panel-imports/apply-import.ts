/**
 * Imports the rows of a plan: resellers from the top down with their credits, then lines. Each
 * transaction records the outcome of its rows, so a task that was interrupted continues with the
 * rows without outcome.
 */
import { whatsapp as whatsappField } from '@ramal/contract/api/contact-fields';
import type {
  applyPanelImport as declaration,
  PanelImport,
  PanelPlan,
} from '@ramal/contract/operations/panel-imports';
import sql, { type Sql } from 'sql-template-tag';
import { hashPassword, randomPassword } from '../access/access.ts';
import { proveIssuing, refuseUnprovenIssue, requiresIssuingCode } from '../credits/credits.ts';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { endOfDay, startOfDay } from '../foundation/clock.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import type { AuthGuard, Call } from '../foundation/http/bind.ts';
import type { UncheckedCall } from '../foundation/http/missing-code.ts';
import { retainRejectedLines, placeImported } from '../line-servers/line-servers.ts';
import { type ImportedLineInput, insertImportedLines } from '../lines/lines.ts';
import { importReseller } from '../resellers/resellers.ts';
import { type Progress, type TaskKind } from '../tasks/tasks.ts';
import { accountDigest, lineDigest } from './digests.ts';
import type { PanelLine, PanelReseller } from './dump/panel-tables.ts';
import {
  findWork,
  type ImportWork,
  loadAdmin,
  refuseUnchecked,
  refuseWithoutServer,
  settleState,
  startImportTask,
} from './import-task.ts';
import { mappedBouquets, isTaken, mappedPackage, rowReasons } from './check-import.ts';
import { lockIdleImport } from './lock-import.ts';
import { importRowPlan, readPanelImport } from './read-import.ts';
import { ExplainedFailure } from '../foundation/explained-failure.ts';

const KIND = 'panel-import-apply';

export async function applyImport(
  ctx: AppContext,
  spendCode: AuthGuard['spendCode'],
  { params: { id }, body, ...caller }: Call<typeof declaration>,
): Promise<PanelImport> {
  const code = body.code2fa;
  const by = { ...caller, key: undefined };
  const hundredths = await readIssued(ctx.db, id);
  const isProven = await proveIssuing(ctx, by, { spendCode, hundredths, code });
  await ctx.db.tx(async (tx) => {
    const panelImport = await lockIdleImport(tx, id);
    const { panel } = panelImport;
    refuseUnchecked(panelImport.plan);
    refuseWithoutServer(panelImport);
    const issued = await readIssued(tx, id);
    // The import may have been checked again since the code was verified, and may now issue more
    // credits than the code authorised.
    if (!isProven || issued > hundredths) await refuseUnprovenIssue(tx, ctx, by, issued);
    await startImportTask(tx, id, by, { kind: KIND, state: 'applying' });
    await recordEvent(tx, by.requestMeta, {
      kind: 'panel-import-started',
      actorId: by.actor.id,
      after: { list: panel, hundredths: issued },
    });
  });
  return readPanelImport(ctx.db, id);
}

export const applyRequiresCode = async (
  ctx: AppContext,
  call: UncheckedCall<typeof declaration>,
): Promise<boolean> =>
  call.params.id !== undefined &&
  requiresIssuingCode(ctx, call, await readIssued(ctx.db, call.params.id));

/** Condition: the row is still to be imported. */
const due = (importId: number): Sql =>
  sql`import_id = ${importId} and kind in ('reseller', 'line') and verdict = 'new' and outcome is null`;

const readIssued = async (reader: Reader, id: number): Promise<number> =>
  (await reader.first<{ hundredths: number }>(sql`
    select coalesce(sum(hundredths), 0)::bigint as hundredths from panel_import_rows where ${due(id)}`))!
    .hundredths;

export const panelImportApply: TaskKind = {
  kind: KIND,
  work: async (ctx, work: ImportWork, progress) => {
    const { importId } = work;
    const panelImport = await findWork(ctx, importId);
    const { panel, source, serverId } = panelImport;
    const plan = importRowPlan(panelImport);
    if (source === 'server' && serverId === null)
      throw new ExplainedFailure('Este servidor de linhas não existe mais.');
    if (!plan) throw new ExplainedFailure('Esta mudança de painel não foi conferida.');
    const counted = await ctx.db.first<{ total: number }>(
      sql`select count(*)::int as total from panel_import_rows where ${due(importId)}`,
    );
    const run: ImportRun = {
      ctx,
      work,
      panel,
      plan,
      serverId,
      passwordHash: await hashPassword(randomPassword()),
    };
    const total = counted!.total;
    let done = await importInChunks(run, { done: 0, total, progress }, importResellerRows);
    done = await importInChunks(run, { done, total, progress }, importLineRows);
    await ctx.db.tx((tx) => settleState(tx, importId, 'applying', 'applied'));
    return 'Mudança de painel concluída.';
  },
  notice: async (_tx, _work: ImportWork, { message }) => ({
    title: 'Mudar de painel',
    body: message,
    path: '/panel-imports',
  }),
  undone: async (ctx, { importId }: ImportWork) => {
    await ctx.db.tx((tx) => settleState(tx, importId, 'applying', 'ready'));
  },
};

interface ImportRun {
  readonly ctx: AppContext;
  readonly work: ImportWork;
  readonly panel: string;
  readonly plan: PanelPlan;
  /** The server that already has the lines; null for lines of a dump. */
  readonly serverId: number | null;
  /** Hash of a random password, for resellers whose own password hash this panel cannot use. */
  readonly passwordHash: string;
}

interface Counting {
  readonly done: number;
  readonly total: number;
  readonly progress: Progress;
}

/**
 * Imports the rows in chunks. Returns `done` plus the number of processed rows. The acting account
 * is loaded again for each chunk.
 */
async function importInChunks(
  run: ImportRun,
  { done: before, total, progress }: Counting,
  importChunk: (tx: Tx, run: ImportRun, caller: Caller) => Promise<number>,
): Promise<number> {
  const { ctx, work } = run;
  let done = before;
  for (;;) {
    await progress.report(done, total, 'Trazendo do outro painel');
    const caller = await loadAdmin(ctx, work);
    const some = await ctx.db.tx((tx) => importChunk(tx, run, caller));
    if (some === 0) return done;
    done += some;
  }
}

const RESELLERS_AT_ONCE = 50;

interface ResellerRow {
  readonly externalId: number;
  readonly data: PanelReseller;
  readonly hundredths: number;
  /** Null if the parent was not imported, is created in the same chunk, or was deleted. */
  readonly parentId: number | null;
}

async function importResellerRows(tx: Tx, run: ImportRun, caller: Caller): Promise<number> {
  const { ctx, work, panel, plan } = run;
  const rows = await tx.many<ResellerRow>(sql`
    select r.external_id, r.data, r.hundredths,
      case when r.parent is null then ${plan.owner} else b.account_id end as parent_id
    from (select * from panel_import_rows where ${due(work.importId)} and kind = 'reseller'
      order by level, external_id limit ${RESELLERS_AT_ONCE} for no key update) r
    left join brought_rows b on b.panel = ${panel} and b.kind = 'reseller' and b.external_id = r.parent
    order by r.level, r.external_id`);
  const ids = new Map<number, number>();
  for (const { externalId, data, hundredths, parentId } of rows) {
    // The parent may have been created in the same chunk.
    const above = parentId ?? ids.get(data.parent ?? 0);
    const id =
      above === undefined
        ? undefined
        : await importReseller(tx, ctx, caller, {
            parentId: above,
            username: data.name,
            passwordHash: run.passwordHash,
            email: data.email.includes('@') ? data.email.slice(0, 200) : null,
            hundredths,
            isBlocked: !data.isOn,
            panel,
          });
    if (id !== undefined) ids.set(externalId, id);
  }
  await tx.run(sql`
    insert into brought_rows (panel, kind, external_id, name_digest, import_id, account_id, digest, hundredths)
    select ${panel}, 'reseller', m.there, md5(lower(a.username)), ${work.importId}, a.id, ${accountDigest}, r.hundredths
    from unnest(${[...ids.keys()]}::bigint[], ${[...ids.values()]}::bigint[]) as m (there, id)
    join accounts a on a.id = m.id
    join panel_import_rows r on r.import_id = ${work.importId} and r.kind = 'reseller' and r.external_id = m.there`);
  await writeOutcomes(tx, work.importId, { kind: 'reseller', rows, imported: new Set(ids.keys()) });
  return rows.length;
}

const LINES_AT_ONCE = 500;

interface LineRow {
  readonly externalId: number;
  readonly data: PanelLine;
  readonly ownerId: number | null;
  readonly packageId: number | null;
  readonly bouquetIds: readonly number[];
  /** True if a line of this panel has been assigned to this remote line since the check. */
  readonly isPlaced: boolean;
}

async function importLineRows(tx: Tx, run: ImportRun, caller: Caller): Promise<number> {
  const { ctx, work, panel, plan, serverId } = run;
  const rows = await tx.many<LineRow>(sql`
    select r.external_id, r.data, ${mappedPackage(plan)} as package_id, ${mappedBouquets(plan)} as bouquet_ids,
      case when r.parent is null then ${plan.owner} else b.account_id end as owner_id,
      exists (select from server_lines sl where sl.server_id = ${serverId}::bigint
        and sl.remote_id = r.external_id::text) as is_placed
    from (select * from panel_import_rows where ${due(work.importId)} and kind = 'line'
      order by external_id limit ${LINES_AT_ONCE} for no key update) r
    left join brought_rows b on b.panel = ${panel} and b.kind = 'reseller' and b.external_id = r.parent
    order by r.external_id`);
  const lines = rows.flatMap((row) => toImportedLine(ctx, plan, row) ?? []);
  const numbers = new Map(rows.map(({ externalId, data }) => [data.name, externalId]));
  const createLines = async () =>
    (await insertImportedLines(tx, caller, lines, panel)).map(({ id, username }) => ({
      lineId: id,
      username,
      remoteId: String(numbers.get(username)),
    }));
  const made =
    serverId === null ? await createLines() : await placeImported(tx, serverId, createLines);
  if (serverId === null)
    await retainRejectedLines(
      tx,
      made.map(({ lineId }) => lineId),
    );
  const externalIds = made.map(({ remoteId }) => Number(remoteId));
  await tx.run(sql`
    insert into brought_rows (panel, kind, external_id, name_digest, import_id, line_id, digest)
    select ${panel}, 'line', m.there, md5(lower(l.username)), ${work.importId}, l.id, ${lineDigest}
    from unnest(${externalIds}::bigint[], ${made.map(({ lineId }) => lineId)}::bigint[]) as m (there, id)
    join lines l on l.id = m.id`);
  await writeOutcomes(tx, work.importId, { kind: 'line', rows, imported: new Set(externalIds) });
  return rows.length;
}

const MAX_NOTE_LENGTH = 255;
const whatsapp = whatsappField();

/**
 * Returns the line to insert. Undefined if its owner was not imported, or if another line of this
 * panel is already assigned to the same remote line.
 */
function toImportedLine(
  { clock }: AppContext,
  plan: PanelPlan,
  row: LineRow,
): ImportedLineInput | undefined {
  const { data, ownerId, packageId, bouquetIds } = row;
  if (ownerId === null || row.isPlaced) return undefined;
  const now = clock.now();
  const phone = whatsapp.safeParse(data.contact);
  const note = [phone.success ? '' : data.contact, data.note].filter(Boolean).join(' · ');
  const createdAt = new Date((data.createdAt ?? Infinity) * 1000);
  return {
    ownerId,
    username: data.name,
    password: data.password,
    expiresAt:
      data.endsAt === null
        ? endOfDay(startOfDay(plan.endlessDay!, clock.timeZone), clock.timeZone)
        : new Date(data.endsAt * 1000),
    createdAt: createdAt < now ? createdAt : now,
    isOn: data.isOn,
    blockedAt: data.isBanned ? now : null,
    note: Array.from(note).slice(0, MAX_NOTE_LENGTH).join(''),
    whatsapp: phone.success ? phone.data : null,
    packageId,
    bouquetIds: packageId === null ? bouquetIds : [],
  };
}

interface OutcomeRow {
  readonly externalId: number;
  readonly isPlaced?: boolean;
}

interface WrittenOutcomes {
  readonly kind: 'reseller' | 'line';
  readonly rows: readonly OutcomeRow[];
  readonly imported: ReadonlySet<number>;
}

/**
 * Stores the outcomes. Rows whose name is taken or whose owner is missing get the reason that
 * another check would return.
 */
const writeOutcomes = (
  tx: Tx,
  importId: number,
  { kind, rows, imported }: WrittenOutcomes,
): Promise<number> => {
  const ids = rows.map(({ externalId }) => externalId);
  return tx.run(sql`
    update panel_import_rows r set outcome = case when t.is_brought then 'brought' else 'refused' end,
      message = case
        when t.is_brought then ''
        when t.is_placed then 'Outra linha daqui já está no lugar dela no servidor.'
        when ${isTaken[kind]} then ${rowReasons[kind].taken}
        else ${rowReasons[kind].left} end
    from unnest(${ids}::bigint[], ${ids.map((id) => imported.has(id))}::boolean[],
        ${rows.map(({ isPlaced }) => isPlaced === true)}::boolean[]) as t (there, is_brought, is_placed)
    where r.import_id = ${importId} and r.kind = ${kind} and r.external_id = t.there`);
};
