/**
 * Reads a request of a box or of an app that imitates one. The MAC is in a cookie or in the query,
 * in any spelling and encoded at most twice.
 */
import type { FastifyRequest } from 'fastify';
import { formatMac, isMac } from '@ramal/contract/rules/mac';
import { requestFields } from '../request-fields.ts';

export interface PortalRequest {
  readonly type: string;
  readonly action: string;
  /** Null if the request contains no complete MAC. */
  readonly mac: string | null;
  readonly token: string;
  /** Time zone for texts: the zone of the box, or the zone of the installation. */
  readonly timeZone: string;
  readonly field: (name: string) => string;
  readonly request: FastifyRequest;
}

/** Longest value of a field that is read. Longer ones are cut. */
const MAX_FIELD_LENGTH = 300;

export function readPortalRequest(request: FastifyRequest, timeZone: string): PortalRequest {
  const read = requestFields(request);
  const field = (name: string): string => cleaned(read(name));
  const cookies = cookiesOf(request.headers.cookie ?? '');
  const mac = formatMac((cookies.get('mac') || field('mac')).slice(0, 40));
  return {
    type: field('type').toLowerCase(),
    action: field('action').toLowerCase(),
    mac: isMac(mac) ? mac : null,
    token: bearerOf(request.headers.authorization ?? '') || field('token'),
    timeZone: zoneOr(cookies.get('timezone') ?? '', timeZone),
    field,
    request,
  };
}

/**
 * Replaces control characters and lone surrogates. PostgreSQL cannot store NUL or a lone surrogate.
 */
const cleaned = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim()
    .slice(0, MAX_FIELD_LENGTH);

function cookiesOf(header: string): ReadonlyMap<string, string> {
  const pairs = header.split(';').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [name.trim().toLowerCase(), cleaned(decoded(decoded(value.join('='))))] as const;
  });
  return new Map(pairs);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const bearerOf = (header: string): string => cleaned(/^bearer\s+(.*)$/i.exec(header)?.[1] ?? '');

const zones = new Map<string, boolean>();
const MAX_ZONES = 1_000;

/**
 * Returns the zone if Intl accepts it, otherwise the fallback. Results are cached, because the
 * check takes longer than the rest of a poll.
 */
function zoneOr(name: string, fallback: string): string {
  if (!/^[A-Za-z]+\/[A-Za-z_/+-]{1,40}$/.test(name)) return fallback;
  const cached = zones.get(name);
  if (cached !== undefined) return cached ? name : fallback;
  let isZone = true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    isZone = false;
  }
  if (zones.size < MAX_ZONES) zones.set(name, isZone);
  return isZone ? name : fallback;
}

/** Returns the number in a text such as `1234`; undefined without one. */
export const parseId = (text: string): number | undefined =>
  /^\d{1,15}$/.test(text) ? Number(text) : undefined;
