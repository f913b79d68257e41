import sql, { type Sql } from 'sql-template-tag';
import { activeAddress, checkedColumns, isActive } from './channel-sources.sql.ts';

export interface NotedHealth {
  readonly problem: string;
  /** Source that was read. Empty for films and episodes, which have a single one. */
  readonly address: string;
}

/**
 * Writes the health of sources by stream. A channel has the health of its active source. Rows are
 * written in the order of their ids, so that two processes cannot deadlock.
 */
export const writeSourceHealth = (noted: ReadonlyMap<number, NotedHealth>, now: Date): Sql => sql`
  with noted as (
    select s.id, n.problem, s.active_source_id
    from unnest(${[...noted.keys()]}::bigint[], ${[...noted.values()].map(({ problem }) => problem)}::text[],
      ${[...noted.values()].map(({ address }) => address)}::text[]) as n (stream_id, problem, address)
    join streams s on s.id = n.stream_id
    where (s.source_problem <> n.problem or s.source_checked_at is null)
      and (n.address = '' or n.address = ${activeAddress})
    order by s.id for update of s
  ), measured as (
    update channel_sources x set ${checkedColumns({ now, problem: sql`s.problem` })}
    from noted s where x.stream_id = s.id and ${isActive}
  )
  update streams s set source_problem = noted.problem, source_checked_at = ${now}
  from noted where s.id = noted.id`;
