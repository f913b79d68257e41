/** Days and programmes in the guide of a channel. All times are in the time zone of the device. */
import { DAY_MS, HOUR_MS } from '@ramal/contract/rules/durations';
import type { Programme } from '../xtream.ts';

export interface GuideDay {
  /** Number of days between this day and today; 0 is today. */
  readonly back: number;
  readonly label: string;
  readonly from: Date;
  readonly until: Date;
}

/**
 * Hour at which the list of a day ends. Programmes between midnight and this hour are also listed
 * with the evening before.
 */
const NIGHT_ENDS_HOUR = 5;

const clock = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat('pt-BR', { weekday: 'short' });
const dayAndMonth = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit' });

const dayStart = (now: Date, back: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - back);

/** Returns today and the past days that the archive reaches, the newest first. */
export function listGuideDays(now: Date, archiveDays: number): GuideDay[] {
  const oldest = now.getTime() - archiveDays * DAY_MS;
  const days: GuideDay[] = [];
  for (let back = 0; back === 0 || dayStart(now, back - 1).getTime() > oldest; back += 1) {
    const from = dayStart(now, back);
    const until = new Date(dayStart(now, back - 1).getTime() + NIGHT_ENDS_HOUR * HOUR_MS);
    days.push({ back, label: dayLabel(from, now), from, until });
  }
  return days;
}

/** Returns the label of a day, such as «Hoje», «Ontem» or «qua. 18». */
function dayLabel(at: Date, now: Date): string {
  if (at >= dayStart(now, 0) && at < dayStart(now, -1)) return 'Hoje';
  if (at >= dayStart(now, 1) && at < dayStart(now, 0)) return 'Ontem';
  return `${weekday.format(at)} ${at.getDate()}`;
}

export const formatClock = (at: Date): string => clock.format(at);

/** Returns the time of a broadcast, such as «Ontem, 20:47». */
export const formatBroadcastTime = (at: Date, now: Date): string =>
  `${dayLabel(at, now)}, ${formatClock(at)}`;

/** Describes a programme in the archive: «Ontem, 20:30 – 21:25 · dá para ver até 26/11». */
export function describeArchived({ from, until }: Programme, archiveDays: number, now: Date) {
  const leaves = new Date(from.getTime() + archiveDays * DAY_MS);
  const end = dayLabel(leaves, now) === 'Hoje' ? formatClock(leaves) : dayAndMonth.format(leaves);
  return `${formatBroadcastTime(from, now)} – ${formatClock(until)} · dá para ver até ${end}`;
}

/** Returns the programmes of a day. A programme in the night is listed on both days. */
export const programmesOfDay = (programmes: readonly Programme[], { from, until }: GuideDay) =>
  programmes.filter((programme) => programme.until > from && programme.from < until);

export const isRunning = ({ from, until }: Programme, now: Date): boolean =>
  from <= now && until > now;

const isInArchive = ({ from }: Programme, archiveDays: number, now: Date): boolean =>
  from.getTime() > now.getTime() - archiveDays * DAY_MS;

/** True if the programme has begun and can be played from its start. */
export const isPlayable = (programme: Programme, archiveDays: number, now: Date): boolean =>
  programme.recorded && programme.from <= now && isInArchive(programme, archiveDays, now);

/**
 * Returns the reason why a past programme cannot be played. Empty for all other programmes, and for
 * a channel without an archive. A programme can leave the archive while the page is open.
 */
export function describeMissing(programme: Programme, archiveDays: number, now: Date): string {
  if (archiveDays === 0 || programme.until > now) return '';
  if (!isInArchive(programme, archiveDays, now)) return 'já saiu do arquivo';
  return programme.recorded ? '' : programme.note;
}

export const currentAndNext = (programmes: readonly Programme[], now: Date): Programme[] =>
  programmes.filter(({ until }) => until > now).slice(0, 2);
