/** Reads an import for its screen: the content of the dump, the preview, and the outcome. */
import {
  type ImportedKind,
  type listPanelImportRows as listing,
  type listPanelImports as listingAll,
  PANEL_IMPORT_DAYS,
  type PanelImport,
  type PanelImportState,
  type PanelOutcome,
  type PanelPlan,
  type PanelRowSort,
  type PanelSource,
  type PanelRowResult,
  panelPlan,
} from '@ramal/contract/operations/panel-imports';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { withInsideNames } from '@ramal/contract/api/translated';
import { fromHundredths } from '@ramal/contract/rules/money';
import sql, { type Sql, join, raw } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { containsFolded } from '../foundation/like.ts';
import { boundedTotal, limitOffset, toPageAnswer } from '../foundation/pages.ts';
import { serializeTask, taskColumns, type TaskRow } from '../tasks/tasks.ts';

export interface ImportRow {
  readonly id: number;
  readonly name: string;
  readonly panel: string;
  readonly source: PanelSource;
  readonly serverId: number | null;
  readonly state: PanelImportState;
  readonly admins: number;
  readonly skips: PanelImport['skips'];
  readonly plan: PanelPlan | null;
  readonly taskId: number | null;
  readonly createdAt: Date;
}

/**
 * SQL: state of import `i`. If its task no longer runs, the state before the task, so that the
 * import can be continued; `interrupted` for an incomplete read.
 */
const stateNow = sql`case
  when i.state not in ('reading', 'applying', 'undoing') or i.task_id is null
    or exists (select from tasks t where t.id = i.task_id and t.state in ('waiting', 'running')) then i.state
  when i.state = 'reading' then 'interrupted' when i.state = 'applying' then 'ready' else 'applied' end`;

export const importColumns = sql`i.id, i.name, i.panel, i.source, i.server_id, ${stateNow} as state, i.admins, i.skips, i.plan,
  i.task_id, i.created_at`;

/** Returns the plan, which is stored with the field names of the JSON. */
export const importRowPlan = ({ plan }: Pick<ImportRow, 'plan'>): PanelPlan | null =>
  withInsideNames(panelPlan, plan) as PanelPlan | null;

export async function listImports({ db }: AppContext): Promise<HandlerResult<typeof listingAll>> {
  const rows = await db.many<ImportRow>(sql`
    select ${importColumns} from panel_imports i
    where i.state <> 'reading' or i.source = 'server' order by i.id desc limit ${MAX_LISTED}`);
  return {
    imports: rows.map(({ id, name, panel, state, createdAt }) => ({
      id,
      name,
      panel,
      state,
      createdAtTimestamp: unixSeconds(createdAt),
    })),
  };
}

const MAX_LISTED = 50;

export async function readPanelImport(reader: Reader, id: number): Promise<PanelImport> {
  const row =
    (await reader.first<ImportRow>(
      sql`select ${importColumns} from panel_imports i where i.id = ${id}`,
    )) ?? refuse('panel_import_not_found');
  const tallies = await readTallies(reader, id);
  const task =
    row.taskId === null
      ? undefined
      : await reader.first<TaskRow>(sql`select ${taskColumns} from tasks where id = ${row.taskId}`);
  const { serverId } = row;
  const plan = importRowPlan(row);
  return {
    id,
    name: row.name,
    panel: row.panel,
    source: row.source,
    server: serverId === null ? null : await readServer(reader, serverId),
    state: row.state,
    admins: row.admins,
    skips: row.skips,
    resellers: sum(tallies, ({ kind }) => kind === 'reseller'),
    lines: sum(tallies, ({ kind }) => kind === 'line'),
    ...(await readProducts(reader, id, serverId)),
    plan,
    result: plan && summarize(tallies),
    outcomes: { reseller: outcomesOf(tallies, 'reseller'), line: outcomesOf(tallies, 'line') },
    task: task ? serializeTask(task) : null,
    createdAtTimestamp: unixSeconds(row.createdAt),
    forgottenAtTimestamp: unixSeconds(row.createdAt) + PANEL_IMPORT_DAYS * 86_400,
  };
}

const readServer = async (reader: Reader, id: number): Promise<PanelImport['server']> =>
  (await reader.first<{ id: number; name: string }>(
    sql`select id, name from line_servers where id = ${id}`,
  )) ?? null;

interface Tally {
  readonly kind: ImportedKind;
  readonly result: PanelRowResult | null;
  readonly reason: string;
  readonly outcome: PanelOutcome | null;
  readonly count: number;
  readonly hundredths: number;
}

const readTallies = (reader: Reader, id: number): Promise<Tally[]> =>
  reader.many<Tally>(sql`
    select kind, verdict as result, reason, outcome, count(*)::int as count,
      coalesce(sum(hundredths), 0)::bigint as hundredths
    from panel_import_rows where import_id = ${id} and kind in ('reseller', 'line')
    group by kind, verdict, reason, outcome`);

const sum = (tallies: readonly Tally[], which: (tally: Tally) => boolean): number =>
  tallies.filter(which).reduce((total, { count }) => total + count, 0);

const outcomesOf = (tallies: readonly Tally[], wantedKind: ImportedKind) => {
  const count = (wantedOutcome: PanelOutcome) =>
    sum(tallies, ({ kind, outcome }) => kind === wantedKind && outcome === wantedOutcome);
  return {
    brought: count('brought'),
    refused: count('refused'),
    undone: count('undone'),
    stays: count('stays'),
  };
};

const MAX_REASONS = 30;

/**
 * Summarizes the preview. Rows with an outcome are already processed, so they are counted neither
 * as new nor in the credits.
 */
function summarize(tallies: readonly Tally[]): NonNullable<PanelImport['result']> {
  const open = tallies.filter(({ outcome }) => outcome === null);
  const countsOf = (wantedKind: ImportedKind) => {
    const count = (wantedResult: PanelRowResult) =>
      sum(open, ({ kind, result }) => kind === wantedKind && result === wantedResult);
    return { new: count('new'), same: count('same'), left: count('left') };
  };
  const reasons = new Map<string, { kind: ImportedKind; reason: string; count: number }>();
  for (const { kind, reason, count } of tallies.filter(({ result }) => result === 'left')) {
    const key = `${kind} ${reason}`;
    reasons.set(key, { kind, reason, count: count + (reasons.get(key)?.count ?? 0) });
  }
  const due = open.filter(({ result }) => result === 'new');
  return {
    counts: { reseller: countsOf('reseller'), line: countsOf('line') },
    credits: fromHundredths(due.reduce((total, { hundredths }) => total + hundredths, 0)),
    reasons: [...reasons.values()].toSorted((a, b) => b.count - a.count).slice(0, MAX_REASONS),
  };
}

/** Packages of the lines in the source, the most frequent first. */
async function readProducts(reader: Reader, id: number, serverId: number | null) {
  const lines = sql`panel_import_rows l where l.import_id = ${id} and l.kind = 'line'`;
  const named = (kind: string): Sql => sql`
    left join panel_import_rows p on p.import_id = ${id} and p.kind = ${kind} and p.external_id = c.there`;
  const packages = await reader.many<PanelImport['packages'][number]>(sql`
    select c.there, coalesce(p.name, '') as name, coalesce((p.data->>'screens')::int, 1) as screens, c.lines,
      (select min(m.own_id) from line_server_products m where m.server_id = ${serverId}::bigint
        and m.own_kind = 'package' and m.remote_id = c.there::text) as here
    from (select (l.data->>'package')::bigint as there, count(*)::int as lines from ${lines}
      and l.data->>'package' is not null group by 1) c ${named('package')}
    order by c.lines desc, c.there limit ${MAX_PRODUCTS}`);
  const bouquets = await reader.many<PanelImport['bouquets'][number]>(sql`
    select c.there, coalesce(p.name, '') as name, c.lines,
      (select min(m.own_id) from line_server_products m where m.server_id = ${serverId}::bigint
        and m.own_kind = 'bouquet' and c.there = any(m.remote_bouquets)) as here
    from (select b::bigint as there, count(*)::int as lines from (select l.data from ${lines}
        and l.data->>'package' is null) l, jsonb_array_elements_text(l.data->'bouquets') b group by 1) c
      ${named('bouquet')}
    order by c.lines desc, c.there limit ${MAX_PRODUCTS}`);
  const without = await reader.first<{ count: number }>(
    sql`select count(*)::int as count from ${lines} and l.data->>'package' is null`,
  );
  return { packages, bouquets, withoutPackage: without!.count };
}

const MAX_PRODUCTS = 500;

/** SQL sort key of each column. */
const rowKey: Record<PanelRowSort, Sql> = {
  there: sql`r.external_id`,
  kind: sql`array_position(array['line', 'reseller'], r.kind)`,
  username: sql`fold(r.name)`,
  // Sorted by the text that the screen shows: the outcome, or without one the result of the check.
  state: sql`coalesce(
    case r.outcome when 'stays' then 2 when 'undone' then 0 when 'refused' then 4 when 'brought' then 5 end,
    case r.verdict when 'left' then 1 when 'same' then 3 when 'new' then 6 end)`,
  above: sql`fold(p.name)`,
  credits: sql`r.hundredths`,
  // The column shows the message of the outcome. If it is empty, the column shows the reason.
  reason: sql`nullif(fold(coalesce(nullif(r.message, ''), r.reason)), '')`,
  message: sql`nullif(fold(r.message), '')`,
};

export async function listImportRows(
  { db }: AppContext,
  { params, query }: Call<typeof listing>,
): Promise<HandlerResult<typeof listing>> {
  const panelImport = await db.first(sql`select from panel_imports where id = ${params.id}`);
  if (!panelImport) refuse('panel_import_not_found');
  const where = join(
    [
      sql`r.import_id = ${params.id} and r.kind in ('reseller', 'line')`,
      ...(query.kind ? [sql`r.kind = ${query.kind}`] : []),
      ...(query.result ? [sql`r.verdict = ${query.result}`] : []),
      ...(query.outcome ? [sql`r.outcome = ${query.outcome}`] : []),
      ...(query.search ? [sql`fold(r.name) like ${containsFolded(query.search)}`] : []),
    ],
    ' and ',
  );
  const total = await boundedTotal(db, sql`select from panel_import_rows r where ${where}`);
  // The rows are always read from the beginning, because the index has only one direction.
  const { limit, offset } = limitOffset(query, { ...total, exact: false });
  const rows = await db.many<{
    kind: ImportedKind;
    there: number;
    username: string;
    above: string | null;
    hundredths: number;
    result: PanelRowResult | null;
    reason: string;
    outcome: PanelOutcome | null;
    message: string;
  }>(sql`
    select r.kind, r.external_id as there, r.name as username, p.name as above, r.hundredths, r.verdict as result,
      r.reason, r.outcome, r.message
    from panel_import_rows r
    left join panel_import_rows p on p.import_id = r.import_id and p.kind = 'reseller' and p.external_id = r.parent
    where ${where}
    order by ${rowKey[query.sort]} ${raw(query.dir)} nulls last, r.kind desc, r.external_id ${raw(query.dir)}
    limit ${limit} offset ${offset}`);
  return toPageAnswer(
    query,
    total,
    rows.map(({ hundredths, ...row }) => ({ ...row, credits: fromHundredths(hundredths) })),
  );
}
