/** Converts XUI rows, which contain numbers as text, lists as JSON text and times as seconds. */
import type { RemoteLine, ServerOffers } from '../port.ts';
import { toText } from './client.ts';

export type XuiRow = Readonly<Record<string, unknown>>;

const OLD = 'ramal';

/** Mark in the notes: `ramal:<installation>:<line>`, or `ramal:<line>` in the old form. */
const MARK = /\b(ramal(?::[\w-]+)?):(\d{1,15})(?![\w:-])/;

/**
 * Returns the admin notes with our mark: the installation (`ramal:<installation>`) and our line's
 * id. The existing text is kept. A mark in the old form is replaced.
 */
export function markedNotes(notes: string, installation: string, lineId: number): string {
  const mark = `${installation}:${lineId}`;
  return MARK.test(notes)
    ? notes.replace(MARK, mark)
    : [notes.trim(), mark].filter(Boolean).join('\n');
}

/** Returns the line's id from a mark of any installation. */
export const parseMark = (notes: string): number | undefined =>
  Number(MARK.exec(notes)?.[2]) || undefined;

function markOf(notes: string, installation: string): Pick<RemoteLine, 'mark' | 'lineId'> {
  const installationThere = MARK.exec(notes)?.[1];
  if (installationThere === undefined) return { mark: 'none', lineId: undefined };
  if (installationThere === OLD) return { mark: 'old', lineId: parseMark(notes) };
  if (installationThere === installation) return { mark: 'ours', lineId: parseMark(notes) };
  return { mark: 'foreign', lineId: undefined };
}

export const withoutMark = (notes: string): string => notes.replace(MARK, '').trim();

export const toRemoteLine = (row: XuiRow, installation: string): RemoteLine => ({
  id: toText(row.id),
  username: toText(row.username),
  password: toText(row.password),
  expiresAt: parseTime(row.exp_date),
  isTrial: isSet(row.is_trial),
  isOn: isSet(row.enabled),
  isBlocked: !isSet(row.admin_enabled),
  maxConnections: Number(toText(row.max_connections)) || 0,
  productId: idOrNull(row.package_id),
  bouquets: parseNumbers(row.bouquet),
  ...markOf(toText(row.admin_notes), installation),
  isWhole: 'admin_notes' in row,
  row,
});

export const toPackage = (row: XuiRow): ServerOffers['packages'][number] => ({
  id: toText(row.id),
  name: toText(row.package_name),
  bouquets: parseNumbers(row.bouquets),
});

export const toBouquet = (row: XuiRow): ServerOffers['bouquets'][number] => ({
  id: Number(toText(row.id)),
  name: toText(row.bouquet_name),
});

/** Returns null for 0 and for missing values. */
export const idOrNull = (value: unknown): string | null => {
  const id = toText(value);
  return id === '' || id === '0' ? null : id;
};

export const isSet = (value: unknown): boolean => {
  const text = toText(value);
  return value === true || (text !== '' && text !== '0');
};

/** Converts seconds since 1970. Missing values, 0 and dates out of range give null. */
export function parseTime(value: unknown): Date | null {
  const seconds = Number(toText(value));
  return Number.isInteger(seconds) && seconds > 0 && seconds < 1e11
    ? new Date(seconds * 1000)
    : null;
}

/** Parses numbers from JSON text such as `[1,2]`, from a list, or from text with commas. */
export function parseNumbers(value: unknown): number[] {
  const list = Array.isArray(value)
    ? value
    : toText(value)
        .replace(/[[\]"\s]/g, '')
        .split(',');
  return list
    .map((item) => Number(toText(item)))
    .filter((item) => Number.isSafeInteger(item) && item > 0);
}

/** Parses a JSON list of texts, such as the addresses and players of a line. */
export function parseTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(toText).filter(Boolean);
  try {
    const list: unknown = JSON.parse(toText(value) || '[]');
    return Array.isArray(list) ? list.map(toText).filter(Boolean) : [];
  } catch {
    return [];
  }
}
