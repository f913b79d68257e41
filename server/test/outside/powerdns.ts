/**
 * Double of PowerDNS's API. Names end with a dot, and a change always replaces a whole record set.
 */
import { type DoubleRequest, type Double, type DoubleResponse, startDouble } from './double.ts';

export interface RecordSet {
  name: string;
  type: string;
  ttl: number;
  records: { content: string; disabled: boolean }[];
  comments: { content: string; account: string }[];
}

export interface PowerDnsDouble extends Double {
  key: string;
  readonly zones: Map<string, RecordSet[]>;
}

type State = Omit<PowerDnsDouble, keyof Double>;

export async function startPowerDns(): Promise<PowerDnsDouble> {
  const state: State = { key: 'chave-do-powerdns', zones: new Map() };
  const server = await startDouble(nameOf, (request) => answer(state, request));
  return Object.assign(state, server);
}

const BASE = '/api/v1/servers/localhost';

/** Returns the name of a request: `GET zones`, `GET zone`, `PATCH zone`. */
const nameOf = ({ method, url }: DoubleRequest): string => {
  const [first, zone] = url.pathname.slice(BASE.length).split('/').filter(Boolean);
  return `${method} ${zone ? 'zone' : (first ?? 'server')}`;
};

const plain = (status: number, text: string): DoubleResponse => ({
  status,
  body: text,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
});

function answer(state: State, { method, url, headers, body }: DoubleRequest): DoubleResponse {
  if (headers['x-api-key'] !== state.key) return plain(401, 'Unauthorized');
  if (!url.pathname.startsWith(BASE)) return plain(404, 'Not Found');
  const [first, zone] = url.pathname.slice(BASE.length).split('/').filter(Boolean);
  if (first === undefined) return { status: 200, body: { type: 'Server', version: '4.7.3' } };
  if (zone === undefined)
    return method === 'POST' ? createZone(state, body) : zonesFound(state, url);
  const sets = state.zones.get(zone);
  if (!sets) return plain(404, 'Not Found');
  if (method === 'DELETE') {
    state.zones.delete(zone);
    return { status: 204 };
  }
  if (method === 'PATCH') return change(sets, zone, body.rrsets as Change[]);
  return { status: 200, body: { id: zone, name: zone, kind: 'Native', rrsets: sets } };
}

function zonesFound(state: State, url: URL): DoubleResponse {
  const wanted = url.searchParams.get('zone');
  const all = [...state.zones.keys()].filter((name) => wanted === null || name === wanted);
  return { status: 200, body: all.map((name) => ({ id: name, name, kind: 'Native' })) };
}

function createZone(state: State, body: DoubleRequest['body']): DoubleResponse {
  const { name, nameservers = [] } = body as { name: string; nameservers?: string[] };
  if (![name, ...nameservers].every((host) => host.endsWith('.')))
    return { status: 422, body: { error: `DNS Name '${name}' is not canonical` } };
  if (state.zones.has(name)) return plain(409, 'Conflict');
  state.zones.set(
    name,
    nameservers.length === 0
      ? []
      : [
          {
            name,
            type: 'NS',
            ttl: 3600,
            records: nameservers.map((content) => ({ content, disabled: false })),
            comments: [],
          },
        ],
  );
  return { status: 201, body: { id: name, name, rrsets: state.zones.get(name) } };
}

type Change = RecordSet & { changetype: 'REPLACE' | 'DELETE' };

function change(sets: RecordSet[], zone: string, changes: readonly Change[]): DoubleResponse {
  let after = [...sets];
  for (const { changetype, ...set } of changes) {
    if (set.name !== zone && !set.name.endsWith(`.${zone}`))
      return {
        status: 422,
        body: { error: `RRset ${set.name} IN ${set.type}: Name is out of zone` },
      };
    after = after.filter((existing) => existing.name !== set.name || existing.type !== set.type);
    if (changetype === 'DELETE') continue;
    const others = after.filter((existing) => existing.name === set.name).map(({ type }) => type);
    if (others.length > 0 && [set.type, ...others].includes('CNAME'))
      return {
        status: 422,
        body: { error: `RRset ${set.name} IN ${set.type}: Conflicts with pre-existing RRset` },
      };
    after.push(set);
  }
  sets.splice(0, sets.length, ...after);
  return { status: 204 };
}
