/** Lists: the server pages, filters, sorts and searches them (Q-PAGING). */
import { z } from 'zod';
import { labelled, searchText, text, whole } from './fields.ts';

export const PAGE_SIZES = [10, 30, 50] as const;
export const MAX_PAGE_SIZE = 100;

/** Higher totals may be lower bounds. Then `total_exact` is false and the panel shows «10.000+». */
export const EXACT_TOTAL_LIMIT = 10_000;

const page = whole('Página', 1, 1_000_000).default(1);
const perPage = whole('Itens por página', 1, MAX_PAGE_SIZE).default(PAGE_SIZES[0]);
const search = searchText();
const dir = labelled('Sentido', z.enum(['asc', 'desc']).default('asc'));

/** The query of a list: `sort` names a wire field of the row. */
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
 * Position in a list too long for page numbers, in an indexed order. `from` is a day or the
 * beginning of a name, `place` a cursor of a response; `page` is ignored then.
 */
export const cursorQuery = {
  from: text('Começar em', 40).optional(),
  place: text('Lugar', 200).optional(),
};

/** Cursors of the neighbouring pages; null at the ends of the list. */
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
