/**
 * Saves the key of the film database. The key is tested before it is saved, stored encrypted, and
 * never returned.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  getTitleDetails as getDeclaration,
  saveTitleDetailsKey as declaration,
} from '@ramal/contract/catalogue/title-details';
import sql from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { combineCtes } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { isProviderFailure, isProviderUnavailable } from '../../foundation/provider-error.ts';
import { proveKey, type TmdbAccess } from './tmdb.ts';

/**
 * Name of this use of `ctx.secrets`. Text that is encrypted for one use cannot be decrypted for
 * another.
 */
const KEY_USE = 'tmdb-key';

/**
 * Returns the access to the film database. Undefined if no key is stored, or if the film database
 * rejected the stored key.
 */
export async function readAccess({
  db,
  secrets,
  config,
}: AppContext): Promise<TmdbAccess | undefined> {
  const row = await db.first<{ sealed: Buffer }>(
    sql`select sealed_key as sealed from title_details_key where refused_at is null`,
  );
  return row && { baseUrl: config.tmdbUrl, key: secrets.decrypt(KEY_USE, row.sealed) };
}

type State = HandlerResult<typeof getDeclaration>;

export async function readTitleDetails({ db }: Pick<AppContext, 'db'>): Promise<State> {
  const row = await db.first<State>(sql`
    select exists (select from title_details_key) as has_key,
      exists (select from title_details_key where refused_at is not null) as refused,
      count(*) filter (where found)::int as found, count(*) filter (where not found)::int as unknown,
      count(*) filter (where found is null)::int as waiting
    from (
      select details_found as found from streams where kind = 'film' and gone_at is null and not is_adult
      union all select details_found from series where not is_adult
    ) titles`);
  return row!;
}

export async function saveTitleDetailsKey(
  ctx: AppContext,
  { actor, body, requestMeta }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const { key } = body;
  if (key) await prove({ baseUrl: ctx.config.tmdbUrl, key });
  await ctx.db.tx((tx) =>
    tx.run(
      combineCtes({
        key: key
          ? sql`
              insert into title_details_key (sealed_key) values (${ctx.secrets.encrypt(KEY_USE, key)})
              on conflict (is_only) do update set sealed_key = excluded.sealed_key, refused_at = null`
          : sql`delete from title_details_key`,
        event: insertEventCte(requestMeta, {
          kind: key ? 'title-details-key-set' : 'title-details-key-removed',
          actorId: actor.id,
        }),
      }),
    ),
  );
  return {
    message: key ? 'Chave guardada: capas e sinopses começam a chegar' : 'Chave retirada',
    ...(await readTitleDetails(ctx)),
  };
}

async function prove(access: TmdbAccess): Promise<void> {
  try {
    await proveKey(access);
  } catch (error) {
    if (isProviderFailure(error, 'unauthorized')) refuse('tmdb_key_refused');
    if (isProviderUnavailable(error)) refuse('tmdb_silent');
    throw error;
  }
}
