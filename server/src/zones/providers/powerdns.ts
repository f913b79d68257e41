/**
 * Adapter for PowerDNS Authoritative over its HTTP API. The comment of a record set contains the
 * mark of this installation.
 */
import { requestProvider } from '../../foundation/request-provider.ts';
import {
  classifyStatus,
  isProviderFailure,
  ProviderError,
} from '../../foundation/provider-error.ts';
import {
  type DnsProvider,
  type FoundRecord,
  isRoutingType,
  type WantedRecord,
  createZoneError,
  listParentZones,
} from '../port.ts';

interface PowerDnsAccess {
  /** URL without a trailing slash. */
  readonly baseUrl: string;
  readonly key: string;
  readonly nameServers: readonly string[];
  readonly timeoutMs?: number;
}

interface RecordSet {
  readonly name: string;
  readonly type: string;
  readonly records: readonly { readonly content: string }[];
  readonly comments?: readonly { readonly content: string }[];
}

interface Request {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
}

/**
 * Function that sends a request and returns the answer; undefined for an object that does not
 * exist.
 */
type Ask = <T>(path: string, request?: Request) => Promise<T | undefined>;

const PROVIDER = 'powerdns';

const createAsk =
  ({ baseUrl, key, timeoutMs }: PowerDnsAccess): Ask =>
  async <T>(path: string, request?: Request) => {
    const { status, json } = await requestProvider(`${baseUrl}/api/v1/servers/localhost${path}`, {
      provider: PROVIDER,
      ...request,
      headers: { 'x-api-key': key },
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
    if (status === 404) return undefined;
    if (status >= 300) {
      const { error } = (json ?? {}) as { error?: string };
      const message = error ?? `HTTP ${status}`;
      throw new ProviderError(PROVIDER, classifyStatus(status), { status, message });
    }
    if (status !== 204 && json === undefined)
      throw new ProviderError(PROVIDER, 'unavailable', { message: 'the response is not JSON' });
    return json as T;
  };

/** Adds the final dot, because PowerDNS requires absolute names. */
const dotted = (name: string): string => `${name}.`;

export function powerDns(access: PowerDnsAccess): DnsProvider {
  const ask = createAsk(access);
  const find = async (name: string): Promise<string | undefined> => {
    const zones = await ask<{ id: string }[]>(
      `/zones?${new URLSearchParams({ zone: dotted(name) })}`,
    );
    return zones?.[0]?.id;
  };
  return {
    kind: 'powerdns',
    prove: () => prove(ask),
    ensureZone: async (name) => ({
      zone: (await find(name)) ?? (await createZone(ask, access, name)),
      nameServers: access.nameServers,
    }),
    findZone: async (name) => {
      for (const candidate of listParentZones(name)) {
        const zone = await find(candidate);
        if (zone) return zone;
      }
      return undefined;
    },
    read: (zone, name) => read(ask, zone, name),
    write: (zone, record, existing) => write(ask, zone, record, existing),
    remove: async (zone, name, { handles }) => {
      const rrsets = handles.map(({ type }) => ({
        name: dotted(name),
        type,
        changetype: 'DELETE',
      }));
      await ask(zonePath(zone), { method: 'PATCH', body: { rrsets } });
    },
  };
}

/** Creates and deletes a zone with a reserved name, to prove that the key has write access. */
async function prove(ask: Ask): Promise<string> {
  const server = await ask<{ version?: string }>('');
  const name = dotted(`prova-${Date.now()}.invalid`);
  await ask('/zones', { method: 'POST', body: { name, kind: 'Native', nameservers: [] } });
  await ask(`/zones/${name}`, { method: 'DELETE' });
  return `PowerDNS ${server?.version ?? ''}: uma zona de prova foi criada e excluída.`;
}

async function createZone(
  ask: Ask,
  { nameServers }: PowerDnsAccess,
  name: string,
): Promise<string> {
  const body = { name: dotted(name), kind: 'Native', nameservers: nameServers.map(dotted) };
  try {
    await ask('/zones', { method: 'POST', body });
  } catch (error) {
    // The zone exists because the response to an earlier request was lost.
    if (!isProviderFailure(error, 'conflict')) throw error;
  }
  return dotted(name);
}

const zonePath = (zone: string): string => `/zones/${zone.replaceAll('/', '=2F')}`;

/**
 * Reads the records of a name. The answer is filtered, because versions before 4.8 return the whole
 * zone for every name.
 */
async function read(ask: Ask, zone: string, name: string): Promise<FoundRecord | undefined> {
  const query = new URLSearchParams({ rrset_name: dotted(name) });
  const zoneContent = await ask<{ rrsets?: RecordSet[] }>(`${zonePath(zone)}?${query}`);
  if (!zoneContent) throw createZoneError(PROVIDER);
  const leading = (zoneContent.rrsets ?? []).filter(
    (set) => set.name === dotted(name) && isRoutingType(set.type),
  );
  if (leading.length === 0) return undefined;
  const marks = new Set(leading.map(({ comments }) => comments?.[0]?.content ?? null));
  return {
    values: leading
      .flatMap(({ type, records }) =>
        records.map(({ content }) => `${type} ${content.replace(/\.$/, '')}`),
      )
      .toSorted(),
    mark: marks.size === 1 ? [...marks][0]! : null,
    handles: leading.map(({ type }) => ({ id: name, type })),
  };
}

/** Sends one change for all record sets, which PowerDNS applies completely or not at all. */
async function write(
  ask: Ask,
  zone: string,
  { name, type, ip, ttlSeconds, mark }: WantedRecord,
  existing: FoundRecord | undefined,
): Promise<void> {
  const others = (existing?.handles ?? []).filter((handle) => handle.type !== type);
  await ask(zonePath(zone), {
    method: 'PATCH',
    body: {
      rrsets: [
        ...others.map((handle) => ({
          name: dotted(name),
          type: handle.type,
          changetype: 'DELETE',
        })),
        {
          name: dotted(name),
          type,
          ttl: ttlSeconds,
          changetype: 'REPLACE',
          records: [{ content: ip, disabled: false }],
          comments: [{ content: mark, account: 'ramal' }],
        },
      ],
    },
  });
}
