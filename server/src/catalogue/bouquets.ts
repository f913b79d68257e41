/**
 * Lists and changes bouquets of categories. A bouquet that a package or a line uses cannot be
 * deleted.
 */
import type {
  CatalogueBouquet,
  createBouquet as creating,
  deleteBouquet as deleting,
  editBouquet as editing,
} from '@ramal/contract/catalogue/catalogue-packages';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import sql, { type Sql } from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { refuseTakenNames } from './import/taken-names.ts';

/**
 * Returns the bouquets with their numbers of titles. Counts the titles of each category once for
 * all bouquets.
 */
const bouquetsWhere = (reader: Reader, where: Sql): Promise<CatalogueBouquet[]> =>
  reader.many<CatalogueBouquet>(sql`
    with counted as materialized (
      select category_id, count(*) filter (where kind = 'live') as channels,
        count(*) filter (where kind = 'film') as films, 0::bigint as series
      from streams where gone_at is null and hidden_at is null and kind <> 'episode' group by 1
      union all
      select category_id, 0, 0, count(*) from series group by 1
    )
    select b.id, b.name,
      array(select category_id from bouquet_categories h where h.bouquet_id = b.id order by 1) as category_ids,
      n.channels, n.films, n.series,
      (select count(*) from package_bouquets p where p.bouquet_id = b.id) as packages
    from bouquets b
    cross join lateral (
      select coalesce(sum(channels), 0)::bigint as channels, coalesce(sum(films), 0)::bigint as films,
        coalesce(sum(series), 0)::bigint as series
      from bouquet_categories h join counted using (category_id) where h.bouquet_id = b.id
    ) n
    where ${where} order by b.name, b.id`);

export const listBouquets = ({ db }: AppContext): Promise<CatalogueBouquet[]> =>
  bouquetsWhere(db, sql`true`);

const NAME_KEY = 'bouquets_name_key';

export async function createBouquet(
  { db }: AppContext,
  { body, actor, requestMeta }: Call<typeof creating>,
): Promise<HandlerResult<typeof creating>> {
  return refuseTakenNames(NAME_KEY, () =>
    db.tx(async (tx) => {
      const created = await tx.first<{ id: number }>(
        sql`insert into bouquets (name) values (${body.name}) returning id`,
      );
      await fill(tx, created!.id, body.categoryIds);
      const [after] = await bouquetsWhere(tx, sql`b.id = ${created!.id}`);
      await recordEvent(tx, requestMeta, {
        kind: 'bouquet-created',
        actorId: actor.id,
        after: eventData(after!),
      });
      return { ...after!, message: 'Bouquet criado com sucesso' };
    }),
  );
}

export async function editBouquet(
  { db }: AppContext,
  { params, body, actor, requestMeta }: Call<typeof editing>,
): Promise<HandlerResult<typeof editing>> {
  return refuseTakenNames(NAME_KEY, () =>
    db.tx(async (tx) => {
      await tx.first(sql`select from bouquets where id = ${params.id} for update`);
      const [before] = await bouquetsWhere(tx, sql`b.id = ${params.id}`);
      if (!before) return refuse('bouquet_not_found');
      await tx.run(sql`update bouquets set name = ${body.name} where id = ${params.id}`);
      if (body.categoryIds) await fill(tx, params.id, body.categoryIds);
      const [after] = await bouquetsWhere(tx, sql`b.id = ${params.id}`);
      await recordEvent(tx, requestMeta, {
        kind: 'bouquet-edited',
        actorId: actor.id,
        before: eventData(before),
        after: eventData(after!),
      });
      return { ...after!, message: 'Bouquet alterado com sucesso' };
    }),
  );
}

/**
 * Deletes an unused bouquet. A deleted line counts as a use, because it can be restored with its
 * bouquets.
 */
export async function deleteBouquet(
  { db }: AppContext,
  { params, actor, requestMeta }: Call<typeof deleting>,
): Promise<HandlerResult<typeof deleting>> {
  await db.tx(async (tx) => {
    const bouquet =
      (await tx.first<{ name: string; isInUse: boolean }>(sql`
        select name, exists (select from package_bouquets where bouquet_id = b.id)
          or exists (select from lines where package_id is null and bouquet_ids <> '{}'
            and bouquet_ids @> array[b.id]) as is_in_use
        from bouquets b where id = ${params.id} for update`)) ?? refuse('bouquet_not_found');
    if (bouquet.isInUse) refuse('bouquet_in_use');
    await tx.run(sql`delete from bouquets where id = ${params.id}`);
    await recordEvent(tx, requestMeta, {
      kind: 'bouquet-deleted',
      actorId: actor.id,
      before: { bouquet: params.id, name: bouquet.name },
    });
  });
  return { message: 'Bouquet excluído com sucesso' };
}

const eventData = ({ id, name, categoryIds }: CatalogueBouquet) => ({
  bouquet: id,
  name,
  category_ids: categoryIds,
});

async function fill(tx: Tx, bouquetId: number, categoryIds: readonly number[]): Promise<void> {
  const input = [...new Set(categoryIds)];
  await tx.run(sql`delete from bouquet_categories where bouquet_id = ${bouquetId}`);
  const members = await tx.run(sql`
    insert into bouquet_categories (bouquet_id, category_id)
    select ${bouquetId}, id from categories where id = any(${input}::bigint[])`);
  if (members !== input.length) {
    refuse('category_not_found', { fields: { categoryIds: 'Escolha categorias que existam.' } });
  }
}
