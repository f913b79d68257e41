/** Reads the calls of media servers: the viewer's login and the stream. */
import { z } from 'zod';
import type { Login } from '../request-fields.ts';

/** Reads `username` and `password` of a query string, with or without its question mark. */
export function loginIn(query: string): Login {
  const fields = new URLSearchParams(query.replace(/^[?&]/, ''));
  return { username: fields.get('username') ?? '', password: fields.get('password') ?? '' };
}

/**
 * Returns the stream's number in the catalogue, by which media servers identify it: `12`,
 * `live/12`, `12.m3u8`, `hls/12/7.ts`.
 */
export function streamIn(path: string): number | undefined {
  const parts = path.split('/').filter((part) => part !== '');
  const folder = parts.slice(0, -1).findLast((part) => NUMBER.test(part));
  const last = FILE.exec(parts.at(-1) ?? '')?.[1];
  const number = folder ?? last;
  return number === undefined ? undefined : Number(number);
}

const NUMBER = /^\d{1,15}$/;
const FILE = /^(\d{1,15})(?:\.[a-z0-9]{1,5})?$/i;

/**
 * Parses `/live/name/password/12.m3u8`, the form that players use. Otherwise reads name and
 * password from the query.
 */
export function originalRequest(uri: string): { login: Login; streamId: number | undefined } {
  const [path = '', query = ''] = uri.split('?', 2);
  const match = /^\/(?:live|movie|series)\/([^/]+)\/([^/]+)\/(\d{1,15})(?:\.[a-z0-9]{1,5})?$/i.exec(
    path,
  );
  if (!match) return { login: loginIn(query), streamId: streamIn(path) };
  const [, username = '', password = '', id] = match;
  return {
    login: { username: decoded(username), password: decoded(password) },
    streamId: Number(id),
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const text = z.union([z.string().max(2000), z.number().transform(String)]).catch('');

/**
 * Creates the schema of a call's body. A body that is not an object counts as an object without
 * fields.
 */
const callOf = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.preprocess(
    (body) => (typeof body === 'object' && body !== null ? { ...body } : {}),
    z.object(fields),
  );

export const mediaMtxCall = callOf({
  user: text,
  password: text,
  ip: text,
  action: text,
  path: text,
  protocol: text,
  id: text,
  query: text,
  userAgent: text,
});

export const flussonicCall = callOf({
  name: text,
  proto: text,
  ip: text,
  session_id: text,
  token: text,
  user_agent: text,
  host: text,
  qs: text,
});

export const srsCall = callOf({
  action: text,
  client_id: text,
  ip: text,
  vhost: text,
  stream: text,
  param: text,
});
