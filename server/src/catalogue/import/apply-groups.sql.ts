/**
 * Creates the categories and series that an import needs, if they do not exist. They are found by
 * their names in the list.
 */
import sql, { type Sql } from 'sql-template-tag';

/**
 * SQL: categories that do not exist yet, in the order of their first entry. A category is adult if
 * all its entries are adult.
 */
export const missingCategories = (importId: number): Sql => sql`
  select wanted.* from (
    select case kind when 'episode' then 'series' else kind end as kind, category, min(position) as first,
      bool_and(is_adult) as adult
    from import_entries where import_id = ${importId} and verdict in ('new', 'changed', 'same')
    group by 1, 2
  ) wanted
  where not exists (select from categories c where c.kind = wanted.kind and c.imported_name = wanted.category)`;

/**
 * Connects an existing category to the list if it has the same name. An admin or the first
 * migration created it.
 */
export const adoptCategoriesCte = (importId: number): Sql => sql`
  update categories c set imported_name = c.name
  from (${missingCategories(importId)}) m
  where c.kind = m.kind and c.name = m.category and c.imported_name is null`;

/**
 * Inserts the missing categories and adds them to the bouquet for their kind. `suffix` makes a name
 * unique if it is already used.
 */
export const insertCategoriesCte = (importId: number, suffix: string): Sql => sql`
  with m as (${missingCategories(importId)}), made as (
    insert into categories (kind, name, imported_name, position)
    select m.kind, m.category || ${suffix}, m.category,
      (select coalesce(max(position), 0) from categories c where c.kind = m.kind)
        + row_number() over (partition by m.kind order by m.first)
    from m on conflict do nothing returning id, kind, imported_name
  )
  insert into bouquet_categories (bouquet_id, category_id)
  select b.id, made.id
  from made join m on m.kind = made.kind and m.category = made.imported_name
  join bouquets b on b.takes = case when m.adult then 'adult' else m.kind end`;

/**
 * Inserts series. A series gets the name of its first episode and the first image that an episode
 * has. Values that were edited by hand do not change.
 */
export const insertSeriesCte = (importId: number, listId: number, now: Date): Sql => sql`
  insert into series (list_id, name, category_id, icon, is_adult, imported, added_at, updated_at)
  select ${listId}, x.name, c.id, x.icon, x.adult,
    jsonb_build_object('name', x.name, 'category', x.category, 'category_id', c.id, 'icon', x.icon), ${now}, ${now}
  from (
    select category, (array_agg(series_name order by position))[1] as name, bool_or(is_adult) as adult,
      coalesce((array_agg(icon order by position) filter (where icon <> ''))[1], '') as icon
    from import_entries
    where import_id = ${importId} and kind = 'episode' and verdict in ('new', 'changed', 'same')
    group by category, fold(series_name)
  ) x
  join categories c on c.kind = 'series' and c.imported_name = x.category
  on conflict (list_id, (imported->>'category'), fold(imported->>'name')) where list_id is not null do update set
    name = case when series.name = series.imported->>'name' then excluded.name else series.name end,
    icon = case when series.icon = series.imported->>'icon' then excluded.icon else series.icon end,
    imported = excluded.imported
  where series.imported is distinct from excluded.imported`;
