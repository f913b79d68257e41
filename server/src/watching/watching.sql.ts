import sql, { type Sql } from 'sql-template-tag';

export interface PresenceRow {
  readonly sessionId: string;
  readonly lineId: number;
  readonly streamId: number;
  readonly title: string;
  readonly encoding: string;
  readonly address: string | null;
  readonly userAgent: string;
  readonly startedAt: Date;
  readonly lastSeenAt: Date;
}

/**
 * Writes presence rows in the order of their keys, so that the batches of two processes cannot
 * deadlock. The row of a line in `last_watched` is written at the start of a viewing and once a
 * minute. Most batches therefore only read it.
 */
export function writePresence(rows: readonly PresenceRow[]): Sql {
  const column = <K extends keyof PresenceRow>(key: K) => rows.map((row) => row[key]);
  return sql`
    with seen as (
      -- The owner of a line never changes, so it is read at the first heartbeat of a viewing.
      select s.*, p.session_id is null as is_new, coalesce(p.owner_id, (select l.owner_id from lines l where l.id = s.line_id)) as owner_id
      from unnest(
        ${column('sessionId')}::uuid[], ${column('lineId')}::bigint[], ${column('streamId')}::bigint[],
        ${column('title')}::text[], ${column('encoding')}::text[], ${column('address')}::inet[],
        ${column('userAgent')}::text[], ${column('startedAt')}::timestamptz[], ${column('lastSeenAt')}::timestamptz[]
      ) as s (session_id, line_id, stream_id, title, encoding, address, user_agent, started_at, last_seen_at)
      left join presence p using (session_id)
      -- A viewing that another process ended in the meantime stays ended.
      where not exists (select from viewings v where v.id = s.session_id and v.ended_at is not null)
    ), last_written as (
      insert into last_watched (line_id, at, title)
      select distinct on (line_id) line_id, last_seen_at, s.title
      from seen s left join last_watched w using (line_id)
      where w.at is null or w.at < s.last_seen_at - interval '55 seconds' or s.is_new
      order by line_id, last_seen_at desc
      on conflict (line_id) do update set at = excluded.at, title = excluded.title
    )
    insert into presence
      (session_id, line_id, owner_id, stream_id, title, encoding, address, user_agent, started_at, last_seen_at)
    select session_id, line_id, owner_id, stream_id, title, encoding, address, user_agent, started_at, last_seen_at
    from seen order by session_id
    on conflict (session_id) do update set
      last_seen_at = excluded.last_seen_at, address = excluded.address, user_agent = excluded.user_agent`;
}
