import type { CategoryKind } from '@ramal/contract/catalogue/catalogue';
import type { AppContext } from '../../foundation/app-context.ts';
import { type Category, selectCategories } from './listed.sql.ts';
import type { PlayingLine } from '../player.sql.ts';

export async function categoriesOfKind(
  ctx: AppContext,
  { bouquetIds }: Pick<PlayingLine, 'bouquetIds'>,
  kind: CategoryKind,
) {
  const rows = await ctx.db.many<Category>(selectCategories(kind, bouquetIds), 'prepared');
  return rows.map(({ id, name }) => ({
    category_id: String(id),
    category_name: name,
    parent_id: 0,
  }));
}
