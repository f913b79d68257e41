/** Locks an import from another panel, so that only one task runs on it. */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import type { Tx } from '../foundation/database.ts';
import { importColumns, type ImportRow } from './read-import.ts';

/**
 * Refuses while a task runs on the import, if it was not read completely, and after its rows were
 * deleted.
 */
export async function lockIdleImport(tx: Tx, id: number): Promise<ImportRow> {
  const row = await lockUnworkedImport(tx, id);
  if (row.state === 'interrupted') refuse('panel_import_busy');
  return row;
}

/** Locks an import like `lockIdleImport`, but also accepts one that was not read completely. */
export async function lockUnworkedImport(tx: Tx, id: number): Promise<ImportRow> {
  const row =
    (await tx.first<ImportRow>(
      sql`select ${importColumns} from panel_imports i where i.id = ${id} for update`,
    )) ?? refuse('panel_import_not_found');
  if (!['interrupted', 'ready', 'applied', 'undone'].includes(row.state))
    refuse('panel_import_busy');
  return row;
}
