/** Guide of a channel in the format of apps: titles and texts are base64, times are UTC. */
import { DAY_MS } from '@ramal/contract/rules/durations';
import type { AppContext } from '../../foundation/app-context.ts';
import { type Programme, guideChannel, selectProgrammes } from './guide.sql.ts';
import type { PlayingLine } from '../player.sql.ts';
import { clockText, unixText } from '../wire-times.ts';

type Sees = Pick<PlayingLine, 'bouquetIds'>;

const MOST_SHORT = 100;
/** Number of half-hour programmes in two weeks. */
const MOST = 14 * 48;

/** Returns the current programme and the next ones. */
export async function shortGuide(ctx: AppContext, line: Sees, streamId: number, limit: number) {
  const now = ctx.clock.now();
  const listed = await listing(ctx, line, {
    streamId,
    from: now,
    most: Math.min(Math.max(limit, 1), MOST_SHORT),
  });
  return {
    epg_listings: listed.map(({ channel, programme }) => ({
      ...listingOf(channel, programme),
      stop: clockText(programme.endsAt),
    })),
  };
}

/** Returns all known programmes of a channel, starting with yesterday's. */
export async function guideTable(ctx: AppContext, line: Sees, streamId: number) {
  const now = ctx.clock.now();
  const listed = await listing(ctx, line, {
    streamId,
    from: new Date(now.getTime() - DAY_MS),
    most: MOST,
  });
  return {
    epg_listings: listed.map(({ channel, programme }) => ({
      ...listingOf(channel, programme),
      now_playing: programme.startsAt <= now && programme.endsAt > now ? 1 : 0,
      has_archive: 0,
    })),
  };
}

interface GuideRange {
  readonly streamId: number;
  readonly from: Date;
  readonly most: number;
}

async function listing(
  ctx: AppContext,
  { bouquetIds }: Sees,
  { streamId, from, most }: GuideRange,
) {
  const guideRow = await ctx.db.first<{ epgChannelId: string | null }>(
    guideChannel(bouquetIds, streamId),
    'prepared',
  );
  const channel = guideRow?.epgChannelId;
  if (!channel) return [];
  const rows = await ctx.db.many<Programme>(selectProgrammes(channel, from, most), 'prepared');
  return rows.map((programme) => ({ channel, programme }));
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
