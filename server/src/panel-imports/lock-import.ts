/** A move from another panel, locked against others that would start on it. */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import type { Tx } from '../foundation/database.ts';
import { importColumns, type ImportRow } from './read-import.ts';

/** Refuses while it is worked on, and once its rows are forgotten. */
export async function lockIdleImport(tx: Tx, id: number): Promise<ImportRow> {
  const row = await lockUnworkedImport(tx, id);
  if (row.state === 'interrupted') refuse('panel_import_busy');
  return row;
}

/** The same, where what was not read to its end will do. */
export async function lockUnworkedImport(tx: Tx, id: number): Promise<ImportRow> {
  const row =
    (await tx.first<ImportRow>(
      sql`select ${importColumns} from panel_imports i where i.id = ${id} for update`,
    )) ?? refuse('panel_import_not_found');
  if (!['interrupted', 'ready', 'applied', 'undone'].includes(row.state))
    refuse('panel_import_busy');
  return row;
}
