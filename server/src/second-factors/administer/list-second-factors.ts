/**
 * Lists all accounts except the caller's own, with their second factors, for the bulk removal
 * (S-2FAMGR). The caller removes its own factor in another call, with a code.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { listSecondFactors as declaration } from '@ramal/contract/second-factors';
import sql, { type Sql, join, raw } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { exactIdFirst, matchesAccount } from '../../foundation/like.ts';
import { boundedTotal, toPageAnswer, limitOffset } from '../../foundation/pages.ts';
import { hasSecondFactor, passkeyCount } from '../second-factor-state.ts';

interface Row {
  readonly id: number;
  readonly username: string;
  readonly owner: string | null;
  readonly has2fa: boolean;
  readonly passkeys: number;
}

export async function listSecondFactors(
  { db }: AppContext,
  { actor, query }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const where = join(conditions(actor.id, query), ' and ');
  const total = await boundedTotal(db, sql`select from accounts a where ${where}`);
  const { limit, offset, fromEnd } = limitOffset(query, total);
  const direction = (query.dir === 'desc') === fromEnd ? 'asc' : 'desc';
  const rows = await db.many<Row>(sql`
    select a.id, a.username, p.username as owner, a.totp_secret is not null as has2fa,
      ${passkeyCount} as passkeys
    from accounts a left join accounts p on p.id = a.parent_id where ${where}
    order by ${exactIdFirst(sql`a.id`, query.search, fromEnd ? 'asc' : 'desc')}${keys[query.sort]} ${raw(`${direction} nulls ${fromEnd ? 'first' : 'last'}`)}, a.id ${raw(direction)}
    limit ${limit} offset ${offset}`);
  return toPageAnswer(query, total, fromEnd ? rows.toReversed() : rows);
}

/** Accounts without a parent come last. */
const keys = {
  username: sql`lower(a.username)`,
  id: sql`a.id`,
  owner: sql`lower(p.username)`,
  has2fa: hasSecondFactor,
};

function conditions(self: number, query: Call<typeof declaration>['query']): Sql[] {
  const { search, searchID, has2fa } = query;
  return [
    sql`a.deleted_at is null and a.id <> ${self}`,
    ...(searchID === undefined ? [] : [sql`a.id = ${searchID}::bigint`]),
    ...(search === undefined ? [] : [matchesAccount('a', search)]),
    ...(has2fa === undefined ? [] : [sql`${hasSecondFactor} = ${has2fa}`]),
  ];
}
