/** Schemas for lists. The server pages, filters, sorts and searches them (Q-PAGING). */
import { z } from 'zod';
import { labelled, searchText, text, whole } from './fields.ts';

export const PAGE_SIZES = [10, 30, 50] as const;
export const MAX_PAGE_SIZE = 100;

/**
 * Highest total that is always exact. A higher total may be a lower bound: `total_exact` is then
 * false, and the panel shows «10.000+».
 */
export const EXACT_TOTAL_LIMIT = 10_000;

const page = whole('Página', 1, 1_000_000).default(1);
const perPage = whole('Itens por página', 1, MAX_PAGE_SIZE).default(PAGE_SIZES[0]);
const search = searchText();
const dir = labelled('Sentido', z.enum(['asc', 'desc']).default('asc'));

/** Query of a list. `sort` is the wire name of a field of the row. */
export const pageQuery = <const S extends readonly [string, ...string[]]>(sorts: S) =>
  z.object({
    page,
    perPage,
    search,
    sort: labelled('Ordem', z.enum(sorts).default(sorts[0])),
    dir,
  });

const count = z.int();
const isExact = z.boolean();

export const pageSchema = <S extends z.ZodType>(row: S) =>
  z.object({
    data: z.array(row),
    total: count,
    totalExact: isExact,
    currentPage: count,
    perPage: count,
    lastPage: count,
  });

/**
 * Position in a list that is too long for page numbers, in an order that has an index. `from` is a
 * day or the beginning of a name. `place` is a cursor from a response. With either of them, `page`
 * is ignored.
 */
export const cursorQuery = {
  from: text('Começar em', 40).optional(),
  place: text('Lugar', 200).optional(),
};

/** Cursors of the previous and the next page. Null at the start or the end of the list. */
export const cursorAnswer = {
  previousPlace: z.string().nullable().optional(),
  nextPlace: z.string().nullable().optional(),
};

export interface Page<Row> {
  data: Row[];
  total: number;
  totalExact: boolean;
  currentPage: number;
  perPage: number;
  lastPage: number;
}
