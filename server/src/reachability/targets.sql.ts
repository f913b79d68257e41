import sql, { type Sql } from 'sql-template-tag';

/** Statements: a target that is gone or stands elsewhere now begins anew. */
export const forgetTarget = (kind: string, id: number): Sql => sql`
  with cells as (delete from probe_cells where kind = ${kind} and target_id = ${id})
  delete from probed_targets where kind = ${kind} and target_id = ${id}`;
