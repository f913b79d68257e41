/** What the schema holds, read from PostgreSQL's own catalogue: a new table is in the next backup. */
import { type Copying, quoted } from '../foundation/copying.ts';

export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns that give the rows one order, so that equal tables have equal checksums. */
  readonly order: readonly string[];
  /** What the planner believes, for the progress. */
  readonly estimate: number;
}

/** All but the list of migrations, which restoring makes anew. */
export async function readTables(copying: Copying): Promise<CopiedTable[]> {
  return copying.many<CopiedTable>(`
    select c.relname as name, greatest(c.reltuples, 0)::int as estimate,
      array(select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum) as columns,
      coalesce(
        (select array_agg(a.attname::text order by k.place) from pg_index i
          cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
          where i.indrelid = c.oid and i.indisprimary),
        '{}') as "order"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
    order by c.relname`);
}

export interface SequenceState {
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
      `select last_value::text as last, is_called as called from ${quoted(name)}`,
    );
    states[name] = { last: Number(state!.last), called: state!.called };
  }
  return states;
}

export async function readMigrations(copying: Copying): Promise<string[]> {
  const rows = await copying.many<{ name: string }>('select name from migrations order by id');
  return rows.map(({ name }) => name);
}

/** In the order of the primary key, or of the whole row where there is none. */
export function copyOut({ name, columns, order }: CopiedTable): string {
  const by = order.length > 0 ? list(order) : `${quoted(name)}::text`;
  return `copy (select ${list(columns)} from ${quoted(name)} order by ${by}) to stdout`;
}

export const copyIn = (name: string, columns: readonly string[]): string =>
  `copy ${quoted(name)} (${list(columns)}) from stdin`;

const list = (names: readonly string[]): string => names.map(quoted).join(', ');

/** Rows that migrations put there come again with the snapshot. */
export async function truncateAll(copying: Copying): Promise<void> {
  const tables = await readTables(copying);
  await copying.many(`truncate ${list(tables.map(({ name }) => name))}`);
}

interface Reference {
  readonly name: string;
  readonly child: string;
  readonly parent: string;
  readonly columns: readonly string[];
  readonly keys: readonly string[];
}

/** The first foreign key that does not hold: rows that are copied as a replica's are not checked. */
export async function brokenReference(copying: Copying): Promise<string | undefined> {
  const references = await copying.many<Reference>(`
    select conname as name, conrelid::regclass::text as child, confrelid::regclass::text as parent,
      ${namesOf('conrelid', 'conkey')} as columns, ${namesOf('confrelid', 'confkey')} as keys
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  for (const { name, child, parent, columns, keys } of references) {
    const pairs = columns.map((column, place) => `p.${quoted(keys[place]!)} = c.${quoted(column)}`);
    const isSet = columns.map((column) => `c.${quoted(column)} is not null`);
    const broken = await copying.first(`
      select 1 as one from ${child} c
      where ${isSet.join(' and ')}
        and not exists (select from ${parent} p where ${pairs.join(' and ')}) limit 1`);
    if (broken) return name;
  }
  return undefined;
}

const namesOf = (table: string, numbers: string): string => `
  (select array_agg(a.attname::text order by k.place)
    from unnest(${numbers}) with ordinality as k (attnum, place)
    join pg_attribute a on a.attrelid = ${table} and a.attnum = k.attnum)`;
