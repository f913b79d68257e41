import sql, { type Sql } from 'sql-template-tag';
import { isOnLineServer } from '../../server-addresses.ts';
import { type ViewingState, viewingState } from '../../watching/watching.ts';
import type { LineState } from '../line-state.ts';
import { bouquetIds, lineState } from '../player.sql.ts';
import { activeAddress } from '../sources/channel-sources.sql.ts';

export type StreamKind = 'live' | 'film' | 'episode';

export interface ViewingRow extends LineState {
  readonly sessionId: string;
  readonly lineId: number;
  readonly name: string;
  readonly source: string;
  readonly kind: StreamKind;
  /** Null while the viewing is being opened. */
  readonly viewing: ViewingState | null;
}

interface ViewingQuery {
  readonly sessionId: string;
  readonly lineId: number;
  readonly streamId: number;
}

/**
 * Selects the state of these lines, streams and viewings. No row if the line may not watch the
 * stream or is served by a line server.
 */
export const viewings = (queries: readonly ViewingQuery[], now: Date): Sql =>
  selectViewings(queries, viewingState(sql`asked.session_id`, now));

/**
 * Selects the same as `viewings` on a replica, which has no heartbeats. A viewing that has not
 * ended counts as running.
 */
export const replicatedViewings = (queries: readonly ViewingQuery[]): Sql =>
  selectViewings(
    queries,
    sql`(select case when v.ended_at is null then 'running' else 'ended' end
      from viewings v where v.id = asked.session_id)`,
  );

const selectViewings = (queries: readonly ViewingQuery[], state: Sql): Sql => sql`
  select asked.session_id, l.id as line_id, s.name, ${activeAddress} as source, s.kind, ${lineState},
    ${state} as viewing
  from unnest(${queries.map(({ sessionId }) => sessionId)}::uuid[], ${queries.map(({ lineId }) => lineId)}::bigint[],
    ${queries.map(({ streamId }) => streamId)}::bigint[]) as asked (session_id, line_id, stream_id)
  join lines l on l.id = asked.line_id and l.deleted_at is null
  join streams s on s.id = asked.stream_id and s.hidden_at is null and s.gone_at is null
  where not ${isOnLineServer(sql`l.id`)} and exists (
    select from bouquet_categories b where b.category_id = s.category_id and b.bouquet_id = any(${bouquetIds}))`;
