/**
 * Guide of all channels that a line may see (`xmltv.php`), from some hours ago to some days ahead.
 * The compressed document is cached and shared by lines with the same bouquets until the catalogue,
 * a guide or the hour changes.
 */
import { DAY_MS, HOUR_MS } from '@ramal/contract/rules/durations';
import type { AppContext } from '../../foundation/app-context.ts';
import { type Programme, programmesOfMany } from './guide.sql.ts';
import { type ListedStream, selectStreams } from './listed.sql.ts';
import type { PlayingLine } from '../player.sql.ts';
import type { PlaylistCache } from './playlist-cache.ts';
import { zipText } from './zipped-text.ts';

const BEFORE_MS = 6 * HOUR_MS;
const AHEAD_MS = 4 * 24 * HOUR_MS;
const CHANNELS_AT_ONCE = 20;

/** Returns the gzipped document. */
export function getXmltv(
  ctx: AppContext,
  lists: PlaylistCache,
  line: PlayingLine,
): Promise<Buffer> {
  const hour = Math.floor(ctx.clock.now().getTime() / HOUR_MS) * HOUR_MS;
  return lists.get(line, `guide-xmltv-${hour}`, async () => {
    const value = await zipText(pieces(ctx, line, hour));
    return { value, bytes: value.length };
  });
}

async function* pieces(ctx: AppContext, line: PlayingLine, hour: number): AsyncGenerator<string> {
  const channels = await ctx.db.many<ListedStream>(
    selectStreams('live', line.bouquetIds, null),
    'prepared',
  );
  // Streams with the same guide channel (SD, HD) get its programmes once, under their common id.
  const byId = new Map(
    channels.flatMap((channel) =>
      channel.epgChannelId ? [[channel.epgChannelId, channel] as const] : [],
    ),
  );
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE tv SYSTEM "xmltv.dtd">\n<tv generator-info-name="Ramal">\n';
  for (const [id, channel] of byId) {
    const icon = channel.icon ? `<icon src="${escaped(channel.icon)}"/>` : '';
    yield `<channel id="${escaped(id)}"><display-name>${escaped(channel.name)}</display-name>${icon}</channel>\n`;
  }
  const ids = Map.groupBy(byId.keys(), (id) => id.toLowerCase());
  const starts = guideStarts(channels, hour);
  for (let at = 0; at < starts.length; at += CHANNELS_AT_ONCE) {
    const rows = await ctx.db.many<Programme>(
      programmesOfMany(starts.slice(at, at + CHANNELS_AT_ONCE), new Date(hour + AHEAD_MS)),
      'prepared',
    );
    yield rows
      .map((row) => (ids.get(row.channel) ?? []).map((id) => programmeOf(id, row)).join(''))
      .join('');
  }
  yield '</tv>\n';
}

/**
 * Returns the first hour of each guide channel. The guide of an archive reaches as far back as the
 * archive, because players offer only programmes that the guide contains.
 */
function guideStarts(
  channels: readonly ListedStream[],
  hour: number,
): { channel: string; from: Date }[] {
  const days = new Map<string, number>();
  for (const { epgChannelId, archiveDays } of channels) {
    const channel = epgChannelId?.toLowerCase();
    if (channel) days.set(channel, Math.max(days.get(channel) ?? 0, archiveDays));
  }
  return Array.from(days, ([channel, most]) => ({
    channel,
    from: new Date(hour - Math.max(BEFORE_MS, most * DAY_MS)),
  }));
}

const programmeOf = (
  channel: string,
  { startsAt, endsAt, title, description }: Programme,
): string =>
  `<programme start="${stamp(startsAt)}" stop="${stamp(endsAt)}" channel="${escaped(channel)}">` +
  `<title lang="pt">${escaped(title)}</title>${description ? `<desc lang="pt">${escaped(description)}</desc>` : ''}</programme>\n`;

/** Formats a time, for example `20261121150000 +0000`. */
const stamp = (at: Date): string =>
  `${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')} +0000`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text. XML allows no control characters, not even escaped. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]+/gu, ' ')
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
