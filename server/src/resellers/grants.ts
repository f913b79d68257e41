/**
 * Named grants, which only admins give and remove. The server checks them in every call
 * (Q-SPECIALID).
 */
import { type Grant, grants as every } from '@ramal/contract/api/access';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  getGrants as getting,
  setGrants as setting,
} from '@ramal/contract/resellers/resellers';
import sql, { type Sql } from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import { type Reader, combineCtes } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { lockAccount } from './resellers.sql.ts';
import { findAccessibleAccount } from '../access/access.ts';

export async function getGrants(
  ctx: AppContext,
  { actor, params }: Call<typeof getting>,
): Promise<HandlerResult<typeof getting>> {
  const id = await findAccessibleAccount(ctx.db, actor, params.id);
  const account = await ctx.db.first<{ username: string }>(
    sql`select username from accounts where id = ${id}`,
  );
  return { id, username: account!.username, grants: await readGrants(ctx.db, id) };
}

export async function setGrants(
  ctx: AppContext,
  query: Call<typeof setting>,
): Promise<HandlerResult<typeof setting>> {
  const { actor, params, body, requestMeta } = query;
  const input = inOrder(body.grants);
  return ctx.db.tx(async (tx) => {
    const { id, username } =
      (await lockAccount(tx, actor, params.id)) ?? refuse('reseller_not_found');
    const before = await readGrants(tx, id);
    const event = insertEventCte(requestMeta, {
      kind: 'grants-changed',
      actorId: actor.id,
      accountId: id,
      before: { grants: before },
      after: { grants: input },
    });
    await tx.run(
      combineCtes({
        removed: deleteGrantsCte(id, input),
        added: insertGrantsCte(id, input, ctx.clock.now()),
        event,
      }),
    );
    return { message: 'Permissões alteradas com sucesso', id, username, grants: input };
  });
}

/**
 * CTE: gives a new account the grants that the configuration lists for its id. An admin may remove
 * them.
 */
export const firstGrantsCte = ({ config, clock }: AppContext, id: number): Sql =>
  insertGrantsCte(
    id,
    every.filter((grant) => config.firstHolders[grant]?.includes(id)),
    clock.now(),
  );

async function readGrants(reader: Reader, id: number): Promise<Grant[]> {
  const rows = await reader.many<{ name: Grant }>(
    sql`select name from account_grants where account_id = ${id}`,
  );
  return inOrder(rows.map((row) => row.name));
}

/**
 * Returns each grant once, in the order of the contract. Grants that this version does not know are
 * omitted.
 */
const inOrder = (names: readonly Grant[]): Grant[] =>
  every.filter((grant) => names.includes(grant));

const deleteGrantsCte = (id: number, input: readonly Grant[]): Sql => sql`
  delete from account_grants where account_id = ${id} and name <> all(${input}::text[])`;

const insertGrantsCte = (id: number, input: readonly Grant[], now: Date): Sql => sql`
  insert into account_grants (account_id, name, given_at)
  select ${id}, name, ${now} from unnest(${input}::text[]) as name
  on conflict do nothing`;
