/**
 * Double of the admin API of XUI.ONE and XC_VM, as the reference sheet describes it, with its
 * faults. Below its access code it always answers 200, and numbers are text. An edit resets the
 * fields that the request does not contain. Names are unique, and a search matches parts of names.
 * A test can make it fail before, during and after its work.
 */
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A row of `lines`, as PHP returns it. */
type XuiDoubleLine = Record<string, string | null>;

export type XuiFault =
  /** The connection breaks before the request has an effect. */
  | 'dropped'
  /** The request has its effect, but the response is lost. */
  | 'answer-lost'
  /** The request has its effect, but the response stops in the middle. */
  | 'half-answer'
  /** PHP failed and returns an error page with status 200. */
  | 'page'
  | 'empty'
  | 'failure'
  /**
   * A proxy sends the request twice. Both requests are executed, and the client receives the second
   * response.
   */
  | 'twice'
  /** The request has its effect only after the response to the next request. */
  | 'late';

export interface XuiDouble {
  /** URL, which contains the access code. */
  readonly url: string;
  readonly lines: Map<string, XuiDoubleLine>;
  readonly users: Record<string, string | null>[];
  readonly packages: Record<string, string>[];
  readonly bouquets: Record<string, string>[];
  /** Received requests, oldest first, with their object. */
  readonly requests: string[];
  /** Faults of the next requests, in order. Undefined means no fault. */
  faults: (XuiFault | undefined)[];
  /** Names of lines that the double rejects, even if everything else in the request is correct. */
  readonly refusedNames: Set<string>;
  key: string;
  /**
   * Format in which the double reads bouquets. `listsAs` is the format in which it returns lists.
   */
  bouquetsAs: 'json' | 'array';
  listsAs: 'table' | 'wrapped' | 'map';
  /** Maximum number of rows in a response. The request cannot raise it. */
  largestPage: number;
  /** Index of the first hidden line. Lists count the hidden lines, but do not contain them. */
  hidesFrom: number;
  seed(line: Partial<XuiDoubleLine>): XuiDoubleLine;
  /** Executes the work of a `late` fault now. */
  settle(): void;
  close(): Promise<void>;
}

export async function startXui(): Promise<XuiDouble> {
  const code = randomBytes(8).toString('hex');
  const late: (() => unknown)[] = [];
  let lastId = 0;
  const double: XuiDouble = {
    url: '',
    lines: new Map(),
    users: [],
    packages: [
      { id: '11', package_name: 'Completo XUI', bouquets: '[1,2]' },
      { id: '12', package_name: 'Sem adultos XUI', bouquets: '[1]' },
    ],
    bouquets: [
      { id: '1', bouquet_name: 'Canais XUI' },
      { id: '2', bouquet_name: 'Adultos XUI' },
      { id: '3', bouquet_name: 'Filmes XUI' },
    ],
    requests: [],
    faults: [],
    refusedNames: new Set(),
    key: randomBytes(16).toString('hex'),
    bouquetsAs: 'json',
    listsAs: 'table',
    largestPage: Infinity,
    hidesFrom: Infinity,
    seed: (line) => {
      lastId += 1;
      const row = { ...emptyLine, id: String(lastId), ...line } as XuiDoubleLine;
      double.lines.set(row.id!, row);
      return row;
    },
    settle: () => late.splice(0).forEach((work) => work()),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const newId = () => String((lastId += 1));
  const server = http.createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => (text += String(piece)));
    request.on('end', () => {
      if (!request.url?.startsWith(`/${code}/`)) {
        response.writeHead(404, { 'content-type': 'text/html' }).end('<html>404</html>');
        return;
      }
      const form = new URLSearchParams(text);
      const action = form.get('action') ?? '';
      double.requests.push(`${action} ${form.get('username') ?? form.get('id') ?? ''}`.trim());
      const work = () => JSON.stringify(answer(double, form, newId));
      const fault = double.faults.shift();
      if (fault === 'dropped') return void request.socket.destroy();
      if (fault === 'late') {
        late.push(work);
        return void request.socket.destroy();
      }
      const body = bodyOf(fault, work);
      if (fault === 'twice') double.requests.push(`${action} again`);
      // The work of a `late` fault is executed after the response of this request.
      response.once('close', () => double.settle());
      if (fault === 'answer-lost') return void request.socket.destroy();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(double, { url: `http://127.0.0.1:${port}/${code}` });
}

function bodyOf(fault: XuiFault | undefined, work: () => string): string {
  if (fault === 'page') return '<br /><b>Fatal error</b>: Allowed memory size exhausted';
  if (fault === 'empty') return '';
  if (fault === 'failure') return JSON.stringify({ status: 'STATUS_FAILURE' });
  if (fault === 'twice') work();
  const body = work();
  return fault === 'half-answer' ? body.slice(0, Math.floor(body.length / 2)) : body;
}

const emptyLine: XuiDoubleLine = {
  id: null,
  member_id: '1',
  username: null,
  password: null,
  exp_date: null,
  admin_enabled: '1',
  enabled: '1',
  admin_notes: '',
  reseller_notes: '',
  bouquet: '[]',
  allowed_outputs: '[]',
  max_connections: '1',
  is_restreamer: '0',
  is_trial: '0',
  is_mag: '0',
  is_e2: '0',
  is_stalker: '0',
  is_isplock: '0',
  bypass_ua: '0',
  allowed_ips: '[]',
  allowed_ua: '[]',
  forced_country: '',
  force_server_id: '0',
  created_at: '1700000000',
  pair_id: null,
  package_id: null,
  contact: '',
};

type Answer = Record<string, unknown>;

function answer(double: XuiDouble, form: URLSearchParams, newId: () => string): Answer {
  if (form.get('api_key') !== double.key)
    return { status: 'STATUS_FAILURE', error: 'Invalid API key.' };
  const id = form.get('id') ?? '';
  const line = double.lines.get(id);
  switch (form.get('action')) {
    case 'get_packages':
      return listOf(double, double.packages);
    case 'get_bouquets':
      return listOf(double, double.bouquets);
    case 'get_groups':
      return listOf(double, [
        { group_id: '1', group_name: 'Administrators', is_admin: '1', is_reseller: '0' },
        { group_id: '2', group_name: 'Resellers', is_admin: '0', is_reseller: '1' },
      ]);
    case 'get_users':
      return pageOf({ ...double, hidesFrom: Infinity }, double.users, form);
    case 'get_lines':
      return pageOf(double, [...double.lines.values()].map(listed), form);
    case 'get_line':
      return line ? success({ ...line }) : failure();
    case 'create_line':
      return write(double, form, { ...emptyLine, id: null }, newId);
    case 'edit_line':
      // The double saves as REPLACE INTO does. Only the id and columns that the form never contains
      // keep their old value. All other columns are reset.
      return line
        ? write(double, form, { ...emptyLine, id, created_at: line.created_at! }, newId)
        : failure();
    case 'delete_line':
      return double.lines.delete(id) ? success({}) : failure();
    case 'enable_line':
    case 'disable_line':
      return set(line, 'enabled', form.get('action') === 'enable_line');
    case 'ban_line':
    case 'unban_line':
      return set(line, 'admin_enabled', form.get('action') === 'unban_line');
    default:
      return { status: 'STATUS_FAILURE', error: 'Invalid action.' };
  }
}

/**
 * Returns a line as lists show it: with more fields than the row, but not with all of its fields.
 */
function listed(line: XuiDoubleLine): XuiDoubleLine {
  const shown = Object.entries(line).filter(([name]) => !unlisted.has(name));
  return { ...Object.fromEntries(shown), active_connections: '0', owner_name: 'admin' };
}

const unlisted = new Set(['bouquet', 'admin_notes']);

function set(line: XuiDoubleLine | undefined, name: string, on: boolean): Answer {
  if (!line) return failure();
  line[name] = on ? '1' : '0';
  return success({});
}

function write(
  double: XuiDouble,
  form: URLSearchParams,
  base: XuiDoubleLine,
  newId: () => string,
): Answer {
  const username = form.get('username') || randomBytes(5).toString('hex');
  const refused = { data: Object.fromEntries(form) };
  if (double.refusedNames.has(username)) return { status: 'STATUS_INVALID_USERNAME', ...refused };
  const holder = [...double.lines.values()].find((candidate) => candidate.username === username);
  if (holder && holder.id !== base.id) return { status: 'STATUS_EXISTS_USERNAME', ...refused };
  const sent = (name: string) => form.get(name);
  const list = (name: string) => JSON.stringify(form.getAll(`${name}[]`));
  const expiry = sent('exp_date');
  if (expiry !== null && !/^@\d+$/.test(expiry))
    return { status: 'STATUS_INVALID_DATE', ...refused };
  const row: XuiDoubleLine = {
    ...base,
    username,
    password: sent('password') || randomBytes(5).toString('hex'),
    exp_date: expiry === null || form.has('no_expire') ? null : expiry.slice(1),
    enabled: sent('enabled') ?? '1',
    admin_enabled: sent('admin_enabled') ?? '1',
    max_connections: sent('max_connections') ?? '1',
    member_id: sent('member_id') ?? '1',
    bouquet: bouquetsIn(double, form),
    allowed_outputs: list('access_output').replaceAll('"', ''),
    allowed_ips: list('allowed_ips'),
    allowed_ua: list('allowed_ua'),
    admin_notes: sent('admin_notes') ?? '',
    reseller_notes: sent('reseller_notes') ?? '',
    contact: sent('contact') ?? '',
    forced_country: sent('forced_country') ?? '',
    force_server_id: sent('force_server_id') ?? '0',
    package_id: sent('package_id'),
    // Only the presence of these fields has an effect, and not their value.
    ...Object.fromEntries(
      ['is_trial', 'is_restreamer', 'is_stalker', 'is_isplock', 'bypass_ua'].map((name) => [
        name,
        form.has(name) ? '1' : '0',
      ]),
    ),
  };
  row.id = base.id ?? newId();
  double.lines.set(row.id, row);
  return success({ ...row });
}

function bouquetsIn({ bouquetsAs }: XuiDouble, form: URLSearchParams): string {
  if (bouquetsAs === 'array')
    return `[${form.getAll('bouquets_selected[]').map(Number).join(',')}]`;
  try {
    const list = JSON.parse(form.get('bouquets_selected') ?? '[]') as unknown;
    return Array.isArray(list) ? `[${list.map(Number).join(',')}]` : '[]';
  } catch {
    return '[]';
  }
}

const success = (data: object): Answer => ({ status: 'STATUS_SUCCESS', data });
const failure = (): Answer => ({ status: 'STATUS_FAILURE' });

function listOf({ listsAs }: XuiDouble, rows: readonly Record<string, string>[]): Answer {
  if (listsAs === 'map')
    return Object.fromEntries(rows.map((row) => [row.id ?? row.group_id, row]));
  return { status: 'STATUS_SUCCESS', data: rows };
}

function pageOf(
  { listsAs, largestPage, hidesFrom }: XuiDouble,
  rows: readonly XuiDoubleLine[],
  form: URLSearchParams,
): Answer {
  const search = (form.get('search[value]') ?? '').toLowerCase();
  const matches = rows.filter((row) => (row.username ?? '').toLowerCase().includes(search));
  const start = Number(form.get('start') ?? 0);
  const limit = Math.min(Number(form.get('limit') ?? 50), largestPage);
  const data = matches.slice(start, Math.min(start + limit, hidesFrom));
  if (listsAs === 'wrapped') return { status: 'STATUS_SUCCESS', data };
  if (listsAs === 'map') return { data: Object.fromEntries(data.map((row) => [row.id, row])) };
  return { draw: 0, recordsTotal: rows.length, recordsFiltered: matches.length, data };
}
