/**
 * `player_api.php`: what apps ask with one name and password (reference: the XC protocol). Types are
 * part of the protocol: where it says string, numbers are sent as text.
 */
import type { FastifyReply } from 'fastify';
import type { House } from '../foundation/house.ts';
import { type Standing, standingOf } from './line-state.ts';
import {
  type Category,
  type Channel,
  type PlayingLine,
  liveCategories,
  liveChannels,
} from './player.sql.ts';

type Lister = (house: House, line: PlayingLine, categoryId: string) => Promise<unknown>;

const nothing =
  (empty: unknown): Lister =>
  async () =>
    empty;

/** What an app can ask; anything else, or nothing, is answered as a sign-in. */
const actions = new Map<string, Lister>([
  ['get_live_categories', categories],
  ['get_live_streams', streams],
  ['get_vod_categories', nothing([])],
  ['get_vod_streams', nothing([])],
  ['get_vod_info', nothing({ info: [] })],
  ['get_series_categories', nothing([])],
  ['get_series', nothing([])],
  ['get_series_info', nothing({ seasons: [], info: { name: null }, episodes: {} })],
  ['get_short_epg', nothing({ epg_listings: [] })],
  ['get_simple_data_table', nothing({ epg_listings: [] })],
]);

export interface Asked {
  readonly action: string;
  readonly categoryId: string;
  readonly baseUrl: string;
}

export async function answerPlayerApi(
  house: House,
  reply: FastifyReply,
  line: PlayingLine | undefined,
  asked: Asked,
): Promise<FastifyReply> {
  const lister = actions.get(asked.action);
  if (!lister)
    return reply.send(line ? account(house, line, asked.baseUrl) : { user_info: { auth: 0 } });
  const standing = line && standingOf(line, house.clock.now());
  if (standing !== 'active') return reply.code(403).send();
  return reply.send(await lister(house, line!, asked.categoryId));
}

const statuses: Record<Standing, { status: string; message: string }> = {
  active: { status: 'Active', message: '' },
  expired: { status: 'Expired', message: 'Sua assinatura venceu. Fale com quem vende para você.' },
  disabled: {
    status: 'Disabled',
    message: 'Sua assinatura está desativada. Fale com quem vende para você.',
  },
  blocked: {
    status: 'Banned',
    message: 'Sua assinatura está bloqueada. Fale com quem vende para você.',
  },
};

function account(house: House, line: PlayingLine, baseUrl: string) {
  const now = house.clock.now();
  const { protocol, hostname, port } = new URL(baseUrl);
  const secure = protocol === 'https:';
  return {
    user_info: {
      username: line.username,
      password: line.password,
      auth: 1,
      ...statuses[standingOf(line, now)],
      exp_date: unix(line.expiresAt),
      is_trial: line.isTrial ? '1' : '0',
      active_cons: String(line.viewings),
      created_at: unix(line.createdAt),
      max_connections: String(line.maxConnections),
      allowed_output_formats: ['m3u8', 'ts'],
    },
    server_info: {
      url: hostname,
      port: secure ? '' : port || '80',
      https_port: secure ? port || '443' : '',
      server_protocol: secure ? 'https' : 'http',
      rtmp_port: '',
      timezone: 'UTC',
      timestamp_now: Math.floor(now.getTime() / 1000),
      time_now: now.toISOString().slice(0, 19).replace('T', ' '),
      process: true,
    },
  };
}

async function categories(house: House, line: PlayingLine) {
  const rows = await house.db.many<Category>(
    liveCategories(line.bouquetIds),
    'player-live-categories',
  );
  return rows.map(({ id, name }) => ({
    category_id: String(id),
    category_name: name,
    parent_id: 0,
  }));
}

async function streams(house: House, line: PlayingLine, categoryId: string) {
  const wanted = /^\d{1,15}$/.test(categoryId) ? Number(categoryId) : 0;
  const rows = await house.db.many<Channel>(
    liveChannels(line.bouquetIds, wanted || null),
    'player-live-channels',
  );
  return rows.map(streamOf);
}

const streamOf = (channel: Channel) => ({
  num: channel.number,
  name: channel.name,
  stream_type: 'live',
  stream_id: channel.id,
  stream_icon: channel.icon,
  epg_channel_id: channel.epgChannelId,
  added: unix(channel.addedAt),
  is_adult: channel.isAdult ? 1 : 0,
  category_id: String(channel.categoryId),
  category_ids: [channel.categoryId],
  custom_sid: '',
  tv_archive: 0,
  direct_source: '',
  tv_archive_duration: 0,
});

const unix = (at: Date): string => String(Math.floor(at.getTime() / 1000));
