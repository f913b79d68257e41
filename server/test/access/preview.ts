/** Reads digests of all tables, so that a test detects any change of stored data. */
import type { TestContext } from '../context.ts';

/** Tables that change with every request, even if the call itself writes nothing. */
const OF_ANY_REQUEST = new Set(['rate_limits', 'api_key_secrets', 'sign_ins']);

/** Returns a digest of every table, including the job queue. */
export async function readTableDigests({ owner }: TestContext): Promise<Record<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
     order by 1`,
  );
  const { rows } = await owner.query<{ name: string; digest: string }>(
    tables
      .filter(({ name }) => !OF_ANY_REQUEST.has(name.replace('public.', '')))
      .map(
        ({ name }) =>
          `select '${name}' as name, count(*) || ' ' || sum(hashtextextended(t::text, 0)) as digest from ${name} t`,
      )
      .join(' union all '),
  );
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

export async function countEntries({ owner }: TestContext): Promise<number> {
  const { rows } = await owner.query<{ count: number }>('select count(*)::int from entries');
  return rows[0]!.count;
}
