/**
 * Lists and changes the categories of temporary channels. An admin chooses the number of each
 * category (V-63, Q-TEMPCAT).
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  TemporaryCategory,
  createTemporaryCategory as creating,
  listTemporaryCategories as listing,
  renameTemporaryCategory as renaming,
} from '@ramal/contract/catalogue/temporary-channels';
import sql from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { violatedConstraint } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { refuseTakenNames } from '../import/taken-names.ts';

export const listTemporaryCategories = async ({
  db,
}: AppContext): Promise<HandlerResult<typeof listing>> => ({
  categories: await db.many<TemporaryCategory>(
    sql`select custom_id, name from categories where custom_id is not null order by position, id`,
  ),
});

/**
 * Creates a category. It gets the first position among the categories of channels and belongs to
 * every bouquet for channels.
 */
export async function createTemporaryCategory(
  { db }: AppContext,
  { body, actor, requestMeta }: Call<typeof creating>,
): Promise<HandlerResult<typeof creating>> {
  const { customId, name } = body;
  await refuseTakenIds(() =>
    refuseTakenNames('categories_name_key', () =>
      db.tx(async (tx) => {
        await tx.run(sql`
          with made as (
            insert into categories (kind, name, position, custom_id)
            select 'live', ${name}, coalesce(min(position), 0) - 1, ${customId} from categories where kind = 'live'
            returning id
          )
          insert into bouquet_categories (bouquet_id, category_id)
          select b.id, made.id from made, bouquets b where b.takes = 'live'`);
        await recordEvent(tx, requestMeta, {
          kind: 'temporary-category-created',
          actorId: actor.id,
          after: { name, number: customId },
        });
      }),
    ),
  );
  return { message: 'Categoria adicionada com sucesso', customId, name };
}

async function refuseTakenIds<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'categories_custom_id_key') throw error;
    return refuse('temporary_category_taken', {
      fields: { customId: 'Já existe uma categoria com este ID.' },
    });
  }
}

export async function renameTemporaryCategory(
  { db }: AppContext,
  { params, body, actor, requestMeta }: Call<typeof renaming>,
): Promise<HandlerResult<typeof renaming>> {
  await refuseTakenNames('categories_name_key', () =>
    db.tx(async (tx) => {
      const renamed = await tx.run(
        sql`update categories set name = ${body.name} where custom_id = ${params.id}`,
      );
      if (renamed === 0) refuse('category_not_found');
      await recordEvent(tx, requestMeta, {
        kind: 'temporary-category-renamed',
        actorId: actor.id,
        after: { name: body.name, number: params.id },
      });
    }),
  );
  return { message: 'Categoria renomeada com sucesso', customId: params.id, name: body.name };
}
