/**
 * Maps the tables of XUI.ONE, XC_VM and Xtream Codes. `users` contains customers in one panel and
 * resellers in the others, so a table is identified by its columns.
 */
import { readWrittenDate } from '@ramal/contract/rules/written-dates';
import { parseLocalSecond } from '../../foundation/clock.ts';
import { unreadableText } from './sql-literals.ts';
import type { DumpFields, DumpRow, WantedTable } from './read-dump.ts';

const rowKinds = ['group', 'package', 'bouquet', 'reseller', 'line'] as const;
export type RowKind = (typeof rowKinds)[number];

interface KnownTable extends Omit<WantedTable<RowKind>, 'texts'> {
  readonly names: readonly string[];
  /** Columns that identify the table, because the panels use the same name for different tables. */
  readonly marks: readonly string[];
}

const TABLES: readonly KnownTable[] = [
  {
    kind: 'line',
    names: ['lines', 'users'],
    marks: ['member_id', 'exp_date', 'password'],
    columns: [
      'id',
      'member_id',
      'username',
      'password',
      'exp_date',
      'admin_enabled',
      'enabled',
      'admin_notes',
      'reseller_notes',
      'bouquet',
      'max_connections',
      'is_restreamer',
      'is_trial',
      'is_mag',
      'is_e2',
      'created_at',
      'package_id',
      'contact',
    ],
  },
  {
    kind: 'reseller',
    names: ['users', 'reg_users'],
    marks: ['member_group_id', 'credits', 'owner_id'],
    columns: [
      'id',
      'username',
      'password',
      'email',
      'date_registered',
      'member_group_id',
      'credits',
      'status',
      'owner_id',
    ],
  },
  {
    kind: 'group',
    names: ['users_groups', 'member_groups'],
    marks: ['group_id', 'is_admin'],
    columns: ['group_id', 'group_name', 'is_admin'],
  },
  {
    kind: 'package',
    names: ['users_packages', 'packages'],
    marks: ['package_name'],
    columns: ['id', 'package_name', 'is_trial', 'max_connections'],
  },
  {
    kind: 'bouquet',
    names: ['bouquets'],
    marks: ['bouquet_name'],
    columns: ['id', 'bouquet_name'],
  },
];

/** Finds a table. In a dump without structure no columns are known, and only the name decides. */
export const panelTable = (
  name: string,
  columns: readonly string[],
): WantedTable<RowKind> | undefined => {
  const table = TABLES.find(
    ({ names, marks }) =>
      names.includes(name) &&
      (columns.length === 0 || marks.every((mark) => columns.includes(mark))),
  );
  return table && { ...table, texts: TEXTS };
};

const TEXTS: readonly string[] = [
  'username',
  'password',
  'email',
  'contact',
  'admin_notes',
  'reseller_notes',
  'bouquet',
  'group_name',
  'package_name',
  'bouquet_name',
];

/**
 * A row of any of these panels with Ramal's field names. Credits are in hundredths, times in
 * seconds.
 */
export type PanelRow =
  | {
      readonly kind: 'group';
      readonly id: number;
      readonly name: string;
      readonly isAdmin: boolean;
    }
  | {
      readonly kind: 'package';
      readonly id: number;
      readonly name: string;
      readonly isTrial: boolean;
      readonly screens: number;
    }
  | { readonly kind: 'bouquet'; readonly id: number; readonly name: string }
  | PanelReseller
  | PanelLine;

export interface PanelReseller {
  readonly kind: 'reseller';
  readonly id: number;
  readonly name: string;
  /** Hash of the password as the source panel stored it. */
  readonly passwordHash: string;
  readonly email: string;
  readonly group: number | null;
  readonly hundredths: number;
  readonly isOn: boolean;
  /** Id of the parent; null at the top. */
  readonly parent: number | null;
  /** Reason for rejecting the row: an unreadable field, with its value. */
  readonly unreadable?: string;
}

export interface PanelLine {
  readonly kind: 'line';
  readonly id: number;
  readonly name: string;
  readonly password: string;
  /** Id of the owner; null at the top. */
  readonly parent: number | null;
  /** Expiry; null for a line that never expires. */
  readonly endsAt: number | null;
  readonly isOn: boolean;
  readonly isBanned: boolean;
  readonly isTrial: boolean;
  /** True for a line of a MAG or Enigma device, or of another panel that restreams. */
  readonly isSpecial: boolean;
  readonly package: number | null;
  readonly bouquets: readonly number[];
  readonly screens: number;
  readonly createdAt: number | null;
  readonly note: string;
  readonly contact: string;
  /** Reason for rejecting the row: an unreadable field, with its value. */
  readonly unreadable?: string;
  /**
   * Id of the Ramal line that the notes of this row contain. Undefined without an id of this
   * installation.
   */
  readonly mark?: number;
}

/** Converts a row; undefined if it has no id. */
export function toPanelRow(
  { kind, fields }: DumpRow<RowKind>,
  timeZone: string,
): PanelRow | undefined {
  const id = reference(fields[kind === 'group' ? 'group_id' : 'id']);
  if (id === null) return undefined;
  const text = (name: string): string =>
    (unreadableText(fields[name]) ?? fields[name] ?? '').trim();
  switch (kind) {
    case 'group':
      return { kind, id, name: text('group_name'), isAdmin: isYes(fields.is_admin) };
    case 'package':
      return {
        kind,
        id,
        name: text('package_name'),
        isTrial: isYes(fields.is_trial),
        screens: wholeOf(fields.max_connections) ?? 1,
      };
    case 'bouquet':
      return { kind, id, name: text('bouquet_name') };
    case 'reseller':
      return {
        kind,
        id,
        name: text('username'),
        passwordHash: text('password'),
        email: text('email'),
        group: reference(fields.member_group_id),
        hundredths: hundredthsOf(fields.credits) ?? 0,
        isOn: fields.status === undefined || isYes(fields.status),
        parent: reference(fields.owner_id),
        ...problemIn(fields, RESELLER_CHECKS),
      };
    case 'line':
      return lineOf(id, fields, text, timeZone);
  }
}

function lineOf(
  id: number,
  fields: DumpFields,
  text: (name: string) => string,
  timeZone: string,
): PanelLine {
  const isOffBy = (name: string) => fields[name] !== undefined && !isYes(fields[name]);
  return {
    kind: 'line',
    id,
    name: text('username'),
    password: text('password'),
    parent: reference(fields.member_id),
    endsAt: endOf(secondsOf(fields.exp_date, timeZone) ?? null),
    isOn: !isOffBy('enabled'),
    isBanned: isOffBy('admin_enabled'),
    isTrial: isYes(fields.is_trial),
    isSpecial: ['is_mag', 'is_e2', 'is_restreamer'].some((name) => isYes(fields[name])),
    package: reference(fields.package_id),
    bouquets: referencesOf(fields.bouquet),
    screens: wholeOf(fields.max_connections) ?? 1,
    createdAt: secondsOf(fields.created_at, timeZone) ?? null,
    note: [text('reseller_notes'), text('admin_notes')].filter(Boolean).join(' · '),
    contact: text('contact'),
    ...problemIn(fields, lineChecks(timeZone)),
  };
}

type Field = string | null | undefined;

/** Check of a field. An unreadable value rejects the row, and is never replaced by the default. */
type Check = readonly [
  name: string,
  label: string,
  isReadable: (value: string) => boolean,
  problem?: string,
];

const isFlag = (value: string): boolean => /^[01]$/.test(value);
const isWhole = (value: string): boolean => wholeOf(value) !== null;
const isReference = (value: string): boolean => /^\d{1,15}$/.test(value);
const isText = (): boolean => true;
const BE_READ = 'não pode ser lido.';

const RESELLER_CHECKS: readonly Check[] = [
  ['username', 'O usuário', isText],
  ['password', 'A senha', isText, 'não pode ser lida.'],
  ['email', 'O e-mail', isText],
  [
    'credits',
    'Os créditos',
    (value) => hundredthsOf(value) !== null,
    'não são um número de zero em diante.',
  ],
  ['member_group_id', 'O grupo', isReference],
  ['status', 'O estado', isFlag],
  ['owner_id', 'O dono', isReference],
];

const lineChecks = (timeZone: string): readonly Check[] => [
  ['username', 'O usuário', isText],
  ['password', 'A senha', isText, 'não pode ser lida.'],
  ['member_id', 'O dono', isReference],
  ['exp_date', 'O vencimento', (value) => secondsOf(value, timeZone) !== undefined],
  [
    'created_at',
    'A data de criação',
    (value) => secondsOf(value, timeZone) !== undefined,
    'não pode ser lida.',
  ],
  ...['enabled', 'admin_enabled', 'is_trial', 'is_mag', 'is_e2', 'is_restreamer'].map(
    (name): Check => [name, `O campo ${name}`, isFlag],
  ),
  ['package_id', 'O pacote', isReference],
  ['bouquet', 'A lista de bouquets', isReferences, 'não pode ser lida.'],
  ['contact', 'O contato', isText],
  ['reseller_notes', 'A nota', isText, 'não pode ser lida.'],
  ['admin_notes', 'A nota', isText, 'não pode ser lida.'],
  ['max_connections', 'O limite de telas', isWhole],
];

function problemIn(fields: DumpFields, checks: readonly Check[]): { unreadable?: string } {
  for (const [name, label, isReadable, problem = BE_READ] of checks) {
    const value = fields[name];
    if (value === null || value === undefined || value === '') continue;
    const raw = unreadableText(value);
    if (raw === undefined && isReadable(value)) continue;
    return { unreadable: `${label} «${(raw ?? value).slice(0, 40)}» ${problem}` };
  }
  return {};
}

/** Values from this number on are milliseconds; seconds are smaller for centuries. */
const LEAST_MILLISECONDS = 1e11;

/**
 * Converts a time to seconds. Null for NULL, 0 and empty. Undefined if the value cannot be read.
 */
function secondsOf(value: Field, timeZone: string): number | null | undefined {
  if (!value || /^0(\.0+)?$/.test(value) || value.startsWith('0000-00-00')) return null;
  if (/^\d{1,14}(\.0+)?$/.test(value)) {
    const number = Math.trunc(Number(value));
    return number >= LEAST_MILLISECONDS ? Math.floor(number / 1000) : number;
  }
  const date = readWrittenDate(value, 'dmy');
  if (!date) return undefined;
  if ('seconds' in date) return date.seconds;
  return Math.floor(
    parseLocalSecond(`${date.day}T${date.time ?? '23:59:00'}`, timeZone).getTime() / 1000,
  );
}

const isYes = (value: Field): boolean => value === '1';

const wholeOf = (value: Field): number | null =>
  value && /^\d{1,12}(\.0+)?$/.test(value) ? Math.trunc(Number(value)) : null;

/** Returns the id of another row; null for 0, which means no row. */
const reference = (value: Field): number | null =>
  value && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;

/** Matches lists of ids: `[1,2]`, `["1","2"]` and `1,2`. */
const REFERENCES = /^\s*(?:\[\s*\]|null|\[?\s*"?\d{1,15}"?(?:\s*,\s*"?\d{1,15}"?)*\s*\]?)\s*$/;
const MAX_BOUQUETS = 200;

const isReferences = (value: string): boolean =>
  REFERENCES.test(value) && referencesOf(value).length <= MAX_BOUQUETS;

const referencesOf = (value: Field): number[] =>
  [...new Set((value ?? '').match(/\d{1,15}/g) ?? [])].map(Number);

/** The year 2100. A line with a later expiry counts as never expiring. */
const NEVER = 4_102_444_800;
const endOf = (seconds: number | null): number | null =>
  seconds && seconds < NEVER ? seconds : null;

/** Converts `12` or `12.5` to hundredths, rounded down. Null if the value cannot be read. */
function hundredthsOf(value: Field): number | null {
  if (value === null || value === undefined || value === '') return 0;
  const parts = /^(\d{1,9})(?:\.(\d{1,20}))?$/.exec(value);
  if (!parts) return null;
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').slice(0, 2).padEnd(2, '0'));
}
