import sql, { type Sql } from 'sql-template-tag';
import type { ListedArchive } from '../archive/archive-attributes.ts';
import type { Entry } from '../entry.ts';

/**
 * Inserts a batch of entries with one statement. `startAt` entries are already stored, so the
 * positions continue after them.
 */
export const insertEntries = (
  importId: number,
  startAt: number,
  entries: readonly Entry[],
): Sql => {
  const each = <T>(valueOf: (entry: Entry) => T): T[] => entries.map(valueOf);
  return sql`
    insert into import_entries (import_id, position, kind, name, category, source, icon, epg_channel_id,
      number, is_adult, series_name, season, episode, reason, archive, channel_key, verdict)
    select ${importId}, ${startAt} + place, kind, name, category, source, icon, epg, number, adult, series, season,
      episode, reason, archive::jsonb, channel_key, case when reason <> '' then 'refused' end
    from unnest(
      ${each(({ kind }) => kind)}::text[], ${each(({ name }) => name)}::text[],
      ${each(({ category }) => category)}::text[], ${each(({ source }) => source)}::text[],
      ${each(({ icon }) => icon)}::text[], ${each(({ epgChannelId }) => epgChannelId)}::text[],
      ${each(({ number }) => number)}::int[], ${each(({ isAdult }) => isAdult)}::boolean[],
      ${each(({ seriesName }) => seriesName)}::text[], ${each(({ season }) => season)}::int[],
      ${each(({ episode }) => episode)}::int[], ${each(({ reason }) => reason)}::text[],
      ${each(({ archive }) => archive && writeArchive(archive))}::text[],
      ${each(({ channelKey }) => channelKey)}::text[]
    ) with ordinality as entry (kind, name, category, source, icon, epg, number, adult, series, season, episode,
      reason, archive, channel_key, place)`;
};

const writeArchive = ({ timeZone, correctionSeconds, ...rest }: ListedArchive): string =>
  JSON.stringify({ ...rest, time_zone: timeZone, correction_seconds: correctionSeconds });
