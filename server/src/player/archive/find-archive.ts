/** Finds the archive of a channel and checks that it contains a moment. */
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import {
  type ArchiveMoment,
  type ArchiveSourceRow,
  archiveSources,
} from '../../catalogue/catalogue.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { type Programme, selectProgrammes } from '../lists/guide.sql.ts';
import type { PlayableSource } from './open-archive.ts';

export interface FoundArchive {
  readonly sources: readonly PlayableSource[];
  readonly moment: ArchiveMoment;
  /** Start of the programme that contains the moment, or the moment itself if there is no guide. */
  readonly programmeStart: Date;
}

/** Seconds added to the requested end, because archives lag behind the live stream. */
const TAIL_S = 120;

export async function findArchive(
  ctx: AppContext,
  streamId: number,
  requested: { readonly start: Date | undefined; readonly minutes: number },
): Promise<FoundArchive | 'no-archive' | 'archive-window'> {
  const channel = await ctx.db.first<{ days: number; epgChannelId: string | null }>(
    sql`
      select coalesce(a.offered_days, 0) as days, s.epg_channel_id
      from streams s left join channel_archives a on a.stream_id = s.id where s.id = ${streamId}`,
    'prepared',
  );
  if (!channel || channel.days === 0) return 'no-archive';
  const { start, minutes } = requested;
  const now = ctx.clock.now();
  if (!start || !isInWindow(start, channel.days, now)) return 'archive-window';
  const from = unixSeconds(start);
  return {
    sources: await readSources(ctx, streamId),
    moment: { start: from, end: from + minutes * 60 + TAIL_S, now: unixSeconds(now) },
    programmeStart: await findProgrammeStart(ctx, channel.epgChannelId, start),
  };
}

/** True if the moment has passed and is at most `days` old. */
export const isInWindow = (start: Date, days: number, now: Date): boolean =>
  start <= now && +start >= +now - days * DAY_MS;

/**
 * Reads the sources of a channel's archive. An Xtream source without a zone uses UTC, the default
 * of such panels. Any other source uses the zone of the installation.
 */
export async function readSources(ctx: AppContext, streamId: number): Promise<PlayableSource[]> {
  const rows = await ctx.db.many<ArchiveSourceRow>(archiveSources(streamId), 'prepared');
  return rows.map((row) => ({
    ...row,
    timeZone: row.timeZone || (row.kind === 'xtream' ? 'UTC' : ctx.clock.timeZone),
    hasOwnZone: row.timeZone !== '' && !row.imported,
  }));
}

/**
 * Returns the start of the programme that contains the moment. It is the key of the viewing, so all
 * seeks within one programme belong to one viewing.
 */
export async function findProgrammeStart(
  ctx: AppContext,
  epgChannelId: string | null,
  at: Date,
): Promise<Date> {
  if (!epgChannelId) return at;
  const programme = await ctx.db.first<Programme>(
    selectProgrammes(epgChannelId, at, 1),
    'prepared',
  );
  return programme && programme.startsAt <= at ? programme.startsAt : at;
}
