/**
 * Requests to the player that serves the page. They use the same protocol as any app
 * (player_api.php).
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';

export interface Login {
  readonly username: string;
  readonly password: string;
}

export type Kind = 'live' | 'film' | 'series';

export interface Category {
  readonly id: string;
  readonly name: string;
}

/** Channel, film or series in a list. */
export interface Item {
  readonly kind: Kind;
  readonly id: number;
  readonly name: string;
  readonly number: number | undefined;
  readonly icon: string;
  /** File extension of a film's address. */
  readonly container: string;
  /** Number of past days in the archive. The value is 0 without an archive. */
  readonly archiveDays: number;
}

export interface Episode {
  readonly id: string;
  readonly season: number;
  readonly number: number;
  readonly title: string;
  readonly container: string;
}

export interface Programme {
  readonly title: string;
  readonly from: Date;
  readonly until: Date;
  /** False if the programme had ended without being recorded when the guide was read. */
  readonly recorded: boolean;
  /** Reason why a past programme cannot be played. Empty if it can be played. */
  readonly note: string;
}

/** Error with a message for the user. */
export class PlayerError extends Error {
  /**
   * True if the login is wrong or the line has no permission to watch. Other failures can be
   * temporary.
   */
  readonly isRefused: boolean;

  constructor(message: string, { isRefused = false } = {}) {
    super(message);
    this.isRefused = isRefused;
  }
}

const statusTexts: Record<string, string> = {
  expired: 'Sua assinatura venceu. Fale com quem vende para você.',
  disabled: 'Sua assinatura está desativada. Fale com quem vende para você.',
  banned: 'Sua assinatura está bloqueada. Fale com quem vende para você.',
};

async function request<T>(login: Login, parameters: Record<string, string>): Promise<T> {
  const query = new URLSearchParams({ ...login, ...parameters });
  let answer: Response;
  try {
    answer = await fetch(`/player_api.php?${query}`, { cache: 'no-store' });
  } catch {
    throw new PlayerError('Sem resposta. Confira a internet e tente de novo.');
  }
  if (answer.status === 429)
    throw new PlayerError('Muitas tentativas. Espere um pouco e tente de novo.');
  if (!answer.ok) throw new PlayerError('Esta assinatura não pode assistir agora. Entre de novo.');
  return (await answer.json()) as T;
}

/**
 * Checks the login of a line. Throws an error with the reason if the login is wrong or the line has
 * no permission to watch.
 */
export async function signIn(login: Login): Promise<void> {
  const { user_info: user } = await request<{ user_info: { auth: number; status?: string } }>(
    login,
    {},
  );
  if (user.auth !== 1) throw new PlayerError('Usuário ou senha incorretos.', { isRefused: true });
  const refusal = statusTexts[(user.status ?? '').toLowerCase()];
  if (refusal) throw new PlayerError(refusal, { isRefused: true });
}

const actions = {
  live: { categories: 'get_live_categories', items: 'get_live_streams' },
  film: { categories: 'get_vod_categories', items: 'get_vod_streams' },
  series: { categories: 'get_series_categories', items: 'get_series' },
} as const satisfies Record<Kind, { categories: string; items: string }>;

export async function readCategories(login: Login, kind: Kind): Promise<Category[]> {
  const rows = await request<{ category_id: string; category_name: string }[]>(login, {
    action: actions[kind].categories,
  });
  return rows.map((row) => ({ id: row.category_id, name: row.category_name }));
}

interface ItemRow {
  stream_id?: number;
  series_id?: number;
  num?: number;
  name: string;
  stream_icon?: string;
  cover?: string;
  container_extension?: string;
  tv_archive?: number | string;
  tv_archive_duration?: number | string;
}

export async function readItems(login: Login, kind: Kind, categoryId: string): Promise<Item[]> {
  const rows = await request<ItemRow[]>(login, {
    action: actions[kind].items,
    category_id: categoryId,
  });
  return rows.map((row) => ({
    kind,
    id: row.stream_id ?? row.series_id ?? 0,
    name: row.name,
    number: kind === 'live' ? row.num : undefined,
    icon: row.stream_icon ?? row.cover ?? '',
    container: row.container_extension ?? 'mp4',
    archiveDays: Number(row.tv_archive) === 1 ? Number(row.tv_archive_duration) || 0 : 0,
  }));
}

interface EpisodeRow {
  id: string;
  season: number;
  episode_num: number;
  title: string;
  container_extension: string;
}

export async function readEpisodes(login: Login, seriesId: number): Promise<Episode[]> {
  const { episodes } = await request<{ episodes: Record<string, EpisodeRow[]> }>(login, {
    action: 'get_series_info',
    series_id: String(seriesId),
  });
  return Object.values(episodes)
    .flat()
    .map((row) => ({
      id: row.id,
      season: row.season,
      number: row.episode_num,
      title: row.title,
      container: row.container_extension,
    }));
}

interface ProgrammeRow {
  title: string;
  start_timestamp: string;
  stop_timestamp: string;
  has_archive?: number;
  archive_note?: string;
}

/**
 * Reads the guide of a channel, with the past days of its archive. Empty if no guide covers the
 * channel.
 */
export async function readGuide(login: Login, channelId: number): Promise<Programme[]> {
  const { epg_listings: rows } = await request<{ epg_listings: ProgrammeRow[] }>(login, {
    action: 'get_simple_data_table',
    stream_id: String(channelId),
  });
  const now = new Date();
  return rows.map((row) => {
    const until = new Date(Number(row.stop_timestamp) * 1000);
    return {
      title: fromBase64(row.title),
      from: new Date(Number(row.start_timestamp) * 1000),
      until,
      recorded: row.has_archive === 1 || until > now,
      note: row.archive_note ?? '',
    };
  });
}

const fromBase64 = (text: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(text), (sign) => sign.codePointAt(0) ?? 0));

const loginPath = ({ username, password }: Login): string =>
  `${encodeURIComponent(username)}/${encodeURIComponent(password)}`;

const folders = { live: 'live', film: 'movie', series: 'series' } as const;

/**
 * Returns the URL of a stream. Channels are requested as HLS, because browsers can play HLS with
 * hls.js.
 */
export const streamUrl = (
  login: Login,
  kind: Kind,
  id: number | string,
  container: string,
): string => `/${folders[kind]}/${loginPath(login)}/${id}.${kind === 'live' ? 'm3u8' : container}`;

/** Returns the URL of the archive of a channel for the period of a programme. */
export const archiveUrl = (
  login: Login,
  channelId: number,
  { from, until }: Pick<Programme, 'from' | 'until'>,
): string => {
  const minutes = Math.ceil((until.getTime() - from.getTime()) / MINUTE_MS);
  const start = Math.floor(from.getTime() / 1000);
  return `/timeshift/${loginPath(login)}/${minutes}/${start}/${channelId}.m3u8`;
};
