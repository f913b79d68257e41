/**
 * URLs of a line that a customer types or opens, and default texts to send with them
 * (Q-LINKDEFAULTS). The texts contain only URLs that the player answers.
 */
import { randomInt } from 'node:crypto';
import type { lineLinks } from '@ramal/contract/lines/iptv-lines';
import type { Inside } from '@ramal/contract/api/translated';
import { reachedUrl, type RequestMeta } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';

export interface LineLogin {
  readonly username: string;
  readonly password: string;
  readonly shortCode: string;
  /** URL that apps use instead of the panel's player; set only for a line on an external server. */
  readonly serverUrl?: string | null;
}

type LineUrls = Required<Inside<typeof lineLinks>>;

/**
 * Returns the player's base URL (scheme, host and port) for a request to the panel. Only this
 * function decides the host of a link. `linkHost` is the host that an account chose for its links
 * (Q-TEXTS).
 */
export function playerBaseUrl(
  ctx: AppContext,
  requestMeta: RequestMeta,
  linkHost: string | null = null,
): string {
  const { publicUrl, port, playerPort } = ctx.config;
  const url = new URL(baseUrlOfRequest(ctx, requestMeta));
  if (!publicUrl && playerPort !== port) url.port = String(playerPort);
  if (linkHost !== null) url.hostname = linkHost;
  return url.origin;
}

/**
 * Returns the configured public URL. Without one, returns the base URL that the request used,
 * because its host is known to work.
 */
export function baseUrlOfRequest({ config }: AppContext, requestMeta: RequestMeta): string {
  if (config.publicUrl) return config.publicUrl;
  const url = reachedUrl(requestMeta);
  return URL.canParse(url) ? new URL(url).origin : `http://localhost:${config.playerPort}`;
}

/**
 * Returns the links of a line. Short links always use the panel's host and redirect to the line's
 * server.
 */
export function lineUrls(baseUrl: string, line: LineLogin): LineUrls {
  const playerUrl = line.serverUrl ?? baseUrl;
  const list = (kind: PlaylistKind) => playerUrl + playlistPath(kind, line);
  const short = (kind: PlaylistKind) => `${baseUrl}/s/${line.shortCode}${suffixes[kind]}`;
  return {
    m3u8: list('ts'),
    m3u8Short: short('ts'),
    hls: list('hls'),
    hlsShort: short('hls'),
    ssiptv: list('ssiptv'),
    ssiptvShort: short('ssiptv'),
    smarters: playerUrl,
    ...lineTexts(playerUrl, line, short('ts')),
  };
}

/** Forms of a line's playlist. A suffix of the short code selects the form. */
type PlaylistKind = 'ts' | 'hls' | 'ssiptv';
const suffixes: Record<PlaylistKind, string> = { ts: '', hls: 'h', ssiptv: 's' };

/** Returns the real path of a playlist, without scheme and host. */
export function playlistPath(
  kind: PlaylistKind,
  { username, password, serverUrl }: Omit<LineLogin, 'shortCode'>,
): string {
  const [user, pass] = [encodeURIComponent(username), encodeURIComponent(password)];
  if (kind === 'ssiptv' && serverUrl)
    // SS IPTV accepts plain playlists, and its televisions work best with HLS.
    return `/get.php?username=${user}&password=${pass}&type=m3u_plus&output=hls`;
  if (kind === 'ssiptv') return `/ss/${user}/${pass}`;
  return `/get.php?username=${user}&password=${pass}&type=m3u_plus&output=${kind}`;
}

/**
 * Letters of short codes, easy to type with a remote control. Letters that look similar are
 * excluded, and vowels too, so that codes contain no words.
 */
const ALPHABET = 'bcdfghjkmnpqrstvwxyz23456789';
const CODE_LENGTH = 10;

/**
 * Returns a random code for a line's short links. Codes are unique in the database, so the caller
 * must handle a conflict (Q-SHORTENER).
 */
export const newShortCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

const WRITTEN = new RegExp(`^([${ALPHABET}]{${CODE_LENGTH}})([a-z]?)$`);

/**
 * Splits the text after /s/ into code and kind. Upper case counts as lower case, because some
 * remote controls type upper case.
 */
export function readShortLink(text: string): { code: string; kind: PlaylistKind } | undefined {
  const [, code, suffix] = WRITTEN.exec(text.toLowerCase()) ?? [];
  const kind = (Object.keys(suffixes) as PlaylistKind[]).find((key) => suffixes[key] === suffix);
  return code && kind ? { code, kind } : undefined;
}

/** Path that a MAG box or an app of its kind opens as its portal. */
const PORTAL_PATH = '/c/';

/** Returns texts for customers. Each contains everything, because each can be copied alone. */
export function lineTexts(
  baseUrl: string,
  { username, password, serverUrl }: Omit<LineLogin, 'shortCode'>,
  list: string,
) {
  const login = `Servidor: ${baseUrl}\nUsuário: ${username}\nSenha: ${password}`;
  return {
    franchise:
      'Assista na TV, no celular ou no computador com um aplicativo de sua escolha que aceite login ' +
      `Xtream, como IPTV Smarters ou XCIPTV:\n${login}\n\n` +
      `Se o aplicativo pedir uma lista M3U, use este endereço:\n${list}`,
    // The MAC of a box is registered only for lines of this installation.
    stb:
      (serverUrl
        ? ''
        : `Na caixa MAG ou no aplicativo de portal (STB), use este endereço e diga o MAC a quem vende para você:\n${baseUrl}${PORTAL_PATH}\n\n`) +
      `Na TV Box, abra um aplicativo com login Xtream e preencha:\n${login}`,
    // The login is after the #, which browsers neither send to a server nor log. The panel's web
    // player plays only lines of this installation.
    webPlayer: serverUrl
      ? `No navegador, abra um player web que aceite login Xtream e preencha:\n${login}`
      : `No navegador do computador ou do celular, abra este endereço e assista:\n${baseUrl}/web#${new URLSearchParams({ usuario: username, senha: password })}`,
    xCloud: `No XCloud, escolha entrar com login Xtream e preencha:\n${login}`,
  };
}
