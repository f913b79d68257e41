/**
 * Saved views of an account's lists. Every query has a condition on the account, so an account
 * cannot read or write the views of another.
 */
import { refuse } from '@ramal/contract/api/errors';
import { withInsideNames, withWireNames } from '@ramal/contract/api/translated';
import {
  type ListName,
  type ListSettings,
  type ListView,
  MAX_VIEWS,
  listSettings,
} from '@ramal/contract/list-views';
import sql from 'sql-template-tag';
import type { Reader } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';

export async function readViews(reader: Reader, accountId: number, list: ListName) {
  const stored = await reader.many<ListView>(
    sql`select id, name, is_default, settings from list_views
      where account_id = ${accountId} and list = ${list} order by fold(name), id`,
    'prepared',
  );
  const rows = stored.map((view) => ({
    ...view,
    settings: withInsideNames(listSettings, view.settings) as ListSettings,
  }));
  return {
    arrangement: rows.find(({ name }) => name === '')?.settings ?? null,
    views: rows.filter(({ name }) => name !== ''),
  };
}

interface ViewToSave {
  readonly list: ListName;
  readonly name?: string | undefined;
  readonly settings: ListSettings;
  readonly isDefault: boolean;
}

/**
 * Saves a view and replaces one with the same name. Without a name, saves the arrangement of the
 * list, which is not a view. A list has at most one default view, so a new default replaces the old
 * one.
 */
export async function saveView(ctx: AppContext, accountId: number, saved: ViewToSave) {
  const { list, name = '', settings } = saved;
  const isDefault = saved.isDefault && name !== '';
  return ctx.db.tx(async (tx) => {
    // The lock makes simultaneous requests of an account wait, so that they do not exceed the
    // maximum number of views.
    await tx.first(
      sql`select pg_advisory_xact_lock(hashtextextended('views of ' || ${accountId}::bigint, 0))`,
    );
    if (isDefault) {
      await tx.run(
        sql`update list_views set is_default = false
          where account_id = ${accountId} and list = ${list} and is_default and name <> ${name}`,
      );
    }
    const row = await tx.first<{ id: number }>(sql`
      insert into list_views as v (account_id, list, name, is_default, settings, saved_at)
      select ${accountId}, ${list}, ${name}, ${isDefault}, ${JSON.stringify(withWireNames(listSettings, settings))}::jsonb, ${ctx.clock.now()}
      where ${name} = '' or ${MAX_VIEWS} > (
        select count(*) from list_views
        where account_id = ${accountId} and list = ${list} and name not in ('', ${name})
      )
      on conflict (account_id, list, name)
        do update set is_default = excluded.is_default, settings = excluded.settings, saved_at = excluded.saved_at
      returning v.id`);
    return row ?? refuse('list_views_full', { values: { most: MAX_VIEWS } });
  });
}

export async function deleteView(ctx: AppContext, accountId: number, id: number) {
  const gone = await ctx.db.tx((tx) =>
    tx.run(sql`delete from list_views where id = ${id} and account_id = ${accountId}`),
  );
  return gone > 0 ? { message: 'Visão excluída' } : refuse('list_view_not_found');
}
