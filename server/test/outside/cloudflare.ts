/**
 * Double of Cloudflare's API, version 4, with its response format and error codes. Its zones are
 * pending, as new zones at Cloudflare are.
 */
import { randomBytes } from 'node:crypto';
import { type DoubleRequest, type Double, type DoubleResponse, startDouble } from './double.ts';

interface CloudflareRecord {
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
  /** Names whose zones belong to other accounts. */
  readonly elsewhere: Set<string>;
  /** Number of next requests that are rejected by the rate limit. */
  throttles: number;
  /** Simulates another person who changes a record of the zone. */
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
  const server = await startDouble(nameOf, (request) => answer(state, request));
  const editByHand: CloudflareDouble['editByHand'] = (name, change) => {
    for (const zone of state.zones.values()) {
      const match = zone.records.find((record) => record.name === name);
      if (!match) continue;
      if (change) Object.assign(match, change);
      else zone.records = zone.records.filter((record) => record !== match);
    }
  };
  return Object.assign(state, server, { editByHand });
}

const partsOf = ({ url }: DoubleRequest) => url.pathname.split('/').filter(Boolean);

/** Returns the name of a request: `GET zones`, `POST dns_records`, `PATCH dns_records`. */
function nameOf(request: DoubleRequest): string {
  const [first, , second] = partsOf(request);
  return `${request.method} ${second ?? first}`;
}

const envelope = (status: number, result: unknown, errors: object[] = []): DoubleResponse => ({
  status,
  body: { success: errors.length === 0, errors, messages: [], result },
});

const refusal = (status: number, code: number, message: string) =>
  envelope(status, null, [{ code, message }]);

function answer(state: State, request: DoubleRequest): DoubleResponse {
  if (request.headers.authorization !== `Bearer ${state.token}`)
    return refusal(403, 10000, 'Authentication error');
  if (state.throttles > 0) {
    state.throttles -= 1;
    return { ...refusal(429, 971, 'Please wait'), headers: { 'retry-after': '120' } };
  }
  const [first, zoneId, part, recordId] = partsOf(request);
  if (request.url.pathname === '/user/tokens/verify')
    return envelope(200, { id: id(), status: 'active' });
  if (first === 'accounts')
    return envelope(
      200,
      state.accounts.map((accountId) => ({ id: accountId })),
    );
  if (first === 'zones' && zoneId === undefined)
    return request.method === 'POST'
      ? createZone(state, request.body)
      : zonesFound(state, request.url);
  const zone = [...state.zones.values()].find((candidate) => candidate.id === zoneId);
  if (!zone) return refusal(404, 7003, 'Could not route to zone');
  if (part !== 'dns_records') return refusal(404, 7000, 'No route for that URI');
  return records(zone, request, recordId);
}

const withoutRecords = ({ id: zoneId, name, name_servers, status }: Zone) => ({
  id: zoneId,
  name,
  name_servers,
  status,
});

function zonesFound(state: State, url: URL): DoubleResponse {
  const name = url.searchParams.get('name');
  const all = [...state.zones.values()].filter((zone) => name === null || zone.name === name);
  return envelope(
    200,
    all.slice(0, Number(url.searchParams.get('per_page') ?? 20)).map(withoutRecords),
  );
}

function createZone(state: State, body: DoubleRequest['body']): DoubleResponse {
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

function records(zone: Zone, request: DoubleRequest, recordId: string | undefined): DoubleResponse {
  const { method, url, body } = request;
  if (method === 'GET') {
    const name = url.searchParams.get('name');
    return envelope(
      200,
      zone.records.filter((record) => name === null || record.name === name),
    );
  }
  if (method === 'PATCH') {
    const match = zone.records.find((candidate) => candidate.id === recordId);
    if (!match) return refusal(404, 81044, 'Record does not exist');
    Object.assign(match, body);
    return envelope(200, match);
  }
  if (recordId === 'batch') {
    const { deletes = [], posts = [] } = body as {
      deletes?: { id: string }[];
      posts?: NewRecord[];
    };
    const gone = new Set(deletes.map((entry) => entry.id));
    zone.records = zone.records.filter((record) => !gone.has(record.id));
    return envelope(200, { posts: posts.map((post) => add(zone, post)) });
  }
  return create(zone, body as unknown as NewRecord);
}

function create(zone: Zone, record: NewRecord): DoubleResponse {
  const { name } = record;
  if (name !== zone.name && !name.endsWith(`.${zone.name}`))
    return refusal(400, 9000, 'DNS name is invalid');
  const same = zone.records.filter((existing) => existing.name === name);
  if (same.some((existing) => existing.type === record.type && existing.content === record.content))
    return refusal(400, 81058, 'An identical record already exists.');
  if (same.some((existing) => existing.type === 'CNAME'))
    return refusal(400, 81053, 'An A, AAAA, or CNAME record with that host already exists.');
  return envelope(200, add(zone, record));
}

function add(zone: Zone, record: NewRecord): CloudflareRecord {
  const made = { ...record, id: id() };
  zone.records.push(made);
  return made;
}
