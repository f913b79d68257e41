/** Finds accounts anywhere in one's own tree: by a piece of the name, by WhatsApp, by their number. */
import type { HandlerResult } from '@ramal/contract/endpoint';
import type { searchResellers as declaration } from '@ramal/contract/reseller-tree';
import sql, { type Sql, empty } from 'sql-template-tag';
import type { ReaderAccount } from '../../foundation/caller.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { isNamed } from './reseller-page.sql.ts';
import { pathsFor } from '../tree/tree-paths.ts';

const MOST = 20;

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
  // Whoever has the very name or number first, then names that begin so.
  const matches = await db.many<Match>(sql`
    select a.id, a.username, a.whatsapp as email from accounts a
    where a.deleted_at is null and ${ownTree(actor)} (${isNamed(search)}${isNumbered(search)})
    order by (lower(a.username) = lower(${search}) or a.id::text = ${search}) desc,
      starts_with(a.search, fold(${search})) desc, lower(a.username), a.id
    limit ${MOST + 1}`);
  const told = matches.slice(0, MOST);
  const paths = await pathsFor(
    db,
    actor,
    told.map(({ id }) => id),
  );
  return {
    found: told.map((match) => ({ ...match, path: paths.get(match.id) ?? [] })),
    more: matches.length > MOST,
  };
}

const ownTree = ({ id, profile }: ReaderAccount): Sql =>
  profile === 'admin' ? empty : sql`a.ancestors @> ${[id]}::bigint[] and `;

const isNumbered = (search: string): Sql =>
  /^\d{1,15}$/.test(search) ? sql` or a.id = ${search}::bigint` : empty;
