/**
 * Converts the requests of players to their plain form before routing. URLs arrive with repeated
 * slashes, `&amp;`, blanks, upper case or without extension, and some apps use the paths of other
 * panels.
 */

/**
 * First path segments of the player and of similar servers. No screen of the panel begins with one
 * of them.
 */
const FOLDERS = new Set(
  (
    'live movie series timeshift timeshifts streaming hls s ss playlist epg xmltv ' +
    'player_api panel_api c server stalker_portal ministra'
  ).split(' '),
);
/**
 * First path segments of the panel and the portal. A URL that begins with one of them is never
 * changed to a player's URL.
 */
const PANEL_FOLDERS = /^(?:api|settings|assets|backgrounds|brand-files|media|portal)$/i;
/**
 * Matches calls of the panel that need no change, such as `/api/boxes/5` and `/api/lines?page=2`.
 */
const PLAIN_CALL = /^\/api(?:\/[\w-]+)+(?:\?[\w=.-]+)?$/;
/** First path segments of pages. Their URLs keep the slash at the end. */
const PAGES = /^(?:c|stalker_portal|ministra)$/;
const SCRIPT = /\.php$/i;
const STREAM_FILE = /^(\d{1,15})\.([a-z0-9]{0,9})$/i;
/** Extensions that apps write if the server sent no extension. */
const NO_EXTENSION = new Set(['', 'null', 'undefined']);
/**
 * Query fields whose values are also converted to lower case. Their accepted values are a fixed set
 * in lower case.
 */
const CODES = new Set(['action', 'type', 'output', 'key']);
const NAMES = new Set(
  (
    'username password stream stream_id vod_id series_id category_id limit gzip start duration ' +
    [...CODES].join(' ')
  ).split(' '),
);

/** True if the path belongs to the player or to a similar server, even if no route has it. */
export function isPlayerPath(pathname: string): boolean {
  const parts = pathname.split('/').filter((part) => part !== '');
  const [first = '', , last = ''] = parts;
  if (PANEL_FOLDERS.test(first)) return false;
  if (FOLDERS.has(first.toLowerCase())) return true;
  if (parts.some((part) => /\.(?:php|ts|m3u8?)$/i.test(part))) return true;
  if (/\/(?:live|movie|series)\/[^/]+\/[^/]+\/\d+$/i.test(pathname)) return true;
  return parts.length === 3 && /^\d+(?:\.\w{0,9})?$/.test(last);
}

/**
 * Returns the plain form of a request's URL. In a URL of the panel only repeated slashes and
 * `&amp;` are replaced.
 */
export function plainUrl(url: string): string {
  if (url.startsWith('/hls/') || PLAIN_CALL.test(url)) return url;
  const [written, query] = splitUrl(url);
  const pathname = written.replace(/\/{2,}/g, '/').replace(/(\.php)\/$/i, '$1');
  const plainQuery = query.replace(/&(?:amp;)+/gi, '&').replace(/^\?+/, '');
  const parts = pathname.split('/').map(plainPart).filter(isNotEmpty);
  if (!isPlayerPath(`/${parts.join('/')}`) && !isBareScript(parts, plainQuery))
    return joinUrl(pathname, plainQuery);
  return toOwnPath(parts, pathname.endsWith('/'), plainQuery.split('&').map(plainPair));
}

/** Returns the value of a field of a query or a form without blanks at its ends. */
export function plainField(name: string, value: string): [name: string, value: string] {
  const lower = name.trim().toLowerCase();
  const plain = plainText(value);
  return NAMES.has(lower) ? [lower, CODES.has(lower) ? plain.toLowerCase() : plain] : [name, plain];
}

/** Splits at the query. Some apps encode the question mark, or write `&` in its place. */
function splitUrl(url: string): [pathname: string, query: string] {
  const [, script, fields] = /^([^?&]*\.php\/?)(?:%3f|&(?:amp;)?)(.*)$/i.exec(url) ?? [];
  if (script !== undefined) return [script, fields ?? ''];
  const end = url.indexOf('?');
  return end < 0 ? [url, ''] : [url.slice(0, end), url.slice(end + 1)];
}

const joinUrl = (pathname: string, query: string): string =>
  query === '' ? pathname : `${pathname}?${query}`;

const isNotEmpty = (part: string): boolean => part !== '';

/** Removes blanks at both ends, and characters without width, which copied texts contain. */
const plainText = (text: string): string => text.replace(/[\u200b-\u200d\u2060\ufeff]/g, '').trim();

function plainPart(part: string): string {
  if (!part.includes('%')) return part;
  const text = decoded(part);
  const plain = plainText(text);
  return plain === text ? part : encodeURIComponent(plain);
}

function plainPair(pair: string): string {
  const at = pair.indexOf('=');
  if (at < 0) return pair;
  const written = pair.slice(at + 1);
  const value = decoded(written.replaceAll('+', ' '));
  const [name, plain] = plainField(decoded(pair.slice(0, at)), value);
  return `${encodeURIComponent(name)}=${plain === value ? written : encodeURIComponent(plain)}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** True for `/get?username=…`: a script without its extension. */
const isBareScript = ([first = '', ...rest]: readonly string[], query: string): boolean =>
  rest.length === 0 && /^get$/i.test(first) && /(?:^|&)username=/i.test(query);

type Fields = readonly string[];

/**
 * URLs of other panels that contain the fields as path segments:
 * `/playlist/{username}/{password}/{type}/{output}`.
 */
const pathStyles: Readonly<Record<string, { script: string; more: readonly string[] }>> = {
  player_api: { script: 'player_api', more: ['action'] },
  playlist: { script: 'get', more: ['type', 'output'] },
  epg: { script: 'xmltv', more: [] },
  xmltv: { script: 'xmltv', more: [] },
};
const bareScripts: Readonly<Record<string, string>> = {
  get: 'get',
  xmltv: 'xmltv',
  player_api: 'player_api',
};
/** Older name of `player_api`. */
const PANEL_API = /^panel_api(?:\.php)?$/i;

function toOwnPath(parts: readonly string[], isFolder: boolean, fields: Fields): string {
  const [written = '', ...rest] = parts;
  const first = FOLDERS.has(written.toLowerCase()) ? written.toLowerCase() : written;
  const query = (added: Fields = []): string =>
    [...added, ...fields].filter((field) => field !== '').join('&');
  if (PANEL_API.test(written)) {
    const login = rest.length >= 2 ? fieldsOfPath(rest, []) : [];
    return joinUrl('/player_api.php', query(['action=panel_api', ...login]));
  }
  const bare = bareScripts[written.toLowerCase()];
  if (rest.length === 0 && bare !== undefined) return joinUrl(`/${bare}.php`, query());
  const style = pathStyles[first];
  if (style && rest.length >= 2)
    return joinUrl(`/${style.script}.php`, query(fieldsOfPath(rest, style.more)));
  const plain = [first, ...rest].map((part) => (SCRIPT.test(part) ? part.toLowerCase() : part));
  const last = plain.at(-1)!;
  const slash = isFolder && (PAGES.test(first) || rest.length === 0) ? '/' : '';
  return joinUrl(`/${[...plain.slice(0, -1), plainFile(last)].join('/')}${slash}`, query());
}

function fieldsOfPath(
  [username, password, ...more]: readonly string[],
  names: readonly string[],
): string[] {
  const values = [`username=${inQuery(username!)}`, `password=${inQuery(password!)}`];
  names.forEach((name, at) => {
    if (more[at] !== undefined) values.push(`${name}=${inQuery(more[at])}`);
  });
  if (more.includes('gz')) values.push('gzip=1');
  return values.map(plainPair);
}

/** Escapes a part of a path for use in a query, where a plus sign would mean a blank. */
const inQuery = (part: string): string => part.replaceAll('+', '%2B').replaceAll('&', '%26');

function plainFile(file: string): string {
  const [, number, extension] = STREAM_FILE.exec(file) ?? [];
  if (number === undefined) return file;
  const ending = extension!.toLowerCase();
  return NO_EXTENSION.has(ending) ? number : `${number}.${ending}`;
}
