/**
 * Checks each row of another panel against the plan, in one statement per kind, and stores the
 * result with the row. The check creates no accounts or lines.
 */
import type {
  validatePanelImport as declaration,
  PanelImport,
  PanelPlan,
} from '@ramal/contract/operations/panel-imports';
import { refuse } from '@ramal/contract/api/errors';
import { withWireNames } from '@ramal/contract/api/translated';
import { panelPlan } from '@ramal/contract/operations/panel-imports';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { LONG_TIMEOUT, type Tx } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { refuseWithoutServer } from './import-task.ts';
import { lockIdleImport } from './lock-import.ts';
import { type ImportRow, readPanelImport } from './read-import.ts';

export async function checkImport(
  ctx: AppContext,
  { params: { id }, body: plan }: Call<typeof declaration>,
): Promise<PanelImport> {
  await ctx.db.tx(async (tx) => {
    const panelImport = await lockIdleImport(tx, id);
    refuseWithoutServer(panelImport);
    await refuseUnknown(tx, plan);
    // Rows that were rejected or undone may be imported this time, so their outcome is removed.
    await tx.run(sql`
      update panel_import_rows set outcome = null, message = ''
      where import_id = ${id} and outcome in ('refused', 'undone')`);
    await tx.run(checkResellers(id, panelImport.panel, plan));
    await tx.run(checkLines(panelImport, plan, ctx.clock.now()));
    await tx.run(sql`
      update panel_imports set plan = ${JSON.stringify(withWireNames(panelPlan, plan))}::jsonb, state = 'ready' where id = ${id}`);
  }, LONG_TIMEOUT);
  return readPanelImport(ctx.db, id);
}

async function refuseUnknown(tx: Tx, plan: PanelPlan): Promise<void> {
  const owner = await tx.first(
    sql`select from accounts where id = ${plan.owner} and deleted_at is null`,
  );
  if (!owner) refuse('reseller_not_found', { fields: { owner: 'Esta conta não existe.' } });
  const packages = [
    ...plan.packages.map(({ here }) => here),
    ...(plan.defaultPackage === undefined ? [] : [plan.defaultPackage]),
  ];
  const bouquets = plan.bouquets.map(({ here }) => here);
  const unknown = await tx.first(sql`
    select from unnest(${packages}::bigint[]) as p where p not in (select id from packages)
    union all select from unnest(${bouquets}::bigint[]) as b where b not in (select id from bouquets)`);
  if (unknown)
    refuse('package_unknown', { fields: { packages: 'Escolha um que exista na lista.' } });
}

/** Reasons that the check and the import share. */
export const rowReasons = {
  reseller: {
    taken: 'Já existe uma conta com este usuário.',
    left: 'A revenda acima dela fica de fora.',
  },
  line: {
    taken: 'Já existe uma linha com este usuário.',
    left: 'A revenda dela fica de fora.',
  },
} as const;

/** SQL conditions by kind: the name of row `r` exists in this panel. */
export const isTaken: Readonly<Record<keyof typeof rowReasons, Sql>> = {
  reseller: sql`exists (select from accounts a where lower(a.username) = lower(r.name))`,
  line: sql`exists (select from lines l where l.platform = 'iptv' and l.username = r.name)`,
};

/**
 * SQL cases: reason of a row that was imported before. Null if the imported account or line still
 * exists.
 */
const importedBefore = (isExisting: Sql): Sql => sql`
  when b.external_id is not null and b.name_digest <> md5(lower(r.name))
    then 'Outro já veio deste painel com este número. É mesmo o mesmo painel?'
  when b.external_id is not null and not ${isExisting} then 'Já veio antes, e foi excluída aqui.'
  when b.external_id is not null then null`;

/**
 * Stores the reason why each reseller is not imported. Within the statement the reason is null if
 * the row was imported before and its account still exists. The reason is empty if the row will be
 * imported.
 */
const checkResellers = (id: number, panel: string, plan: PanelPlan): Sql => sql`
  with recursive own as materialized (
    select r.external_id, r.parent, case
      ${importedBefore(sql`exists (select from accounts a where a.id = b.account_id and a.deleted_at is null)`)}
      when r.problem <> '' then r.problem
      when row_number() over (partition by lower(r.name) order by r.external_id) > 1
        then 'Outra revenda de lá tem este usuário.'
      when ${isTaken.reseller} then ${rowReasons.reseller.taken}
      else '' end as reason
    from panel_import_rows r
    left join brought_rows b on b.panel = ${panel} and b.kind = 'reseller' and b.external_id = r.external_id
    where r.import_id = ${id} and r.kind = 'reseller'
  ), walk as (
    select external_id, reason from own where parent is null
    union all
    select o.external_id,
      case when o.reason = '' and w.reason <> '' then ${rowReasons.reseller.left} else o.reason end
    from walk w join own o on o.parent = w.external_id
  ), checked as (
    select o.external_id, case when w.external_id is null then o.reason else w.reason end as reason
    from own o left join walk w using (external_id)
  )
  update panel_import_rows r set reason = coalesce(j.reason, ''),
    verdict = case when j.reason is null then 'same' when j.reason = '' then 'new' else 'left' end,
    hundredths = case when j.reason = ''
      then floor((r.data->>'hundredths')::numeric * ${plan.creditHundredths} / 100) else 0 end
  from checked j where r.import_id = ${id} and r.kind = 'reseller' and r.external_id = j.external_id`;

/** Returns the plan's mapping of ids as a JSON object: `{"12": 3}`. */
const counterparts = (mapped: PanelPlan['packages']): string =>
  JSON.stringify(Object.fromEntries(mapped.map((pair) => [pair.there, pair.here])));

/** Column: the package in this panel for the line of row `r`; null without a package. */
export const mappedPackage = (plan: PanelPlan): Sql => sql`coalesce(
  (${counterparts(plan.packages)}::jsonb->>(r.data->>'package'))::bigint,
  case when ${mappedBouquets(plan)} = '{}' then ${plan.defaultPackage ?? null}::bigint end)`;

/** Column: the bouquets in this panel for the line of row `r`, if its package is not mapped. */
export const mappedBouquets = (plan: PanelPlan): Sql => sql`
  case when ${counterparts(plan.packages)}::jsonb ? coalesce(r.data->>'package', '') then '{}'::bigint[] else array(
    select distinct (${counterparts(plan.bouquets)}::jsonb->>there)::bigint as here
    from jsonb_array_elements_text(r.data->'bouquets') as there
    where ${counterparts(plan.bouquets)}::jsonb ? there order by here) end`;

/**
 * SQL cases for lines of a server. `alreadyServed`: the line is already assigned to the server.
 * `unserved`: the server does not offer the line's product, so the next change of the line would
 * fail.
 */
const onItsServer = ({ serverId }: ImportRow, plan: PanelPlan) =>
  serverId === null
    ? { alreadyServed: sql``, unserved: sql`` }
    : {
        alreadyServed: sql`
          when exists (select from server_lines sl
            where sl.server_id = ${serverId} and sl.remote_id = r.external_id::text) then null
          when exists (select from lines l where l.id = (r.data->>'mark')::bigint and l.deleted_at is null)
            then 'É cópia de uma linha daqui: resolva nas diferenças do servidor.'`,
        unserved: sql`
          when not is_served_by(${serverId}, 'iptv', coalesce(o.account_id, ${plan.owner}), ${mappedPackage(plan)},
              ${mappedBouquets(plan)}, null)
            then 'O servidor não serve o que ela teria aqui: falta na correspondência dele.'`,
      };

const checkLines = (panelImport: ImportRow, plan: PanelPlan, now: Date): Sql => {
  const { id, panel } = panelImport;
  const { alreadyServed, unserved } = onItsServer(panelImport, plan);
  const earliest = Math.floor((now.getTime() - plan.expiredDays * DAY_MS) / 1000);
  return sql`
  with checked as materialized (
    select r.external_id, case
      ${importedBefore(sql`exists (select from lines l where l.id = b.line_id and l.deleted_at is null)`)}
      ${alreadyServed}
      when r.problem <> '' then r.problem
      when p.verdict = 'left' then ${rowReasons.line.left}
      when r.data->>'endsAt' is null and ${plan.endlessDay === undefined} then 'Não tem vencimento.'
      when (r.data->>'endsAt')::bigint < ${earliest} then ${`Venceu há mais de ${plan.expiredDays} dias.`}
      when ${mappedPackage(plan)} is null and ${mappedBouquets(plan)} = '{}'
        then 'O pacote dela não tem correspondente aqui.'
      ${unserved}
      when row_number() over (partition by r.name order by r.external_id) > 1
        then 'Outra linha de lá tem este usuário.'
      when ${isTaken.line} then ${rowReasons.line.taken}
      else '' end as reason
    from panel_import_rows r
    left join brought_rows b on b.panel = ${panel} and b.kind = 'line' and b.external_id = r.external_id
    left join panel_import_rows p on p.import_id = ${id} and p.kind = 'reseller' and p.external_id = r.parent
    left join brought_rows o on o.panel = ${panel} and o.kind = 'reseller' and o.external_id = r.parent
    where r.import_id = ${id} and r.kind = 'line'
  )
  update panel_import_rows r set reason = coalesce(j.reason, ''),
    verdict = case when j.reason is null then 'same' when j.reason = '' then 'new' else 'left' end
  from checked j where r.import_id = ${id} and r.kind = 'line' and r.external_id = j.external_id`;
};
