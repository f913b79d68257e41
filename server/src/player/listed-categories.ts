import type { CategoryKind } from '@ramal/contract/catalogue';
import type { House } from '../foundation/house.ts';
import { type Category, categoriesOf } from './listed.sql.ts';
import type { PlayingLine } from './player.sql.ts';

export async function categoriesOfKind(
  house: House,
  { bouquetIds }: Pick<PlayingLine, 'bouquetIds'>,
  kind: CategoryKind,
) {
  const rows = await house.db.many<Category>(categoriesOf(kind, bouquetIds), 'player-categories');
  return rows.map(({ id, name }) => ({
    category_id: String(id),
    category_name: name,
    parent_id: 0,
  }));
}
