/** Common parts of the tasks of an import: loading the acting account, and the start. */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';
import { actAs } from '../sessions/sessions.ts';
import { startBoundedTask } from '../tasks/tasks.ts';
import type { ImportRow } from './read-import.ts';
import { ExplainedFailure } from '../foundation/explained-failure.ts';

export interface ImportWork {
  readonly importId: number;
  readonly actorId: number;
  readonly requestMeta: Caller['requestMeta'];
}

export async function startImportTask(
  tx: Tx,
  importId: number,
  { actor, requestMeta }: Caller,
  { kind, state }: { readonly kind: string; readonly state: 'reading' | 'applying' | 'undoing' },
): Promise<void> {
  const task = await startBoundedTask(tx, {
    kind,
    accountId: actor.id,
    payload: { importId, actorId: actor.id, requestMeta },
  });
  await tx.run(
    sql`update panel_imports set state = ${state}, task_id = ${task.id} where id = ${importId}`,
  );
}

/** Loads the acting account, which may have lost its permission since the request. */
export async function loadAdmin(ctx: AppContext, work: ImportWork): Promise<Caller> {
  const actor = await actAs(ctx, work.actorId);
  if (actor?.profile !== 'admin' || actor.mustEnrol)
    throw new ExplainedFailure('A conta que pediu este trabalho não é mais da administração.');
  return { actor, requestMeta: work.requestMeta, key: undefined };
}

export async function findWork(
  { db }: AppContext,
  importId: number,
): Promise<Pick<ImportRow, 'panel' | 'plan' | 'source' | 'serverId'>> {
  const panelImport = await db.first<Pick<ImportRow, 'panel' | 'plan' | 'source' | 'serverId'>>(
    sql`select panel, plan, source, server_id from panel_imports where id = ${importId}`,
  );
  if (!panelImport) throw new ExplainedFailure('Esta mudança de painel não existe mais.');
  return panelImport;
}

export const settleState = (
  tx: Tx,
  importId: number,
  from: 'applying' | 'undoing',
  to: 'ready' | 'applied' | 'undone',
): Promise<number> =>
  tx.run(sql`update panel_imports set state = ${to} where id = ${importId} and state = ${from}`);

/**
 * Refuses an import from a server that was deleted, because the import assigns its lines to this
 * server.
 */
export function refuseWithoutServer({
  source,
  serverId,
}: Pick<ImportRow, 'source' | 'serverId'>): void {
  if (source === 'server' && serverId === null) refuse('line_server_not_found');
}

export const refuseUnchecked = (plan: ImportRow['plan']): NonNullable<ImportRow['plan']> =>
  plan ?? refuse('panel_import_not_checked');
