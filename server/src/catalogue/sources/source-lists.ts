/**
 * Lists and changes the M3U lists from which the catalogue is imported. Deleting a list deletes its
 * streams.
 */
import type {
  SourceList,
  createSourceList as creating,
  deleteSourceList as deleting,
  editSourceList as editing,
} from '@ramal/contract/catalogue/catalogue-lists';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import sql, { type Sql } from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { Reader } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { lastImports, settleImportCte } from '../import/imports.ts';
import { parseHost, refuseTakenNames } from '../import/taken-names.ts';

type Row = Omit<SourceList, 'lastImport'>;

const listRows = (where: Sql): Sql => sql`
  select l.id, l.name, l.address, l.headers, l.joins_channels,
    coalesce(n.channels, 0) as channels, coalesce(n.films, 0) as films, coalesce(n.episodes, 0) as episodes
  from source_lists l
  left join (
    select list_id, count(*) filter (where kind = 'live') as channels, count(*) filter (where kind = 'film') as films,
      count(*) filter (where kind = 'episode') as episodes
    from streams where list_id is not null and gone_at is null group by 1
  ) n on n.list_id = l.id
  where ${where} order by l.name, l.id`;

async function listsWhere(reader: Reader, where: Sql): Promise<SourceList[]> {
  const rows = await reader.many<Row>(listRows(where));
  const last = await lastImports(reader);
  return rows.map((row) => ({ ...row, lastImport: last.get(row.id) ?? null }));
}

export const listSourceLists = ({ db }: AppContext): Promise<SourceList[]> =>
  listsWhere(db, sql`true`);

export async function createSourceList(
  { db, clock }: AppContext,
  { body, actor, requestMeta }: Call<typeof creating>,
): Promise<HandlerResult<typeof creating>> {
  const { name, address = '', headers = '', joinsChannels = false } = body;
  return refuseTakenNames('source_lists_name_key', () =>
    db.tx(async (tx) => {
      const created = await tx.first<{ id: number }>(sql`
        insert into source_lists (name, address, headers, joins_channels, created_at)
        values (${name}, ${address}, ${headers}, ${joinsChannels}, ${clock.now()}) returning id`);
      await recordEvent(tx, requestMeta, {
        kind: 'list-created',
        actorId: actor.id,
        after: { list: created!.id, name, host: parseHost(address) },
      });
      const [list] = await listsWhere(tx, sql`l.id = ${created!.id}`);
      return { ...list!, message: 'Lista cadastrada com sucesso' };
    }),
  );
}

export async function editSourceList(
  { db }: AppContext,
  { params, body, actor, requestMeta }: Call<typeof editing>,
): Promise<HandlerResult<typeof editing>> {
  const { name, address = '', headers = '', joinsChannels = null } = body;
  return refuseTakenNames('source_lists_name_key', () =>
    db.tx(async (tx) => {
      const before =
        (await tx.first<{ name: string; address: string; headers: string }>(
          sql`select name, address, headers from source_lists where id = ${params.id} for update`,
        )) ?? refuse('list_not_found');
      await tx.run(
        sql`update source_lists set name = ${name}, address = ${address}, headers = ${headers},
          joins_channels = coalesce(${joinsChannels}, joins_channels) where id = ${params.id}`,
      );
      await recordEvent(tx, requestMeta, {
        kind: 'list-edited',
        actorId: actor.id,
        before: { list: params.id, name: before.name, host: parseHost(before.address) },
        after: {
          name,
          host: parseHost(address),
          addressChanged: address !== before.address,
          headersChanged: headers !== before.headers,
        },
      });
      const [list] = await listsWhere(tx, sql`l.id = ${params.id}`);
      return { ...list!, message: 'Lista alterada com sucesso' };
    }),
  );
}

export async function deleteSourceList(
  { db }: AppContext,
  { params, actor, requestMeta }: Call<typeof deleting>,
): Promise<HandlerResult<typeof deleting>> {
  await db.tx(async (tx) => {
    const { name } =
      (await tx.first<{ name: string }>(
        sql`select name from source_lists where id = ${params.id} for update`,
      )) ?? refuse('list_not_found');
    await tx.run(settleImportCte(params.id));
    if (
      await tx.first(
        sql`select from imports where list_id = ${params.id} and state in ('reading', 'applying')`,
      )
    ) {
      refuse('import_running');
    }
    await tx.run(sql`delete from source_lists where id = ${params.id}`);
    // Deletes imported categories that are empty now, unless an import is running that may need
    // them.
    await tx.run(sql`
      delete from categories c where imported_name is not null
        and not exists (select from imports where state = 'applying')
        and not exists (select from streams where category_id = c.id)
        and not exists (select from series where category_id = c.id)`);
    await recordEvent(tx, requestMeta, {
      kind: 'list-deleted',
      actorId: actor.id,
      before: { list: params.id, name },
    });
  });
  return { message: 'Lista excluída com sucesso' };
}
