/** Reads the programmes of a line's channels. Channel ids of guides are stored in lower case. */
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import type { Gap } from '../../catalogue/catalogue.ts';

export interface Programme {
  readonly channel: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly title: string;
  readonly description: string;
}

/**
 * Returns the earliest start of a programme that may still run. A stored programme lasts at most a
 * day, because longer ones are stored in parts. The index on the start time can therefore be used.
 */
const dayBefore = (at: Date): Date => new Date(at.getTime() - DAY_MS);

const columns = sql`p.channel, p.starts_at, p.ends_at, p.title, p.description`;

export interface GuideChannel {
  readonly epgChannelId: string | null;
  readonly archiveDays: number;
  /** Periods that each archive source did not record. Null if the channel has no archive source. */
  readonly gaps: readonly (readonly Gap[])[] | null;
}

/**
 * Selects the guide's id of a channel and the days of its archive. Selects no row if the line may
 * not see the channel.
 */
export const guideChannel = (bouquets: readonly number[], streamId: number): Sql => sql`
  select s.epg_channel_id,
    coalesce((select a.offered_days from channel_archives a where a.stream_id = s.id), 0) as archive_days,
    (select jsonb_agg(x.gaps) from archive_sources x where x.stream_id = s.id) as gaps
  from streams s
  where s.id = ${streamId} and s.kind = 'live' and s.hidden_at is null and s.gone_at is null
    and s.category_id in (
      select b.category_id from bouquet_categories b where b.bouquet_id = any(${bouquets}::bigint[]))`;

/** Selects the oldest guide that contains a channel, with one index lookup for each guide. */
const chosenGuide = (channel: Sql, dayBeforeStart: Sql): Sql => sql`
  select g.id from guides g
  where exists (
    select from programmes o
    where o.guide_id = g.id and o.channel = ${channel} and o.starts_at > ${dayBeforeStart})
  order by g.id limit 1`;

/** Selects at most `most` programmes of one channel that end after `from`, all from one guide. */
export const selectProgrammes = (channel: string, from: Date, most: number): Sql => {
  const channelId = channel.toLowerCase();
  return sql`
    select ${columns} from programmes p
    where p.guide_id = (${chosenGuide(sql`${channelId}`, sql`${dayBefore(from)}`)}) and p.channel = ${channelId}
      and p.starts_at > ${dayBefore(from)} and p.ends_at > ${from}
    order by p.starts_at limit ${most}`;
};

/**
 * Selects the programmes of many channels. Each channel has its own start time; the end time is
 * common.
 */
export const programmesOfMany = (
  channels: readonly { readonly channel: string; readonly from: Date }[],
  until: Date,
): Sql => sql`
  select ${columns}
  from unnest(${channels.map(({ channel }) => channel)}::text[],
    ${channels.map(({ from }) => from)}::timestamptz[],
    ${channels.map(({ from }) => dayBefore(from))}::timestamptz[])
    with ordinality as asked (channel, begins, day_before, place)
  join lateral (${chosenGuide(sql`asked.channel`, sql`asked.day_before`)}) guide on true
  join programmes p on p.guide_id = guide.id and p.channel = asked.channel
    and p.ends_at > asked.begins and p.starts_at > asked.day_before and p.starts_at < ${until}
  order by asked.place, p.starts_at`;
