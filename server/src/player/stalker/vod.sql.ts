import { escapeLike } from '../../foundation/like.ts';
import sql, { type Sql, raw } from 'sql-template-tag';
import { isSold, listedColumns, onAir, seriesColumns } from '../lists/listed.sql.ts';

type Bouquets = readonly number[];

export interface VodFilter {
  readonly categoryId: number | null;
  readonly search: string;
  readonly order: VodOrder;
}

export type VodOrder = 'added' | 'name' | 'rating';

/** Maximum number of ids of a list in memory. */
const MAX_IDS = 100_000;

const contains = (column: Sql, search: string): Sql =>
  search === '' ? sql`true` : sql`fold(${column}) like '%' || fold(${escapeLike(search)}) || '%'`;

const filmOrders: Record<VodOrder, string> = {
  added: 's.added_at desc, s.id desc',
  name: 's.name, s.id',
  rating: `(s.details ->> 'rating')::numeric desc nulls last, s.id desc`,
};

/** Selects only ids, because a page shows fourteen of many thousand films. */
export const filmIds = (bouquets: Bouquets, filter: VodFilter): Sql => sql`
  select s.id from streams s
  where s.kind = 'film' and ${onAir} and ${isSold(sql`s.category_id`, bouquets)}
    and (${filter.categoryId}::bigint is null or s.category_id = ${filter.categoryId})
    and ${contains(sql`s.name`, filter.search)}
  order by ${raw(filmOrders[filter.order])} limit ${MAX_IDS}`;

export const filmsById = (ids: readonly number[]): Sql => sql`
  select ${listedColumns}
  from streams s join categories c on c.id = s.category_id
  where s.id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], s.id)`;

const seriesOrders: Record<VodOrder, string> = {
  added: 'x.updated_at desc, x.id desc',
  name: 'x.name, x.id',
  rating: `(x.details ->> 'rating')::numeric desc nulls last, x.id desc`,
};

export const seriesIds = (bouquets: Bouquets, filter: VodFilter): Sql => sql`
  select x.id from series x
  where ${isSold(sql`x.category_id`, bouquets)}
    and (${filter.categoryId}::bigint is null or x.category_id = ${filter.categoryId})
    and ${contains(sql`x.name`, filter.search)}
    and exists (select from streams s where s.series_id = x.id and ${onAir})
  order by ${raw(seriesOrders[filter.order])} limit ${MAX_IDS}`;

export const seriesById = (ids: readonly number[]): Sql => sql`
  select ${seriesColumns} from series x
  where x.id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], x.id)`;
