/**
 * Lines on XUI.ONE or XC_VM. An edit on such a server replaces the whole row and resets omitted
 * columns. The line is then enabled, unblocked, without an expiry and with another password. Every
 * write therefore contains all columns that were read, with the changed values replaced.
 */
import {
  type DesiredLine,
  type LinePlatform,
  createLineError,
  createNameError,
  type Proof,
  type RemoteLine,
  createUnavailableError,
} from '../port.ts';
import {
  type CallXui,
  withRetries,
  toRows,
  type XuiAnswer,
  type XuiParameters,
  toText,
} from './client.ts';
import {
  toBouquet,
  idOrNull,
  isSet,
  toRemoteLine,
  markedNotes,
  parseNumbers,
  toPackage,
  parseTexts,
  type XuiRow,
} from './row.ts';

const SUCCESS = 'STATUS_SUCCESS';
const PAGE = 250;
/**
 * Maximum number of lines that a search by name may return. The search also returns longer names
 * that contain the name. It fails with more results.
 */
const MAX_NAMESAKES = 20 * PAGE;

type ReadLine = LinePlatform['read'];

/**
 * Creates the adapter for a XUI server. `installation` is the prefix of our marks, such as
 * `ramal:8d8b0c9e-…`.
 */
export function xuiPlatform(ask: CallXui, installation: string): LinePlatform {
  const read: ReadLine = async (id) => {
    const row = await readXuiLine(ask, id);
    return row && toRemoteLine(row, installation);
  };
  return {
    prove: () => proveXui(ask),
    read,
    findByName: (username) => findLine(ask, read, username),
    create: async (line) => {
      const answer = await ask('create_line', parametersOf({}, installation, line));
      if (answer.status !== SUCCESS) refuseLine(answer.status);
    },
    update: async (remote, line) => {
      const parameters = { id: remote.id, ...parametersOf(remote.row, installation, line) };
      const answer = await ask('edit_line', parameters);
      if (answer.status !== SUCCESS) refuseLine(answer.status);
      await correctLine(ask, read, line, parameters);
    },
    remove: async ({ id }) => {
      // The answer is ignored, because the caller then checks whether the line still exists.
      await ask('delete_line', { id });
    },
    list: async function* () {
      for await (const { rows } of xuiPages(withRetries(ask), 'get_lines'))
        yield rows.map((row) => toRemoteLine(row, installation));
    },
  };
}

async function proveXui(ask: CallXui): Promise<Proof> {
  const packages = requireSuccess(await ask('get_packages'));
  const bouquets = requireSuccess(await ask('get_bouquets'));
  const lines = await ask('get_lines', { start: '0', limit: '1', offset: '0' });
  return {
    offers: {
      packages: toRows(packages).map(toPackage),
      bouquets: toRows(bouquets).map(toBouquet),
    },
    lines: Number(toText(lines.json.recordsTotal)) || toRows(lines).length,
  };
}

export function requireSuccess(answer: XuiAnswer): XuiAnswer {
  if (answer.status !== '' && answer.status !== SUCCESS) throw createUnavailableError();
  return answer;
}

export async function readXuiLine(ask: CallXui, id: string): Promise<XuiRow | undefined> {
  const { status, json } = await ask('get_line', { id });
  const data = json.data as XuiRow | undefined;
  if (status === SUCCESS && data && toText(data.id) === id) return data;
  if (status === 'STATUS_FAILURE') return undefined;
  throw createUnavailableError();
}

/**
 * Finds a line by its exact name. The search also returns partial matches, so every page must be
 * read.
 */
async function findLine(
  ask: CallXui,
  read: ReadLine,
  username: string,
): Promise<RemoteLine | undefined> {
  let seen = 0;
  for await (const { rows } of xuiPages(ask, 'get_lines', { 'search[value]': username })) {
    const match = rows.find((row) => toText(row.username) === username);
    // A list omits columns, so the whole row is read.
    if (match) return read(toText(match.id));
    seen += rows.length;
    if (seen > MAX_NAMESAKES) throw createUnavailableError('Há linhas demais com nomes parecidos.');
  }
  return undefined;
}

export interface XuiPage {
  readonly rows: readonly XuiRow[];
  /** Number of rows that the server reports; 0 if it does not report one. */
  readonly total: number;
}

/**
 * Yields pages until the reported number of rows is read or a page has no new rows. Some servers
 * return shorter pages than requested. Some return the last page again after the end.
 */
export async function* xuiPages(
  ask: CallXui,
  action: 'get_lines' | 'get_users',
  parameters: XuiParameters = {},
): AsyncGenerator<XuiPage> {
  let before: ReadonlySet<string> = new Set();
  for (let start = 0; ;) {
    const at = { start: String(start), offset: String(start), limit: String(PAGE) };
    const order = { 'order[0][column]': '0', 'order[0][dir]': 'asc' };
    const answer = requireSuccess(await ask(action, { ...at, ...order, ...parameters }));
    const all = toRows(answer).filter(({ id }) => toText(id) !== '');
    const rows = all.filter(({ id }) => !before.has(toText(id)));
    const { recordsFiltered, recordsTotal } = answer.json;
    const total = Number(toText(recordsFiltered) || toText(recordsTotal)) || 0;
    if (rows.length > 0) yield { rows, total };
    start += all.length;
    if (rows.length === 0 || (all.length < PAGE && start >= total && isCounted(answer))) return;
    before = new Set(all.map(({ id }) => toText(id)));
  }
}

const isCounted = ({ json }: XuiAnswer): boolean =>
  json.recordsFiltered !== undefined || json.recordsTotal !== undefined;

/** Returns all columns, because the server resets omitted ones. */
function parametersOf(row: XuiRow, installation: string, line: DesiredLine): XuiParameters {
  const { product } = line;
  const bouquets = product ? product.bouquets : parseNumbers(row.bouquet);
  const outputs = parseNumbers(row.allowed_outputs);
  // The server checks whether these parameters are present, and ignores their values.
  const required = ['is_restreamer', 'is_isplock', 'is_stalker', 'bypass_ua'].filter((name) =>
    isSet(row[name]),
  );
  return {
    username: line.username,
    password: line.password,
    exp_date: `@${Math.floor(line.expiresAt.getTime() / 1000)}`,
    max_connections: String(line.maxConnections),
    enabled: line.isOn ? '1' : '0',
    admin_enabled: line.isBlocked ? '0' : '1',
    member_id: idOrNull(row.member_id) ?? undefined,
    bouquets_selected: JSON.stringify(bouquets),
    access_output: outputs.length > 0 || row.id !== undefined ? outputs : [1, 2, 3],
    ...(line.isTrial ? { is_trial: '1' } : {}),
    ...Object.fromEntries(required.map((name) => [name, '1'])),
    allowed_ips: parseTexts(row.allowed_ips),
    allowed_ua: parseTexts(row.allowed_ua),
    forced_country: toText(row.forced_country) || undefined,
    force_server_id: idOrNull(row.force_server_id) ?? undefined,
    admin_notes: markedNotes(toText(row.admin_notes), installation, line.lineId),
    reseller_notes: toText(row.reseller_notes) || undefined,
    contact: toText(row.contact) || undefined,
    package_id: (product ? product.remoteId : idOrNull(row.package_id)) ?? undefined,
  };
}

/**
 * Reads the line after a write and corrects it. This is necessary because servers interpret
 * bouquets differently, and because some ignore `isOn` and `isBlocked` in an edit.
 */
async function correctLine(
  ask: CallXui,
  read: ReadLine,
  line: DesiredLine,
  sent: XuiParameters & { readonly id: string },
): Promise<void> {
  const { id } = sent;
  let remote = await read(id);
  if (remote && line.product && !sameNumbers(remote.bouquets, line.product.bouquets)) {
    await ask('edit_line', { ...sent, bouquets_selected: line.product.bouquets });
    remote = await read(id);
  }
  if (!remote) return;
  if (remote.isOn !== line.isOn) await ask(line.isOn ? 'enable_line' : 'disable_line', { id });
  if (remote.isBlocked !== line.isBlocked)
    await ask(line.isBlocked ? 'ban_line' : 'unban_line', { id });
}

export const sameNumbers = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((number) => b.includes(number));

const refusals: Readonly<Record<string, string>> = {
  STATUS_INVALID_USERNAME: 'O servidor não aceita este usuário.',
  STATUS_INVALID_PASSWORD: 'O servidor não aceita esta senha.',
  STATUS_INVALID_DATE: 'O servidor não aceita este vencimento.',
  STATUS_INVALID_PACKAGE: 'O servidor não tem mais este pacote.',
  STATUS_INVALID_TYPE: 'O pacote do servidor não serve para linhas.',
  STATUS_INVALID_USER: 'O dono da linha no servidor não existe mais.',
  STATUS_INVALID_INPUT: 'O servidor não aceita os dados desta linha.',
};

/**
 * Throws the error for a rejected line. STATUS_FAILURE contains no information about the line, so
 * the push is retried.
 */
function refuseLine(status: string): never {
  if (status === 'STATUS_EXISTS_USERNAME') throw createNameError();
  const text = refusals[status];
  if (text) throw createLineError(text);
  if (status.startsWith('STATUS_') && status !== 'STATUS_FAILURE')
    throw createLineError(`O servidor recusou a linha (${status}).`);
  throw createUnavailableError();
}
