import sql, { type Sql } from 'sql-template-tag';

/**
 * Writes the health of sources. Rows are written in the order of their ids, so that two processes
 * cannot deadlock.
 */
export const writeSourceHealth = (
  streamIds: readonly number[],
  problems: readonly string[],
  now: Date,
): Sql => sql`
  with noted as (
    select s.id, n.problem
    from unnest(${streamIds}::bigint[], ${problems}::text[]) as n (stream_id, problem)
    join streams s on s.id = n.stream_id
    where s.source_problem <> n.problem or s.source_checked_at is null
    order by s.id for update of s)
  update streams s set source_problem = noted.problem, source_checked_at = ${now}
  from noted where s.id = noted.id`;
