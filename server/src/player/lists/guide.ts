/** Guide of a channel in the format of apps: titles and texts are base64, times are UTC. */
import { DAY_MS } from '@ramal/contract/rules/durations';
import type { Gap } from '../../catalogue/catalogue.ts';
import { type ClockReading, formatDateTime, readClock } from '../../foundation/clock.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { isInWindow } from '../archive/find-archive.ts';
import { type GuideChannel, type Programme, guideChannel, selectProgrammes } from './guide.sql.ts';
import type { PlayingLine } from '../player.sql.ts';
import { clockText, unixText } from '../wire-times.ts';

type Sees = Pick<PlayingLine, 'bouquetIds'>;

const MAX_SHORT = 100;
/** Number of half-hour programmes in a day. */
const PROGRAMMES_OF_DAY = 48;
const DAYS_AHEAD = 14;

/** Returns the current programme and the next ones. */
export async function shortGuide(ctx: AppContext, line: Sees, streamId: number, limit: number) {
  const now = ctx.clock.now();
  const channel = await readChannel(ctx, line, streamId);
  const most = Math.min(Math.max(limit, 1), MAX_SHORT);
  const programmes = await listProgrammes(ctx, channel, now, most);
  return {
    epg_listings: programmes.map((programme) => ({
      ...listingOf(channel!.epgChannelId!, programme),
      stop: clockText(programme.endsAt),
      // This list contains only the current and later programmes, which no archive contains yet.
      has_archive: 0,
    })),
  };
}

/**
 * Returns the known programmes of a channel, from a day ago or from the beginning of its archive.
 * Returns at most as many as if each lasted half an hour.
 */
export async function guideTable(ctx: AppContext, line: Sees, streamId: number) {
  const clock = readClock(ctx.clock);
  const { now } = clock;
  const channel = await readChannel(ctx, line, streamId);
  const days = Math.max(1, channel?.archiveDays ?? 0);
  const from = new Date(now.getTime() - days * DAY_MS);
  const most = (days + DAYS_AHEAD) * PROGRAMMES_OF_DAY;
  const programmes = await listProgrammes(ctx, channel, from, most);
  return {
    epg_listings: programmes.map((programme) => ({
      ...listingOf(channel!.epgChannelId!, programme),
      now_playing: programme.startsAt <= now && programme.endsAt > now ? 1 : 0,
      ...archiveOf(programme, channel!, clock),
    })),
  };
}

/**
 * Returns whether an ended programme can be played, and the reason if not. Its start must be in the
 * archive's window, and a source must have recorded it.
 */
function archiveOf(
  programme: Programme,
  { archiveDays: days, gaps }: GuideChannel,
  { now, timeZone }: ClockReading,
) {
  if (days === 0 || programme.endsAt > now) return { has_archive: 0, archive_note: '' };
  const note = isInWindow(programme.startsAt, days, now)
    ? unrecordedNote(programme, gaps ?? [], timeZone)
    : 'já saiu do arquivo';
  return { has_archive: note === '' ? 1 : 0, archive_note: note };
}

/**
 * Returns the note for a programme that was not recorded. Empty unless in every source a single gap
 * covers more than half of it.
 */
function unrecordedNote(
  { startsAt, endsAt }: Programme,
  sources: readonly (readonly Gap[])[],
  timeZone: string,
): string {
  const [from, to] = [+startsAt / 1000, +endsAt / 1000];
  const missed = sources.map((gaps) =>
    gaps.filter(([begin, end]) => Math.min(end, to) - Math.max(begin, from) > (to - from) / 2),
  );
  const [first] = missed[0] ?? [];
  if (!first || missed.some((gaps) => gaps.length === 0)) return '';
  const stoppedAt = new Date(first[0] * 1000);
  return stoppedAt <= startsAt
    ? 'a fonte não gravou'
    : `a fonte parou às ${formatDateTime(stoppedAt, timeZone).slice(11)}, não gravou`;
}

const readChannel = (
  ctx: AppContext,
  { bouquetIds }: Sees,
  streamId: number,
): Promise<GuideChannel | undefined> =>
  ctx.db.first<GuideChannel>(guideChannel(bouquetIds, streamId), 'prepared');

async function listProgrammes(
  ctx: AppContext,
  channel: GuideChannel | undefined,
  from: Date,
  most: number,
): Promise<Programme[]> {
  if (!channel?.epgChannelId) return [];
  return ctx.db.many<Programme>(selectProgrammes(channel.epgChannelId, from, most), 'prepared');
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const listingOf = (channel: string, { startsAt, endsAt, title, description }: Programme) => ({
  id: unixText(startsAt),
  epg_id: channel,
  title: base64(title),
  lang: 'pt',
  start: clockText(startsAt),
  end: clockText(endsAt),
  description: base64(description),
  channel_id: channel,
  start_timestamp: unixText(startsAt),
  stop_timestamp: unixText(endsAt),
});
