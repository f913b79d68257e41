/** SQL statements about archives. The list of channels, the dialog and the import use them. */
import type { ArchiveKind, ArchiveState } from '@ramal/contract/catalogue/archive';
import sql, { type Sql } from 'sql-template-tag';

export interface ArchiveSourceRow {
  readonly id: number;
  readonly kind: ArchiveKind;
  readonly address: string;
  readonly days: number;
  readonly timeZone: string;
  readonly correctionSeconds: number;
  readonly form: string;
  readonly differsFromLive: boolean;
  readonly connections: number | null;
  readonly maxConnections: number | null;
  readonly imported: boolean;
}

export const archiveSources = (streamId: number): Sql => sql`
  select id, kind, address, days, time_zone, correction_seconds, form, differs_from_live, connections,
    max_connections, imported
  from archive_sources where stream_id = ${streamId} order by position, id`;

const hasPastGuide = (now: Date): Sql => sql`exists (
  select from programmes p where p.channel = lower(s.epg_channel_id) and p.ends_at <= ${now})`;

/** SQL column: state of the archive `a` of stream `s`, as the contract defines it. */
export const archiveState = (now: Date): Sql => sql`case
  when coalesce(a.promised_days, 0) = 0 then 'none'
  when a.chosen_days = 0 then 'off'
  when a.proof_result in ('live', 'failed') then a.proof_result
  when not ${hasPastGuide(now)} then 'no-guide'
  when a.proof_result is null then 'unproven'
  when a.answered_days < a.offered_days then 'shorter' else 'proven' end`;

export const archiveProblems: readonly ArchiveState[] = ['shorter', 'live', 'failed', 'no-guide'];

/**
 * Statement: calculates the number of days that players see. Run it after a change of the chosen
 * days, the sources or the proof. Creates missing rows. Does not write unchanged rows, so players
 * do not read their lists again.
 */
export const refreshOfferedDays = (streamIds: Sql): Sql => sql`
  insert into channel_archives as a (stream_id, promised_days, offered_days)
  select n.stream_id, n.promised, n.promised from (
    select d.stream_id, coalesce(max(x.days), 0) as promised
    from (${streamIds}) as d (stream_id) left join archive_sources x on x.stream_id = d.stream_id
    group by 1) n
  order by 1
  on conflict (stream_id) do update set promised_days = excluded.promised_days,
    offered_days = case when a.proof_result = 'live' then 0
      else least(coalesce(a.chosen_days, excluded.promised_days), excluded.promised_days) end
  where (a.promised_days, a.offered_days) is distinct from (excluded.promised_days,
    case when a.proof_result = 'live' then 0
      else least(coalesce(a.chosen_days, excluded.promised_days), excluded.promised_days) end)`;
