/**
 * Adapter for Cloudflare's API, version 4. The comment of a record contains the mark of this
 * installation.
 */
import { type ProviderAnswer, requestProvider } from '../../foundation/request-provider.ts';
import { isProviderFailure, ProviderError } from '../../foundation/provider-error.ts';
import {
  type DnsProvider,
  type FoundRecord,
  isRoutingType,
  type WantedRecord,
  listParentZones,
} from '../port.ts';

interface CloudflareAccess {
  /** URL without a trailing slash. */
  readonly baseUrl: string;
  readonly token: string;
  /** Undefined if the token has access to only one account. */
  readonly account: string | undefined;
  readonly timeoutMs?: number;
}

/** After its limit is exceeded, Cloudflare rejects requests for five minutes. */
const THROTTLED_MS = 5 * 60_000;
/** Error codes: the zone or the record already exists. */
const EXISTS = new Set([1061, 81053, 81057, 81058]);
/** Error codes: the zone does not exist, or the token has no access to it. */
const NO_ZONE = new Set([1001, 7000, 7003]);
const KEY_CODES = new Set([10000, 9109, 6003, 6111]);

interface CloudflareError {
  readonly code: number;
  readonly message: string;
}

const PROVIDER = 'cloudflare';

function rejectionOf(status: number, errors: readonly CloudflareError[]): ProviderError {
  const has = (codes: ReadonlySet<number>) => errors.some(({ code }) => codes.has(code));
  const isKey = status === 401 || has(KEY_CODES);
  const kind = isKey ? 'unauthorized' : has(EXISTS) ? 'conflict' : 'rejected';
  const message = errors.map(({ code, message: text }) => `${text} (${code})`).join('; ');
  return new ProviderError(PROVIDER, has(NO_ZONE) ? 'not_found' : kind, {
    status,
    message: message || `HTTP ${status}`,
  });
}

type Ask = <T>(
  path: string,
  request?: { method: 'POST' | 'PATCH' | 'PUT'; body?: unknown },
) => Promise<T>;

const createAsk =
  ({ baseUrl, token, timeoutMs }: CloudflareAccess): Ask =>
  async <T>(path: string, request?: Parameters<Ask>[1]) => {
    const answer = await requestProvider(`${baseUrl}${path}`, {
      provider: PROVIDER,
      ...request,
      headers: { authorization: `Bearer ${token}` },
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
    return resultOf<T>(answer);
  };

/**
 * Returns the result in the body of an answer. Statuses 429 and from 500 always fail. Otherwise the
 * field `success` decides, and not the status.
 */
function resultOf<T>({ status, headers, json }: ProviderAnswer): T {
  if (status === 429)
    throw new ProviderError(PROVIDER, 'rate_limited', {
      status,
      retryAfterMs: Number(headers.get('retry-after')) * 1000 || THROTTLED_MS,
    });
  const { success, errors, result } = (json ?? {}) as {
    success?: boolean;
    errors?: CloudflareError[];
    result?: T;
  };
  if (status >= 500 || success === undefined)
    throw new ProviderError(PROVIDER, 'unavailable', { status });
  if (!success) throw rejectionOf(status, errors ?? []);
  return result as T;
}

interface Zone {
  readonly id: string;
  readonly name_servers?: readonly string[];
}

interface DnsRecord {
  readonly id: string;
  readonly type: string;
  readonly content: string;
  readonly comment: string | null;
}

export function cloudflare(access: CloudflareAccess): DnsProvider {
  const ask = createAsk(access);
  const zoneNamed = async (name: string): Promise<Zone | undefined> =>
    (await ask<Zone[]>(`/zones?${new URLSearchParams({ name, per_page: '1' })}`))[0];
  return {
    kind: 'cloudflare',
    prove: () => prove(ask, access),
    ensureZone: async (name) => {
      const zone = (await zoneNamed(name)) ?? (await createZone(ask, access, name, zoneNamed));
      return { zone: zone.id, nameServers: zone.name_servers ?? [] };
    },
    findZone: async (name) => {
      for (const candidate of listParentZones(name)) {
        const zone = await zoneNamed(candidate);
        if (zone) return zone.id;
      }
      return undefined;
    },
    read: (zone, name) => read(ask, zone, name),
    write: (zone, record, existing) => write(ask, zone, record, existing),
    remove: async (zone, _name, { handles }) => {
      const deletes = handles.map(({ id }) => ({ id }));
      await ask(`${recordsPath(zone)}/batch`, { method: 'POST', body: { deletes } });
    },
  };
}

async function read(ask: Ask, zone: string, name: string): Promise<FoundRecord | undefined> {
  const query = new URLSearchParams({ name, per_page: '100' });
  return foundOf(await ask<DnsRecord[]>(`${recordsPath(zone)}?${query}`));
}

const recordsPath = (zone: string): string => `/zones/${encodeURIComponent(zone)}/dns_records`;

/**
 * Verifies the token and its read access. Write access is not verified, because a zone created for
 * the verification would remain.
 */
async function prove(ask: Ask, access: CloudflareAccess): Promise<string> {
  const { status } = await ask<{ status: string }>('/user/tokens/verify');
  if (status !== 'active')
    throw new ProviderError(PROVIDER, 'unauthorized', { message: `O token está ${status}.` });
  await ask<Zone[]>('/zones?per_page=1');
  await accountOf(ask, access);
  return 'Token ativo, zonas lidas. Que ele também escreve se vê na primeira zona.';
}

async function accountOf(ask: Ask, { account }: CloudflareAccess): Promise<string> {
  if (account) return account;
  const [only, ...more] = await ask<{ id: string }[]>('/accounts?per_page=2');
  if (only && more.length === 0) return only.id;
  const message = only
    ? 'O token alcança várias contas: diga qual.'
    : 'O token não alcança nenhuma conta.';
  throw new ProviderError(PROVIDER, 'rejected', { message });
}

async function createZone(
  ask: Ask,
  access: CloudflareAccess,
  name: string,
  zoneNamed: (name: string) => Promise<Zone | undefined>,
): Promise<Zone> {
  const id = await accountOf(ask, access);
  try {
    return await ask<Zone>('/zones', {
      method: 'POST',
      body: { name, account: { id }, type: 'full' },
    });
  } catch (error) {
    if (!isProviderFailure(error, 'conflict')) throw error;
    // The zone may exist because the response to an earlier request of the panel was lost, or
    // because another account has it.
    const existing = await zoneNamed(name);
    if (!existing) throw error;
    return existing;
  }
}

function foundOf(records: readonly DnsRecord[]): FoundRecord | undefined {
  const leading = records.filter(({ type }) => isRoutingType(type));
  if (leading.length === 0) return undefined;
  const marks = new Set(leading.map(({ comment }) => comment));
  return {
    values: leading.map(({ type, content }) => `${type} ${content}`).toSorted(),
    mark: marks.size === 1 ? [...marks][0]! : null,
    handles: leading.map(({ id, type }) => ({ id, type })),
  };
}

/** Writes records without Cloudflare's proxy, which does not allow video. */
async function write(
  ask: Ask,
  zone: string,
  { name, type, ip, ttlSeconds, mark }: WantedRecord,
  existing: FoundRecord | undefined,
): Promise<void> {
  const body = { type, name, content: ip, ttl: ttlSeconds, proxied: false, comment: mark };
  const path = recordsPath(zone);
  const [only, ...more] = existing?.handles ?? [];
  try {
    if (!only) await ask(path, { method: 'POST', body });
    else if (more.length === 0 && only.type === type)
      await ask(`${path}/${encodeURIComponent(only.id)}`, { method: 'PATCH', body });
    else
      await ask(`${path}/batch`, {
        method: 'POST',
        body: { deletes: [only, ...more].map(({ id }) => ({ id })), posts: [body] },
      });
  } catch (error) {
    if (!isProviderFailure(error, 'conflict')) throw error;
  }
}
