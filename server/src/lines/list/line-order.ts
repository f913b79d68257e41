/**
 * Sort orders of a list of lines. Each order ends with the id, so that each line is on exactly one
 * page. Empty values come last in both directions, because a user who sorts by notes wants the
 * lines with notes.
 */
import type { LineSort } from '@ramal/contract/lines/lines';
import sql, { type Sql, raw } from 'sql-template-tag';
import { lastWatched, linesOnline } from '../../watching/watching.ts';
import { CUSTOM_PACKAGE } from '../product.ts';

export interface LineOrder {
  readonly sort: LineSort;
  readonly dir: 'asc' | 'desc';
  /** Names of the platform's products by their ids, for the order by `package_name`. */
  readonly products?: Readonly<Record<string, string>> | undefined;
}

/** Sort columns that have an index. */
const walked: Partial<Record<LineSort, string>> = {
  exp_date: 'expires_at',
  username: 'username',
  created_at: 'created_at',
};

export const isWalked = (sort: LineSort): boolean => sort in walked;

export const keyType = (sort: LineSort): 'text' | 'timestamptz' =>
  sort === 'username' ? 'text' : 'timestamptz';

export const walkedColumn = (sort: LineSort): Sql => raw(walked[sort]!);

/** ORDER BY along an index. */
export const walkedBy = ({ sort, dir }: LineOrder): Sql => raw(`${walked[sort]} ${dir}, id ${dir}`);

/** ORDER BY for lines that were collected with their `sortKey` as the column `key`. */
export const byKey = ({ dir }: LineOrder): Sql => raw(`key ${dir} nulls last, id ${dir}`);

/** Returns the expression on `lines` that an order compares. */
export function sortKey({ sort, products = {} }: LineOrder, now: Date): Sql {
  switch (sort) {
    case 'exp_date':
      return sql`expires_at`;
    case 'username':
    case 'created_at':
    case 'password':
    case 'whatsapp':
      return raw(sort);
    case 'status':
      // Ativo, Desativado, Teste: in the alphabetical order of the texts.
      return sql`(array[2, 1, 3])[status + 1]`;
    case 'online':
      return sql`(lines.id = any(array(${linesOnline(now)})))::int`;
    case 'reseller':
      return sql`(select fold(a.username) from accounts a where a.id = lines.owner_id)`;
    case 'nota':
      return sql`nullif(fold(btrim(note)), '')`;
    case 'package_name':
      return sql`fold(coalesce(
        (select p.name from packages p where p.id = lines.package_id),
        ${JSON.stringify(products)}::jsonb ->> product_id::text, product_id::text, ${CUSTOM_PACKAGE}))`;
    case 'abuse_reasons':
      return sql`nullif(fold(abuse_reasons), '')`;
    case 'deleted_at_timestamp':
    // `deleted_at` also gives this order, because the period for a restoration has the same length
    // for all lines.
    case 'restorable_until_timestamp':
      return sql`deleted_at`;
    case 'last_watched_timestamp':
      return lastWatched(sql`lines.id`);
  }
}
