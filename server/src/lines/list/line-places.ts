/**
 * Cursors in an indexed order, for lists too long for page numbers. A cursor is before or after
 * every line, so the pages from it on contain the whole list's lines in its order. Source:
 * Q-PAGING.
 */
import { refuse } from '@ramal/contract/api/errors';
import { messages } from '@ramal/contract/api/validation';
import sql, { type Sql, raw } from 'sql-template-tag';
import { type Clock, addDays, startOfDay } from '../../foundation/clock.ts';
import { type LineOrder, isWalked, keyType } from './line-order.ts';

/** A value of the order, and an id that tells equal ones apart. */
interface Point {
  readonly key: string;
  readonly id: number;
}

export interface Place extends Point {
  /** The page that follows the place in the order, or the one that ends there. */
  readonly side: 'after' | 'before';
}

interface PlaceQuery extends Pick<LineOrder, 'sort' | 'dir'> {
  /** The beginning of a name, or a day. */
  readonly from?: string | undefined;
  /** Cursor from a response. */
  readonly place?: string | undefined;
}

/** Undefined where the query names none. */
export function readPlace(query: PlaceQuery, clock: Clock): Place | undefined {
  const { from, place, sort, dir } = query;
  if (from === undefined && place === undefined) return undefined;
  const type = isWalked(sort) ? keyType(sort) : undefined;
  if (place !== undefined)
    return (type && parsePlace(place, type)) ?? refusePlace('place', 'Lugar');
  if (type === 'text') return { side: 'after', id: 0, key: dir === 'asc' ? from! : from! + LAST };
  if (!type || !isDay(from!)) return refusePlace('from', 'Começar em');
  const day = dir === 'asc' ? from! : addDays(from!, 1);
  return { side: 'after', id: 0, key: startOfDay(day, clock.timeZone).toISOString() };
}

/** Cursor of a row with its `key`. */
export const serializePlace = (side: Place['side'], { key, id }: Point): string =>
  `${side}:${id}:${key}`;

/** The lines that follow a place on its side; `order` is as they are walked. */
export function isBeyond({ key, id }: Point, order: LineOrder, column: Sql): Sql {
  const beyond = raw(order.dir === 'asc' ? '>' : '<');
  return sql`(${column}, id) ${beyond} (${key}::${raw(keyType(order.sort))}, ${id}::bigint)`;
}

/** The same cursor for the opposite direction, which includes the line at the cursor. */
export const fromOtherSide = (start: Point, { dir }: LineOrder): Point => ({
  ...start,
  id: start.id + (dir === 'asc' ? 1 : -1),
});

export const opposite = <Order extends LineOrder>(order: Order): Order => ({
  ...order,
  dir: order.dir === 'asc' ? 'desc' : 'asc',
});

/** After every letter: in the other direction the names that begin with a text come first. */
const LAST = '\u{10FFFF}';

/** A day of this century in a form's spelling. */
const isDay = (text: string): boolean => /^20\d\d-\d\d-\d\d$/.test(text) && isInCalendar(text);

const isInCalendar = (day: string): boolean =>
  !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);

/** A time in PostgreSQL's spelling. */
const MOMENT =
  /^([1-9]\d{3,4})-(\d\d-\d\d) (?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d{1,6})?[+-](?:0\d|1[0-5])(?::[0-5]\d)?$/;

function isMoment(text: string): boolean {
  const [, year, monthAndDay] = MOMENT.exec(text) ?? [];
  // The calendar is the same every four hundred years.
  return year !== undefined && isInCalendar(`${2000 + (Number(year) % 400)}-${monthAndDay}`);
}

function parsePlace(place: string, type: 'text' | 'timestamptz'): Place | undefined {
  const [, side, id, key] = /^(after|before):(\d{1,15}):(.+)$/s.exec(place) ?? [];
  if (key === undefined || (type === 'timestamptz' && !isMoment(key))) return undefined;
  return { side: side as Place['side'], id: Number(id), key };
}

const refusePlace = (field: string, label: string): never =>
  refuse('invalid_fields', { fields: { [field]: messages.malformed(label) } });
