/**
 * Requests data from the Xtream panel of a list: its time zone, and the number of days that it
 * records of each channel. Playlists of such panels often contain no archive.
 */
import { MAX_ARCHIVE_DAYS } from '@ramal/contract/catalogue/archive';
import type { SourceHeaders } from '@ramal/contract/catalogue/source-headers';
import { z } from 'zod';
import { fetchSource, withSourceHeaders } from '../../foundation/untrusted/fetch-source.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Entry } from '../entry.ts';
import { parseXtreamAddress } from './archive-address.ts';

export interface XtreamArchives {
  readonly host: string;
  readonly timeZone: string;
  /** Number of recorded days by the channel's id at the panel. */
  readonly days: ReadonlyMap<string, number>;
}

const count = z.union([z.number(), z.string()]).transform(Number).catch(0);
const streams = z.array(
  z.object({
    stream_id: z.union([z.number(), z.string()]).transform(String),
    tv_archive: count,
    tv_archive_duration: count,
  }),
);
const account = z.object({
  server_info: z.object({ timezone: z.string().catch('UTC') }),
  user_info: z.object({ active_cons: count, max_connections: count }).optional(),
});

const TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/**
 * Reads the archives of the panel. Returns undefined if the address is not a `get.php` or the panel
 * does not answer.
 */
export async function readXtreamArchives(
  ctx: AppContext,
  listAddress: string,
  headers: SourceHeaders = {},
): Promise<XtreamArchives | undefined> {
  if (!URL.canParse(listAddress)) return undefined;
  const url = new URL(listAddress);
  const [username, password] = ['username', 'password'].map((name) => url.searchParams.get(name));
  if (!url.pathname.endsWith('/get.php') || !username || !password) return undefined;
  const base = url.origin + url.pathname.slice(0, -'/get.php'.length);
  try {
    const login = { base, user: username, password, headers };
    const signIn = await readXtreamAccount(ctx, login);
    const rows = streams.parse(await ask(ctx, login, 'get_live_streams'));
    const days = new Map(
      rows
        .filter((row) => row.tv_archive === 1 && row.tv_archive_duration > 0)
        .map((row) => [row.stream_id, Math.min(row.tv_archive_duration, MAX_ARCHIVE_DAYS)]),
    );
    return { host: url.hostname, timeZone: signIn.timeZone, days };
  } catch (error) {
    ctx.log.info({ err: error }, 'the panel of a list did not describe its archives');
    return undefined;
  }
}

/** Login at the panel. Name and password are not URL-encoded. */
interface XtreamLogin {
  readonly base: string;
  readonly user: string;
  readonly password: string;
  readonly headers?: SourceHeaders;
}

/**
 * Reads the account and the time zone of the panel. Throws if the panel does not answer in the
 * protocol.
 */
export async function readXtreamAccount(ctx: AppContext, login: XtreamLogin) {
  const { server_info: server, user_info: user } = account.parse(await ask(ctx, login, ''));
  return {
    timeZone: isTimeZone(server.timezone) ? server.timezone : 'UTC',
    connections: user?.active_cons ?? null,
    maxConnections: user?.max_connections ?? null,
  };
}

async function ask(ctx: AppContext, login: XtreamLogin, action: string): Promise<unknown> {
  const query = new URLSearchParams({
    username: login.user,
    password: login.password,
    ...(action && { action }),
  });
  const { status, body } = await fetchSource(
    ctx.config.privateOrigins,
    withSourceHeaders(`${login.base}/player_api.php?${query}`, login.headers ?? {}),
    { signal: AbortSignal.timeout(TIMEOUT_MS) },
  );
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    if (status !== 200) throw new Error(`status ${status}`);
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) throw new Error('the answer is too large');
      chunks.push(chunk);
    }
  } finally {
    body.destroy();
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone }).format();
    return true;
  } catch {
    return false;
  }
}

/**
 * Adds the archive of the panel to an entry of its list. The panel's number of days takes
 * precedence, because it is more reliable than the list.
 */
export function withXtreamArchive(entry: Entry, panel: XtreamArchives | undefined): Entry {
  if (!panel || entry.kind !== 'live' || entry.source === '') return entry;
  const url = new URL(entry.source);
  const stream = parseXtreamAddress(url);
  if (!stream || url.hostname !== panel.host) return entry;
  const days = panel.days.get(stream.id);
  if (days === undefined) return entry;
  return {
    ...entry,
    archive: {
      kind: 'xtream',
      address: entry.source,
      days,
      timeZone: panel.timeZone,
      correctionSeconds: 0,
    },
  };
}
