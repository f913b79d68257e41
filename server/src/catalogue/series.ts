/**
 * Lists and edits series. When a series moves to another category, its episodes move too, because
 * players search for episodes there.
 */
import type {
  CatalogueSeries,
  editSeries as editing,
  listSeries as listing,
} from '@ramal/contract/catalogue/catalogue';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import sql, { type Sql, join, raw } from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { Reader } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { boundedTotal, toPageAnswer, limitOffset } from '../foundation/pages.ts';
import { containsFolded } from '../foundation/like.ts';
import { changedFields } from './streams.ts';

export async function listSeries(
  { db }: AppContext,
  { query }: Call<typeof listing>,
): Promise<HandlerResult<typeof listing>> {
  const where = join(
    [
      sql`true`,
      ...(query.category ? [sql`x.category_id = ${query.category}`] : []),
      ...(query.series ? [sql`x.id = ${query.series}`] : []),
      ...(query.search ? [sql`x.search like ${containsFolded(query.search)}`] : []),
    ],
    ' and ',
  );
  const total = await boundedTotal(db, sql`select from series x where ${where}`);
  const { limit, offset, fromEnd } = limitOffset(query, total);
  const order = (backwards: boolean): Sql => {
    const direction = (query.dir === 'desc') === backwards ? 'asc' : 'desc';
    if (query.sort === 'name') return raw(`x.search ${direction}, x.id ${direction}`);
    return sql`${keys[query.sort]} ${raw(`${direction} nulls ${backwards ? 'first' : 'last'}`)}, x.id ${raw(direction)}`;
  };
  const ids = sql`array(
    select x.id from series x where ${where} order by ${order(fromEnd)} limit ${limit} offset ${offset})`;
  return toPageAnswer(query, total, await seriesWhere(db, sql`x.id = any(${ids})`, order(false)));
}

const counted = (what: Sql): Sql =>
  sql`(select count(${what}) from streams s where s.series_id = x.id and s.gone_at is null)`;

/** Sort keys. Empty values come last. */
const keys = {
  category: sql`(select fold(c.name) from categories c where c.id = x.category_id)`,
  seasons: counted(sql`distinct season`),
  episodes: counted(sql`*`),
  year: sql`x.details->'year'`,
};

const seriesWhere = (reader: Reader, where: Sql, order: Sql): Promise<CatalogueSeries[]> =>
  reader.many<CatalogueSeries>(sql`
    select x.id, x.name, x.icon, x.category_id, c.name as category_name, n.seasons, n.episodes, x.details
    from series x join categories c on c.id = x.category_id
    cross join lateral (
      select count(distinct season) as seasons, count(*) as episodes
      from streams s where s.series_id = x.id and s.gone_at is null
    ) n
    where ${where} order by ${order}`);

interface Editable {
  readonly id: number;
  readonly name: string;
  readonly icon: string;
  readonly categoryId: number;
  readonly details: Record<string, unknown>;
}

export async function editSeries(
  { db }: AppContext,
  { params, body, actor, requestMeta }: Call<typeof editing>,
): Promise<HandlerResult<typeof editing>> {
  return db.tx(async (tx) => {
    const before =
      (await tx.first<Editable>(
        sql`select id, name, icon, category_id, details from series where id = ${params.id} for update`,
      )) ?? refuse('series_not_found');
    const after: Editable = {
      id: before.id,
      name: body.name ?? before.name,
      icon: body.icon === undefined ? before.icon : (body.icon ?? ''),
      categoryId: body.categoryId ?? before.categoryId,
      details: body.details ?? before.details,
    };
    const category = await tx.first(
      sql`select from categories where id = ${after.categoryId} and kind = 'series'`,
    );
    if (!category) {
      refuse('category_not_found', { fields: { categoryId: 'Escolha uma categoria de séries.' } });
    }
    await tx.run(sql`
      update series set name = ${after.name}, icon = ${after.icon}, category_id = ${after.categoryId},
        details = ${JSON.stringify(after.details)}::jsonb
      where id = ${before.id}`);
    await tx.run(sql`
      update streams set category_id = ${after.categoryId}
      where series_id = ${before.id} and category_id <> ${after.categoryId}`);
    const changed = changedFields(before, after);
    await recordEvent(tx, requestMeta, {
      kind: 'series-edited',
      actorId: actor.id,
      before: { series: before.id, ...changed.before },
      after: changed.after,
    });
    const [row] = await seriesWhere(tx, sql`x.id = ${before.id}`, sql`x.id`);
    return { ...row!, message: 'Série alterada com sucesso' };
  });
}
