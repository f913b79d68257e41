import sql, { type Sql } from 'sql-template-tag';
import type { LineState } from './line-state.ts';
import { bouquetIds, lineState } from './player.sql.ts';

export interface ViewingRow extends LineState {
  readonly lineId: number;
  readonly streamId: number;
  readonly name: string;
  readonly source: string;
}

/** State of the asked lines and the stream each watches; no row where it may not watch that one. */
export const viewings = (lineIds: readonly number[], streamIds: readonly number[]): Sql => sql`
  select l.id as "lineId", s.id as "streamId", s.name, s.source, ${lineState}
  from unnest(${lineIds}::bigint[], ${streamIds}::bigint[]) as asked (line_id, stream_id)
  join lines l on l.id = asked.line_id and l.deleted_at is null
  join streams s on s.id = asked.stream_id and s.kind = 'live'
  where exists (
    select from bouquet_categories b where b.category_id = s.category_id and b.bouquet_id = any(${bouquetIds}))`;

