/** Rows of XUI as they arrive: numbers as text, lists as JSON in text, times as seconds. */
import type { RemoteLine, ServerOffers } from '../port.ts';
import { textOf } from './client.ts';

export type XuiRow = Readonly<Record<string, unknown>>;

const OLD = 'ramal';

/** `ramal:<installation>:<line>`; in the old form `ramal:<line>`. */
const MARK = /\b(ramal(?::[\w-]+)?):(\d{1,15})(?![\w:-])/;

/**
 * The installation (`ramal:<installation>`) and our line's id stand in the notes of the administration, beside
 * whatever stood there. A mark of the old form is replaced.
 */
export function markedNotes(notes: string, installation: string, lineId: number): string {
  const mark = `${installation}:${lineId}`;
  return MARK.test(notes)
    ? notes.replace(MARK, mark)
    : [notes.trim(), mark].filter(Boolean).join('\n');
}

/** The line's id in a mark of any installation. */
export const markIn = (notes: string): number | undefined =>
  Number(MARK.exec(notes)?.[2]) || undefined;

function markOf(notes: string, installation: string): Pick<RemoteLine, 'mark' | 'lineId'> {
  const installationThere = MARK.exec(notes)?.[1];
  if (installationThere === undefined) return { mark: 'none', lineId: undefined };
  if (installationThere === OLD) return { mark: 'old', lineId: markIn(notes) };
  if (installationThere === installation) return { mark: 'ours', lineId: markIn(notes) };
  return { mark: 'foreign', lineId: undefined };
}

export const withoutMark = (notes: string): string => notes.replace(MARK, '').trim();

export const lineOf = (row: XuiRow, installation: string): RemoteLine => ({
  id: textOf(row.id),
  username: textOf(row.username),
  password: textOf(row.password),
  expiresAt: timeOf(row.exp_date),
  isTrial: isSet(row.is_trial),
  isOn: isSet(row.enabled),
  isBlocked: !isSet(row.admin_enabled),
  maxConnections: Number(textOf(row.max_connections)) || 0,
  productId: idOrNull(row.package_id),
  bouquets: numbersIn(row.bouquet),
  ...markOf(textOf(row.admin_notes), installation),
  isWhole: 'admin_notes' in row,
  row,
});

export const packageOf = (row: XuiRow): ServerOffers['packages'][number] => ({
  id: textOf(row.id),
  name: textOf(row.package_name),
  bouquets: numbersIn(row.bouquets),
});

export const bouquetOf = (row: XuiRow): ServerOffers['bouquets'][number] => ({
  id: Number(textOf(row.id)),
  name: textOf(row.bouquet_name),
});

/** 0 and nothing mean none. */
export const idOrNull = (value: unknown): string | null => {
  const id = textOf(value);
  return id === '' || id === '0' ? null : id;
};

export const isSet = (value: unknown): boolean => {
  const text = textOf(value);
  return value === true || (text !== '' && text !== '0');
};

/** Seconds since 1970; nothing, 0 and what no calendar holds mean no time. */
export function timeOf(value: unknown): Date | null {
  const seconds = Number(textOf(value));
  return Number.isInteger(seconds) && seconds > 0 && seconds < 1e11
    ? new Date(seconds * 1000)
    : null;
}

/** `[1,2]` in text, a list, or numbers between commas. */
export function numbersIn(value: unknown): number[] {
  const list = Array.isArray(value)
    ? value
    : textOf(value)
        .replace(/[[\]"\s]/g, '')
        .split(',');
  return list
    .map((one) => Number(textOf(one)))
    .filter((one) => Number.isSafeInteger(one) && one > 0);
}

/** A JSON list of texts, as addresses and players are kept. */
export function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean);
  try {
    const list: unknown = JSON.parse(textOf(value) || '[]');
    return Array.isArray(list) ? list.map(textOf).filter(Boolean) : [];
  } catch {
    return [];
  }
}
