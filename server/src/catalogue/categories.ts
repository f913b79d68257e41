/** Categories in the order that apps show, and the bouquets that contain them. */
import type {
  CatalogueCategory,
  editCategory as editing,
} from '@ramal/contract/catalogue/catalogue-packages';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import sql, { type Sql } from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { refuseTakenNames } from './import/taken-names.ts';

const categoriesWhere = (reader: Reader, where: Sql): Promise<CatalogueCategory[]> =>
  reader.many<CatalogueCategory>(sql`
    select c.id, c.kind, c.name, c.position,
      coalesce(case c.kind when 'series' then x.items else s.items end, 0) as items,
      array(select bouquet_id from bouquet_categories b where b.category_id = c.id order by 1) as bouquet_ids
    from categories c
    left join (select category_id, count(*) as items from streams where gone_at is null group by 1) s
      on s.category_id = c.id
    left join (select category_id, count(*) as items from series group by 1) x on x.category_id = c.id
    where ${where} order by c.kind = 'series', c.kind = 'film', c.position, c.id`);

export const listCategories = ({ db }: AppContext): Promise<CatalogueCategory[]> =>
  categoriesWhere(db, sql`true`);

/** Edits a category. Imports still find it, because its name in the lists is stored separately. */
export async function editCategory(
  { db }: AppContext,
  { params, body, actor, requestMeta }: Call<typeof editing>,
): Promise<HandlerResult<typeof editing>> {
  return refuseTakenNames('categories_name_key', () =>
    db.tx(async (tx) => {
      await tx.first(sql`select from categories where id = ${params.id} for update`);
      const [before] = await categoriesWhere(tx, sql`c.id = ${params.id}`);
      if (!before) return refuse('category_not_found');
      const { name = before.name, position = before.position, bouquetIds: bouquets } = body;
      if (body.position !== undefined) await tx.run(makingRoom(before, body.position));
      await tx.run(
        sql`update categories set name = ${name}, position = ${position} where id = ${params.id}`,
      );
      if (bouquets) await sellIn(tx, params.id, [...new Set(bouquets)]);
      const [after] = await categoriesWhere(tx, sql`c.id = ${params.id}`);
      const eventData = ({ name: called, position: at, bouquetIds }: CatalogueCategory) => ({
        name: called,
        position: at,
        bouquet_ids: bouquetIds,
      });
      await recordEvent(tx, requestMeta, {
        kind: 'category-edited',
        actorId: actor.id,
        before: { category: params.id, ...eventData(before) },
        after: eventData(after!),
      });
      return { ...after!, message: 'Categoria alterada com sucesso' };
    }),
  );
}

/**
 * Numbers the other categories of the kind from 0, and leaves the position of the edited category
 * free.
 */
const makingRoom = ({ id, kind }: CatalogueCategory, position: number): Sql => sql`
  update categories c set position = other.place + case when other.place >= ${position} then 1 else 0 end
  from (
    select id, row_number() over (order by position, id) - 1 as place
    from categories where kind = ${kind} and id <> ${id}
  ) other
  where c.id = other.id`;

async function sellIn(tx: Tx, categoryId: number, bouquets: readonly number[]): Promise<void> {
  await tx.run(sql`delete from bouquet_categories where category_id = ${categoryId}`);
  const sold = await tx.run(sql`
    insert into bouquet_categories (bouquet_id, category_id)
    select id, ${categoryId} from bouquets where id = any(${bouquets}::bigint[])`);
  if (sold !== bouquets.length) {
    refuse('bouquet_unknown', { fields: { bouquetIds: 'Escolha bouquets que existam.' } });
  }
}
