/**
 * Reads the content of a registered line server in the form of a dump, and changes nothing on the
 * server. An interrupted read continues: lists are read again, single lines are not.
 */
import type {
  PanelImport,
  pullPanelImport as declaration,
} from '@ramal/contract/operations/panel-imports';
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { LONG_TIMEOUT, type Tx } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import {
  findServer,
  isServerClosed,
  type LineServer,
  lockServer,
  openXuiTables,
} from '../line-servers/line-servers.ts';
import { type TaskKind } from '../tasks/tasks.ts';
import { findWork, type ImportWork, loadAdmin, startImportTask } from './import-task.ts';
import { SkipCounts } from '../foundation/skip-counts.ts';
import { settleTree } from './store-rows.ts';
import { readTables } from './read-tables.ts';
import { importColumns, type ImportRow, readPanelImport } from './read-import.ts';
import { ExplainedFailure } from '../foundation/explained-failure.ts';

const KIND = 'panel-import-pull';

export async function pullServer(
  ctx: AppContext,
  { body, ...caller }: Call<typeof declaration>,
): Promise<PanelImport> {
  const by = { ...caller, key: undefined };
  const id = await ctx.db.tx(async (tx) => {
    const server = (await lockServer(tx, body.server)) ?? refuse('line_server_not_found');
    if (server.kind !== 'xui' || server.platform !== 'iptv') refuse('line_server_not_xui');
    const existing = await tx.first<ImportRow>(sql`
      select ${importColumns} from panel_imports i
      where i.server_id = ${server.id} and i.state = 'reading'`);
    if (existing?.state === 'reading') return existing.id;
    const panel = body.panel ?? (await panelOf(tx, server));
    const importId = existing?.id ?? (await createPull(ctx, tx, by.actor.id, { server, panel }));
    await startImportTask(tx, importId, by, { kind: KIND, state: 'reading' });
    await recordEvent(tx, by.requestMeta, {
      kind: 'panel-pull-started',
      actorId: by.actor.id,
      after: { name: server.name, list: existing?.panel ?? panel },
    });
    return importId;
  });
  return readPanelImport(ctx.db, id);
}

interface PullSource {
  readonly server: LineServer;
  readonly panel: string;
}

const createPull = async (
  { clock }: AppContext,
  tx: Tx,
  accountId: number,
  { server, panel }: PullSource,
): Promise<number> =>
  (await tx.first<{ id: number }>(sql`
    insert into panel_imports (account_id, name, panel, source, server_id, state, created_at)
    values (${accountId}, ${server.name}, ${panel}, 'server', ${server.id}, 'reading', ${clock.now()})
    returning id`))!.id;

/**
 * Returns the panel name of the server's previous import, even if the server was renamed. Rows are
 * thus not imported twice. Without an import, returns the server's name.
 */
const panelOf = async (tx: Tx, { id, name }: LineServer): Promise<string> =>
  (
    await tx.first<{ panel: string }>(
      sql`select panel from panel_imports where server_id = ${id} order by id desc limit 1`,
    )
  )?.panel ?? name;

export const panelImportPull: TaskKind = {
  kind: KIND,
  work: async (ctx, work: ImportWork, progress) => {
    const { importId } = work;
    const { serverId } = await findWork(ctx, importId);
    const server = serverId === null ? undefined : await findServer(ctx.db, serverId);
    if (!server) throw new ExplainedFailure('Este servidor de linhas não existe mais.');
    await loadAdmin(ctx, work);
    const skips = new SkipCounts();
    try {
      await readTables(ctx, { importId, tables: openXuiTables(ctx, server), progress, skips });
    } catch (error) {
      if (isServerClosed(error)) throw new ExplainedFailure(error.message);
      throw error;
    }
    await ctx.db.tx((tx) => settleTree(tx, importId, skips), LONG_TIMEOUT);
    return 'Servidor lido. Agora diga o que corresponde a quê.';
  },
  notice: async (_tx, { importId }: ImportWork, { message }) => ({
    title: 'Mudar de painel',
    body: message,
    path: `/panel-imports?move=${importId}`,
  }),
};
