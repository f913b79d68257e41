/**
 * Reads the tables from PostgreSQL's catalogue. A backup therefore contains new tables
 * automatically.
 */
import { type Copying, quoteIdentifier } from '../foundation/copying.ts';

export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns that give the rows a fixed order, so that equal tables have equal checksums. */
  readonly order: readonly string[];
  /** Number of rows that the planner estimates, for the progress. */
  readonly estimate: number;
}

/**
 * Returns all tables except the list of migrations, which a restore creates again. A partitioned
 * table is returned as one table, ordered by the primary key of its partitions.
 */
export async function readTables(copying: Copying): Promise<CopiedTable[]> {
  return copying.many<CopiedTable>(`
    select c.relname as name,
      coalesce((select sum(greatest(part.reltuples, 0)) from pg_partition_tree(c.oid) leaf
        join pg_class part on part.oid = leaf.relid and leaf.isleaf), greatest(c.reltuples, 0))::float8 as estimate,
      array(select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum) as columns,
      coalesce(
        (select array_agg(a.attname::text order by k.place) from pg_index i
          cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
          where i.indisprimary and i.indrelid = coalesce(
            (select max(leaf.relid) from pg_partition_tree(c.oid) leaf where leaf.isleaf), c.oid)),
        '{}') as order
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'migrations'
    order by c.relname`);
}

interface SequenceState {
  readonly last: number;
  readonly called: boolean;
}

export async function readSequences(copying: Copying): Promise<Record<string, SequenceState>> {
  const names = await copying.many<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' and relname <> 'migrations_id_seq'
    order by relname`);
  const states: Record<string, SequenceState> = {};
  for (const { name } of names) {
    const state = await copying.first<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${quoteIdentifier(name)}`,
    );
    states[name] = { last: Number(state!.last), called: state!.called };
  }
  return states;
}

export async function readMigrations(copying: Copying): Promise<string[]> {
  const rows = await copying.many<{ name: string }>('select name from migrations order by id');
  return rows.map(({ name }) => name);
}

/**
 * Returns the COPY statement of a table. Its rows are ordered by the primary key, or by the whole
 * row if there is no primary key.
 */
export function copyOut({ name, columns, order }: CopiedTable): string {
  const by = order.length > 0 ? list(order) : `${quoteIdentifier(name)}::text`;
  return `copy (select ${list(columns)} from ${quoteIdentifier(name)} order by ${by}) to stdout`;
}

export const copyIn = (name: string, columns: readonly string[]): string =>
  `copy ${quoteIdentifier(name)} (${list(columns)}) from stdin`;

const list = (names: readonly string[]): string => names.map(quoteIdentifier).join(', ');

/** Deletes the rows that migrations inserted. The snapshot contains these rows too. */
export async function truncateAll(copying: Copying): Promise<void> {
  const tables = await readTables(copying);
  await copying.many(`truncate ${list(tables.map(({ name }) => name))}`);
}

interface ForeignKey {
  readonly name: string;
  readonly child: string;
  readonly definition: string;
}

export interface RemovedChecks {
  readonly tables: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
  /** SQL definitions of the dropped indexes. */
  readonly indexes: readonly string[];
}

/**
 * Drops foreign keys and disables triggers, because the rows of one table arrive before those of
 * another. Drops the indexes of large tables. Building an index takes a fraction of the time of
 * filling it row by row. The owner of the tables has permission for this.
 */
export async function removeChecks(
  copying: Copying,
  largeTables: readonly string[] = [],
): Promise<RemovedChecks> {
  // Selects the tables. Partitions are included, because they have triggers that their table does
  // not have.
  const tables = (
    await copying.many<{ name: string }>(`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'migrations'`)
  ).map(({ name }) => name);
  const foreignKeys = await copying.many<ForeignKey>(`
    select conname as name, conrelid::regclass::text as child, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
    order by conrelid::regclass::text, conname`);
  for (const { child, name } of foreignKeys)
    await copying.many(`alter table ${child} drop constraint ${quoteIdentifier(name)}`);
  for (const table of tables)
    await copying.many(`alter table ${quoteIdentifier(table)} disable trigger user`);
  return { tables, foreignKeys, indexes: await dropIndexes(copying, largeTables) };
}

async function dropIndexes(copying: Copying, tables: readonly string[]): Promise<string[]> {
  if (tables.length === 0) return [];
  const indexes = await copying.many<{ name: string; definition: string }>(
    `
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
      and i.indrelid in (select oid from pg_class where relname = any($1))
      and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))
    order by 1`,
    [tables],
  );
  for (const { name } of indexes) await copying.many(`drop index ${name}`);
  // Removes `ON ONLY`, because PostgreSQL would not build the index for the partitions with it.
  return indexes.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '));
}

/**
 * Builds the dropped indexes and adds the foreign keys again. PostgreSQL checks every row against
 * each foreign key.
 */
export async function restoreChecks(
  copying: Copying,
  { tables, foreignKeys, indexes }: RemovedChecks,
): Promise<void> {
  await copying.many(`set local maintenance_work_mem = '256MB'`);
  for (const definition of indexes) await copying.many(definition);
  for (const { child, name, definition } of foreignKeys)
    await copying.many(
      `alter table ${child} add constraint ${quoteIdentifier(name)} ${definition}`,
    );
  for (const table of tables)
    await copying.many(`alter table ${quoteIdentifier(table)} enable trigger user`);
}
