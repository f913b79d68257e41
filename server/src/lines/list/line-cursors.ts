/**
 * Cursors for lists that are too long for page numbers, in an order that has an index. A cursor is
 * a position before or after a line. It stays valid if the line is deleted. The pages from a cursor
 * contain the lines in the order of the whole list. Source: Q-PAGING.
 */
import { refuse } from '@ramal/contract/api/errors';
import { messages } from '@ramal/contract/api/validation';
import sql, { type Sql, raw } from 'sql-template-tag';
import { type Clock, addDays, startOfDay } from '../../foundation/clock.ts';
import { type LineOrder, isWalked, keyType } from './line-order.ts';

/** A value of the sort column, and an id to distinguish equal values. */
interface Point {
  readonly key: string;
  readonly id: number;
}

export interface LineCursor extends Point {
  /**
   * Requested page: `after` is the page that begins after the cursor, `before` is the page that
   * ends before the cursor.
   */
  readonly side: 'after' | 'before';
}

interface CursorQuery extends Pick<LineOrder, 'sort' | 'dir'> {
  /** The beginning of a user name, or a day. The page starts there. */
  readonly from?: string | undefined;
  /** Cursor from a response. */
  readonly place?: string | undefined;
}

export function readCursor(query: CursorQuery, clock: Clock): LineCursor | undefined {
  const { from, place, sort, dir } = query;
  if (from === undefined && place === undefined) return undefined;
  const type = isWalked(sort) ? keyType(sort) : undefined;
  if (place !== undefined)
    return (type && parseCursor(place, type)) ?? refuseCursor('place', 'Lugar');
  if (type === 'text') return { side: 'after', id: 0, key: dir === 'asc' ? from! : from! + LAST };
  if (!type || !isDay(from!)) return refuseCursor('from', 'Começar em');
  const day = dir === 'asc' ? from! : addDays(from!, 1);
  return { side: 'after', id: 0, key: startOfDay(day, clock.timeZone).toISOString() };
}

export const serializeCursor = (side: LineCursor['side'], { key, id }: Point): string =>
  `${side}:${id}:${key}`;

/**
 * SQL condition: the line is on the requested side of the cursor. `order` is the direction in which
 * the index is read.
 */
export function isBeyond({ key, id }: Point, order: LineOrder, column: Sql): Sql {
  const beyond = raw(order.dir === 'asc' ? '>' : '<');
  return sql`(${column}, id) ${beyond} (${key}::${raw(keyType(order.sort))}, ${id}::bigint)`;
}

/**
 * Returns the start for reading in the opposite direction. The id is changed by one, so that this
 * direction includes the line at the cursor.
 */
export const reverseStart = (start: Point, { dir }: LineOrder): Point => ({
  ...start,
  id: start.id + (dir === 'asc' ? 1 : -1),
});

export const reverseOrder = <Order extends LineOrder>(order: Order): Order => ({
  ...order,
  dir: order.dir === 'asc' ? 'desc' : 'asc',
});

/**
 * Character that sorts after every letter. In descending order, a start with this character
 * includes the names that begin with the text.
 */
const LAST = '\u{10FFFF}';

/** True for a day of this century as yyyy-mm-dd. */
const isDay = (text: string): boolean => /^20\d\d-\d\d-\d\d$/.test(text) && isInCalendar(text);

const isInCalendar = (day: string): boolean =>
  !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);

/** A time in the text format of PostgreSQL. */
const MOMENT =
  /^([1-9]\d{3,4})-(\d\d-\d\d) (?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d{1,6})?[+-](?:0\d|1[0-5])(?::[0-5]\d)?$/;

function isMoment(text: string): boolean {
  const [, year, monthAndDay] = MOMENT.exec(text) ?? [];
  // The calendar repeats every 400 years, so the day is checked in an equivalent year between 2000
  // and 2399.
  return year !== undefined && isInCalendar(`${2000 + (Number(year) % 400)}-${monthAndDay}`);
}

function parseCursor(place: string, type: 'text' | 'timestamptz'): LineCursor | undefined {
  const [, side, id, key] = /^(after|before):(\d{1,15}):(.+)$/s.exec(place) ?? [];
  if (key === undefined || (type === 'timestamptz' && !isMoment(key))) return undefined;
  return { side: side as LineCursor['side'], id: Number(id), key };
}

const refuseCursor = (field: string, label: string): never =>
  refuse('invalid_fields', { fields: { [field]: messages.malformed(label) } });
