/** Creates descriptions of what the video element must play. */
import { HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import { isPlayable, isRunning } from './channel/guide-days.ts';
import type { Playing } from './use-video.ts';
import { archiveUrl, type Item, type Login, type Programme, streamUrl } from './xtream.ts';

export const playItem = (login: Login, item: Item): Playing => ({
  key: `${item.kind}-${item.id}`,
  title: item.name,
  url: streamUrl(login, item.kind, item.id, item.container),
  ...(item.kind === 'live' ? { channel: item } : {}),
});

export const playProgramme = (
  login: Login,
  channel: Item,
  programme: Programme,
  startSeconds = 0,
): Playing => ({
  key: `archive-${channel.id}-${programme.from.getTime()}`,
  title: programme.title,
  url: archiveUrl(login, channel.id, programme),
  channel,
  programme,
  startSeconds,
});

/** Number of hours that are played if the guide contains no programme for the time. */
const UNKNOWN_HOURS = 4;

/**
 * Describes playback of a channel's archive from a time, which is usually in the current programme.
 */
export function playFrom(
  login: Login,
  channel: Item,
  guide: readonly Programme[],
  at: Date,
): Playing {
  const programme = guide.find(({ from, until }) => from <= at && until > at) ?? {
    title: channel.name,
    from: at,
    until: new Date(at.getTime() + UNKNOWN_HOURS * HOUR_MS),
    recorded: true,
    note: '',
  };
  return playProgramme(login, channel, programme, (at.getTime() - programme.from.getTime()) / 1000);
}

/** Maximum time in ms by which the archive of a source is behind the live channel. */
const ARCHIVE_DELAY_MS = 2 * MINUTE_MS;

/**
 * Describes what to play after the end of a recording. This is the running programme, the next
 * programme, or the live channel.
 */
export function playAfter(
  login: Login,
  channel: Item,
  guide: readonly Programme[],
  { programme, seconds }: { programme: Programme; seconds: number },
): Playing {
  const now = new Date();
  const position = programme.from.getTime() + seconds * 1000;
  if (isRunning(programme, now)) {
    return now.getTime() - position > ARCHIVE_DELAY_MS
      ? playProgramme(login, channel, programme, seconds)
      : playItem(login, channel);
  }
  const next = guide.find(({ from, until }) => from >= programme.until && +until > position);
  if (!next || !isPlayable(next, channel.archiveDays, now)) return playItem(login, channel);
  // Skips the beginning of the next programme, which the recording has already shown.
  const watchedMs = Math.max(0, position - next.from.getTime());
  return playProgramme(login, channel, next, watchedMs / 1000);
}
