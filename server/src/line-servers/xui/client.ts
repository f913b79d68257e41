/**
 * Client for the admin interface of XUI.ONE and XC_VM. All requests are sent to one URL, with the
 * key and the action in the body. Every response has status 200 and contains JSON. If the response
 * is HTML, the URL is wrong or PHP failed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../foundation/config.ts';
import { fetchUntrusted, readText } from '../../foundation/fetch-untrusted.ts';
import { isProviderUnavailable } from '../../foundation/provider-error.ts';
import { createKeyError, createUnavailableError } from '../port.ts';

interface XuiAccess {
  readonly url: string;
  readonly key: string;
}

export interface XuiAnswer {
  readonly status: string;
  readonly json: Readonly<Record<string, unknown>>;
}

type Value = string | readonly (string | number)[];

/**
 * Parameters of an action. Undefined values are omitted, and arrays are encoded as PHP reads them.
 */
export type XuiParameters = Readonly<Record<string, Value | undefined>>;

export type CallXui = (action: string, parameters?: XuiParameters) => Promise<XuiAnswer>;

const TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 8_000_000;

export const createXuiClient =
  (
    { privateOrigins }: Pick<Config, 'privateOrigins'>,
    { url, key }: XuiAccess,
    signal?: AbortSignal,
  ): CallXui =>
  async (action, parameters = {}) => {
    const text = await post(privateOrigins, url, bodyOf(key, action, parameters), signal);
    const json = parseObject(text);
    if (!json) throw createUnavailableError();
    const status = typeof json.status === 'string' ? json.status : '';
    if (status === 'STATUS_FAILURE' && /api key/i.test(toText(json.error))) throw createKeyError();
    if (status === 'STATUS_NO_PERMISSIONS')
      throw createKeyError('A chave não pode administrar linhas neste servidor.');
    return { status, json };
  };

async function post(
  privateOrigins: readonly string[],
  url: string,
  body: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  try {
    const answer = await fetchUntrusted(privateOrigins, url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(Buffer.byteLength(body)),
      },
      headerTimeoutMs: TIMEOUT_MS,
      idleTimeoutMs: TIMEOUT_MS,
      maxRedirects: 0,
      ...(signal ? { signal } : {}),
    });
    return await readText(answer, MAX_RESPONSE_BYTES);
  } catch (error) {
    // The error of a request that was blocked before a connection contains the reason. It never
    // contains the URL, because the URL contains a secret.
    throw createUnavailableError(error instanceof Error ? error.message : undefined, error);
  }
}

function bodyOf(key: string, action: string, parameters: XuiParameters): string {
  const body = new URLSearchParams({ api_key: key, action });
  for (const [name, value] of Object.entries(parameters)) {
    if (typeof value === 'string') body.append(name, value);
    else for (const item of value ?? []) body.append(`${name}[]`, String(item));
  }
  return body.toString();
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const json: unknown = JSON.parse(text);
    if (Array.isArray(json)) return { data: json };
    return typeof json === 'object' && json !== null
      ? (json as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

export const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Returns the rows, which arrive as a list or as an object with their ids as keys. */
export function toRows({ json }: XuiAnswer): readonly Readonly<Record<string, unknown>>[] {
  const data = json.data ?? json;
  const rows = Array.isArray(data) ? data : typeof data === 'object' ? Object.values(data!) : [];
  return rows.filter(
    (row): row is Record<string, unknown> => typeof row === 'object' && row !== null,
  );
}

const PAUSES_MS = [500, 2_000];

/** Repeats a read that got no answer. Reads change nothing on the server. */
export const withRetries =
  (ask: CallXui): CallXui =>
  async (action, parameters) => {
    for (const pause of PAUSES_MS) {
      try {
        return await ask(action, parameters);
      } catch (error) {
        if (!isProviderUnavailable(error)) throw error;
        await delay(pause);
      }
    }
    return ask(action, parameters);
  };
