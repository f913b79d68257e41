/**
 * A double of Cloudflare's API, version 4: envelopes, codes, and zones that wait for their name
 * servers.
 */
import { randomBytes } from 'node:crypto';
import { type Asked, type Double, type Said, startDouble } from './double.ts';

export interface CloudflareRecord {
  id: string;
  type: string;
  name: string;
  content: string;
  ttl: number;
  proxied: boolean;
  comment: string | null;
}

interface Zone {
  readonly id: string;
  readonly name: string;
  readonly name_servers: string[];
  readonly status: string;
  records: CloudflareRecord[];
}

export interface CloudflareDouble extends Double {
  token: string;
  accounts: string[];
  readonly zones: Map<string, Zone>;
  /** Zones of other accounts. */
  readonly elsewhere: Set<string>;
  /** Number of next requests that are rejected as too many. */
  throttles: number;
  /** Simulates a change of the zone by another person. */
  editByHand(name: string, change: Partial<CloudflareRecord> | undefined): void;
}

type State = Omit<CloudflareDouble, keyof Double | 'editByHand'>;

const id = () => randomBytes(16).toString('hex');

export async function startCloudflare(): Promise<CloudflareDouble> {
  const state: State = {
    token: 'token-do-cloudflare',
    accounts: [id()],
    zones: new Map(),
    elsewhere: new Set(),
    throttles: 0,
  };
  const server = await startDouble(nameOf, (asked) => answer(state, asked));
  const editByHand: CloudflareDouble['editByHand'] = (name, change) => {
    for (const zone of state.zones.values()) {
      const found = zone.records.find((record) => record.name === name);
      if (!found) continue;
      if (change) Object.assign(found, change);
      else zone.records = zone.records.filter((record) => record !== found);
    }
  };
  return Object.assign(state, server, { editByHand });
}

const partsOf = ({ url }: Asked) => url.pathname.split('/').filter(Boolean);

/** `GET zones`, `POST dns_records`, `PATCH dns_records`. */
function nameOf(asked: Asked): string {
  const [first, , second] = partsOf(asked);
  return `${asked.method} ${second ?? first}`;
}

const envelope = (status: number, result: unknown, errors: object[] = []): Said => ({
  status,
  body: { success: errors.length === 0, errors, messages: [], result },
});

const refusal = (status: number, code: number, message: string) =>
  envelope(status, null, [{ code, message }]);

function answer(state: State, asked: Asked): Said {
  if (asked.headers.authorization !== `Bearer ${state.token}`)
    return refusal(403, 10000, 'Authentication error');
  if (state.throttles > 0) {
    state.throttles -= 1;
    return { ...refusal(429, 971, 'Please wait'), headers: { 'retry-after': '120' } };
  }
  const [first, zoneId, part, recordId] = partsOf(asked);
  if (asked.url.pathname === '/user/tokens/verify')
    return envelope(200, { id: id(), status: 'active' });
  if (first === 'accounts')
    return envelope(
      200,
      state.accounts.map((one) => ({ id: one })),
    );
  if (first === 'zones' && zoneId === undefined)
    return asked.method === 'POST' ? createZone(state, asked.body) : zonesFound(state, asked.url);
  const zone = [...state.zones.values()].find((one) => one.id === zoneId);
  if (!zone) return refusal(404, 7003, 'Could not route to zone');
  if (part !== 'dns_records') return refusal(404, 7000, 'No route for that URI');
  return records(zone, asked, recordId);
}

const withoutRecords = ({ id: zoneId, name, name_servers, status }: Zone) => ({
  id: zoneId,
  name,
  name_servers,
  status,
});

function zonesFound(state: State, url: URL): Said {
  const name = url.searchParams.get('name');
  const all = [...state.zones.values()].filter((zone) => name === null || zone.name === name);
  return envelope(
    200,
    all.slice(0, Number(url.searchParams.get('per_page') ?? 20)).map(withoutRecords),
  );
}

function createZone(state: State, body: Asked['body']): Said {
  const { name, account, type } = body as { name: string; account: { id: string }; type: string };
  if (type !== 'full' || !state.accounts.includes(account?.id))
    return refusal(400, 1068, 'Permission denied');
  if (state.zones.has(name) || state.elsewhere.has(name))
    return refusal(400, 1061, `${name} already exists`);
  const zone: Zone = {
    id: id(),
    name,
    name_servers: ['ana.ns.cloudflare.com', 'bob.ns.cloudflare.com'],
    status: 'pending',
    records: [],
  };
  state.zones.set(name, zone);
  return envelope(200, withoutRecords(zone));
}

type NewRecord = Omit<CloudflareRecord, 'id'>;

function records(zone: Zone, asked: Asked, recordId: string | undefined): Said {
  const { method, url, body } = asked;
  if (method === 'GET') {
    const name = url.searchParams.get('name');
    return envelope(
      200,
      zone.records.filter((one) => name === null || one.name === name),
    );
  }
  if (method === 'PATCH') {
    const found = zone.records.find((one) => one.id === recordId);
    if (!found) return refusal(404, 81044, 'Record does not exist');
    Object.assign(found, body);
    return envelope(200, found);
  }
  if (recordId === 'batch') {
    const { deletes = [], posts = [] } = body as {
      deletes?: { id: string }[];
      posts?: NewRecord[];
    };
    const gone = new Set(deletes.map((one) => one.id));
    zone.records = zone.records.filter((one) => !gone.has(one.id));
    return envelope(200, { posts: posts.map((one) => add(zone, one)) });
  }
  return create(zone, body as unknown as NewRecord);
}

function create(zone: Zone, record: NewRecord): Said {
  const { name } = record;
  if (name !== zone.name && !name.endsWith(`.${zone.name}`))
    return refusal(400, 9000, 'DNS name is invalid');
  const same = zone.records.filter((one) => one.name === name);
  if (same.some((one) => one.type === record.type && one.content === record.content))
    return refusal(400, 81058, 'An identical record already exists.');
  if (same.some((one) => one.type === 'CNAME'))
    return refusal(400, 81053, 'An A, AAAA, or CNAME record with that host already exists.');
  return envelope(200, add(zone, record));
}

function add(zone: Zone, record: NewRecord): CloudflareRecord {
  const made = { ...record, id: id() };
  zone.records.push(made);
  return made;
}
