/** Finds accounts in the caller's tree by a part of the name, by WhatsApp, or by id. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { searchResellers as declaration } from '@ramal/contract/resellers/reseller-tree';
import sql, { type Sql, empty } from 'sql-template-tag';
import { exactIdFirst, matchesAccount } from '../../foundation/like.ts';
import type { ReaderAccount } from '../../foundation/caller.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { pathsFor } from '../tree/tree-paths.ts';

const MAX_RESULTS = 20;

interface Match {
  readonly id: number;
  readonly username: string;
  readonly email: string | null;
}

export async function searchResellers(
  { db }: Pick<AppContext, 'db'>,
  {
    actor,
    query: { search },
  }: Pick<Call<typeof declaration>, 'query'> & { readonly actor: ReaderAccount },
): Promise<HandlerResult<typeof declaration>> {
  // An account with exactly this id or name comes first, then the names that begin with the text.
  const matches = await db.many<Match>(sql`
    select a.id, a.username, a.whatsapp as email from accounts a
    where a.deleted_at is null and ${ownTree(actor)} ${matchesAccount('a', search)}
    order by ${exactIdFirst(sql`a.id`, search)}(lower(a.username) = lower(${search})) desc,
      starts_with(a.search, fold(${search})) desc, lower(a.username), a.id
    limit ${MAX_RESULTS + 1}`);
  const shown = matches.slice(0, MAX_RESULTS);
  const paths = await pathsFor(
    db,
    actor,
    shown.map(({ id }) => id),
  );
  return {
    found: shown.map((match) => ({ ...match, path: paths.get(match.id) ?? [] })),
    more: matches.length > MAX_RESULTS,
  };
}

const ownTree = ({ id, profile }: ReaderAccount): Sql =>
  profile === 'admin' ? empty : sql`a.ancestors @> ${[id]}::bigint[] and `;
