/** Guide in the rows of the box portal. Texts are in the zone of the box, timestamps in UTC. */
import { DAY_MS, HOUR_MS } from '@ramal/contract/rules/durations';
import type { AppContext } from '../../foundation/app-context.ts';
import { atMinute, localMinute, unixSeconds } from '../../foundation/clock.ts';
import { type Programme, selectProgrammes, programmesOfMany } from '../lists/guide.sql.ts';
import type { ListedStream } from '../lists/listed.sql.ts';
import { type ListDependencies, readChannels } from './channel-rows.ts';
import { isInWindow } from '../archive/find-archive.ts';
import type { PortalBox } from './portal-boxes.sql.ts';
import { type PortalRequest, parseId } from './portal-request.ts';
import { type SharedList, zipList } from './shared-list.ts';

/** Formats a time in the zone as `YYYY-MM-DD HH:MM:SS`. */
const localTime = (at: Date, timeZone: string): string =>
  `${localMinute(at, timeZone).replace('T', ' ')}:${at.toISOString().slice(17, 19)}`;

interface RowContext {
  readonly timeZone: string;
  readonly now: Date;
}

function programmeRow(
  { id, archiveDays }: GuideChannel,
  programme: Programme,
  { timeZone, now }: RowContext,
) {
  const { startsAt, endsAt, title, description } = programme;
  const channelId = String(id);
  const start = unixSeconds(startsAt);
  const time = localTime(startsAt, timeZone);
  const timeTo = localTime(endsAt, timeZone);
  return {
    id: `${start}_${channelId}`,
    ch_id: channelId,
    time,
    time_to: timeTo,
    duration: unixSeconds(endsAt) - start,
    name: title,
    descr: description,
    real_id: `${channelId}_${start}`,
    category: '',
    director: '',
    actor: '',
    start_timestamp: start,
    stop_timestamp: unixSeconds(endsAt),
    t_time: time.slice(11, 16),
    t_time_to: timeTo.slice(11, 16),
    mark_memo: 0,
    mark_archive: endsAt <= now && isInWindow(startsAt, archiveDays, now) ? 1 : 0,
  };
}

type GuideChannel = Pick<ListedStream, 'id' | 'epgChannelId' | 'archiveDays'>;

const guideIdOf = ({ epgChannelId }: GuideChannel): string => epgChannelId?.toLowerCase() ?? '';

const NEXT_MS = 6 * HOUR_MS;

/** Reads the programmes of many channels with one query. */
async function programmesByChannel(
  { db }: AppContext,
  channels: readonly GuideChannel[],
  from: Date,
  until: Date,
): Promise<(readonly [channel: GuideChannel, programmes: readonly Programme[]])[]> {
  const guideIds = [...new Set(channels.map(guideIdOf))].filter(Boolean);
  if (guideIds.length === 0) return [];
  const rows = await db.many<Programme>(
    programmesOfMany(
      guideIds.map((channel) => ({ channel, from })),
      until,
    ),
    'prepared',
  );
  const byGuideId = Map.groupBy(rows, ({ channel }) => channel);
  return channels.map((row) => [row, byGuideId.get(guideIdOf(row)) ?? []] as const);
}

/** Reads the current and next programmes of the channels of one page. */
export async function currentTitles(
  ctx: AppContext,
  channels: readonly GuideChannel[],
  timeZone: string,
) {
  const now = ctx.clock.now();
  const byChannel = await programmesByChannel(
    ctx,
    channels,
    now,
    new Date(now.getTime() + NEXT_MS),
  );
  return new Map(
    byChannel.map(([channel, programmes]) => {
      const shown = programmes.slice(0, 3);
      const epg = shown.map((row) => programmeRow(channel, row, { timeZone, now }));
      const [first] = epg;
      const isRunning = first !== undefined && first.start_timestamp <= unixSeconds(now);
      const text = isRunning ? `${first.t_time} - ${first.t_time_to}: ${first.name}` : '';
      return [channel.id, { cur_playing: text, epg }] as const;
    }),
  );
}

const MAX_SHORT = 50;

export async function findChannel(dependencies: ListDependencies, box: PortalBox, written: string) {
  const id = parseId(written);
  return id === undefined ? undefined : (await readChannels(dependencies, box)).byId.get(id);
}

export async function shortGuide(
  dependencies: ListDependencies,
  portal: PortalRequest,
  box: PortalBox,
) {
  const channel = await findChannel(dependencies, box, portal.field('ch_id'));
  if (!channel?.epgChannelId) return [];
  const size = Math.min(Math.max(parseId(portal.field('size')) ?? 4, 1), MAX_SHORT);
  const rows = await dependencies.ctx.db.many<Programme>(
    selectProgrammes(channel.epgChannelId, dependencies.ctx.clock.now(), size),
    'prepared',
  );
  const context = { timeZone: portal.timeZone, now: dependencies.ctx.clock.now() };
  return rows.map((row) => programmeRow(channel, row, context));
}

const MAX_HOURS = 24;
const MIN_HOURS = 3;
/**
 * Number of programmes that an answer should not exceed, estimated at two an hour. A larger answer
 * delays every other request.
 */
const MAX_PROGRAMMES = 30_000;

/**
 * Reads the guide of all channels for some hours. Lines with the same bouquets share it. The number
 * of hours is limited, so that an answer has at most some megabytes.
 */
export async function guideOfAll(
  dependencies: ListDependencies,
  portal: PortalRequest,
  box: PortalBox,
): Promise<SharedList> {
  const { all: channels } = await readChannels(dependencies, box);
  const fitting = Math.floor(MAX_PROGRAMMES / Math.max(channels.length, 1) / 2);
  const longest = Math.min(MAX_HOURS, Math.max(MIN_HOURS, fitting));
  const hours = Math.min(Math.max(parseId(portal.field('period')) ?? MIN_HOURS, 1), longest);
  const now = dependencies.ctx.clock.now();
  const from = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  const key = `guide-portal ${hours} ${portal.timeZone} ${from.getTime()}`;
  return dependencies.lists.get(box, key, async () => {
    const until = new Date(from.getTime() + (hours + 1) * HOUR_MS);
    const byChannel = await programmesByChannel(dependencies.ctx, channels, from, until);
    const context = { timeZone: portal.timeZone, now };
    return zipList(guideText(byChannel, context));
  });
}

function* guideText(
  byChannel: Awaited<ReturnType<typeof programmesByChannel>>,
  context: RowContext,
): Generator<string> {
  const filled = byChannel.filter(([, programmes]) => programmes.length > 0);
  // The original portal is written in PHP, which sends an empty object as an empty array.
  if (filled.length === 0) return yield '{"js":{"data":[]}}';
  let before = '{"js":{"data":{';
  for (const [channel, programmes] of filled) {
    const rows = programmes.map((row) => programmeRow(channel, row, context));
    yield `${before}"${channel.id}":${JSON.stringify(rows)}`;
    before = ',';
  }
  yield '}}}';
}

const DAYS_BACK = 7;
const DAYS_AHEAD = 7;
const weekdays = ['Dom', 'Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb'];
const months = ['Jan', 'Fev', 'Mar', 'Abr', 'Mai', 'Jun', 'Jul', 'Ago', 'Set', 'Out', 'Nov', 'Dez'];

/**
 * Lists the days of the guide: seven back and seven ahead, as archives and guides usually reach.
 */
export function guideDays({ clock }: AppContext, { timeZone }: PortalRequest) {
  const today = localMinute(clock.now(), timeZone).slice(0, 10);
  return Array.from({ length: DAYS_BACK + 1 + DAYS_AHEAD }, (_, place) => {
    const day = new Date(new Date(`${today}T12:00:00Z`).getTime() + (place - DAYS_BACK) * DAY_MS);
    const written = day.toISOString().slice(0, 10);
    return {
      f_human: `${weekdays[day.getUTCDay()]}, ${day.getUTCDate()} ${months[day.getUTCMonth()]}`,
      f_mysql: written,
      today: written === today ? 1 : 0,
    };
  });
}

const ROWS_OF_A_TABLE = 10;
const MAX_PER_DAY = 300;

/**
 * Reads the programmes of a channel on one day, ten on a page. Page 0 is the page with the current
 * programme.
 */
export async function dayTable(
  dependencies: ListDependencies,
  portal: PortalRequest,
  box: PortalBox,
) {
  const now = dependencies.ctx.clock.now();
  const rows = await programmesOfDay(dependencies, portal, box);
  const running = rows.findIndex(
    (row) => row.start_timestamp <= unixSeconds(now) && row.stop_timestamp > unixSeconds(now),
  );
  const written = parseId(portal.field('p')) ?? 0;
  const page = written || Math.floor(Math.max(running, 0) / ROWS_OF_A_TABLE) + 1;
  return {
    cur_page: page,
    selected_item: written === 0 && running >= 0 ? (running % ROWS_OF_A_TABLE) + 1 : 0,
    total_items: rows.length,
    max_page_items: ROWS_OF_A_TABLE,
    data: rows.slice((page - 1) * ROWS_OF_A_TABLE, page * ROWS_OF_A_TABLE).map((row) => ({
      ...row,
      open: row.stop_timestamp > unixSeconds(now) ? 1 : 0,
      mark_rec: 0,
    })),
  };
}

async function programmesOfDay(
  dependencies: ListDependencies,
  portal: PortalRequest,
  box: PortalBox,
) {
  const { ctx } = dependencies;
  const { timeZone, field } = portal;
  const channel = await findChannel(dependencies, box, field('ch_id'));
  if (!channel?.epgChannelId) return [];
  const written = /^\d{4}-\d\d-\d\d$/.test(field('date')) ? field('date') : '';
  const day = isDay(written) ? written : localMinute(ctx.clock.now(), timeZone).slice(0, 10);
  const from = atMinute(`${day}T00:00`, timeZone);
  const until = atMinute(`${nextDay(day)}T00:00`, timeZone);
  const rows = await ctx.db.many<Programme>(
    selectProgrammes(channel.epgChannelId, from, MAX_PER_DAY),
    'prepared',
  );
  return rows
    .filter((row) => row.startsAt < until)
    .map((row) => programmeRow(channel, row, { timeZone, now: ctx.clock.now() }));
}

const isDay = (text: string): boolean =>
  text.startsWith('20') && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

/** Reads the programmes of today, for the bar that shows the position in a running channel. */
export async function programmesOfToday(
  dependencies: ListDependencies,
  portal: PortalRequest,
  box: PortalBox,
) {
  const rows = await programmesOfDay(dependencies, { ...portal, field: onlyChannel(portal) }, box);
  return rows.map(({ start_timestamp, stop_timestamp, name }) => ({
    start_timestamp,
    stop_timestamp,
    name,
  }));
}

const onlyChannel =
  ({ field }: PortalRequest) =>
  (name: string) =>
    name === 'ch_id' ? field(name) : '';
