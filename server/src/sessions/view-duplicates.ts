/**
 * Lists «Painel Duplicado»: IP addresses from which more than one account signed in today, the
 * latest first. The day begins at midnight in the panel's time zone. Refused attempts create no
 * session, so they do not count. Source: S-DUP-01 to -04, D3 §2.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { viewDuplicates as declaration } from '@ramal/contract/resellers/reseller-tree';
import sql, { type Sql, raw } from 'sql-template-tag';
import { formatDateTime, localDay, startOfDay } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { escapeLike } from '../foundation/like.ts';
import { boundedTotal, toPageAnswer, limitOffset } from '../foundation/pages.ts';

interface SharedAddress {
  readonly ip: string;
  /** Ids in the order of `names`. */
  readonly ids: readonly number[];
  readonly names: readonly string[];
  readonly total: number;
  readonly lastAt: Date;
}

export async function viewDuplicates(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { query }: Pick<Call<typeof declaration>, 'query'>,
): Promise<HandlerResult<typeof declaration>> {
  const { timeZone } = clock;
  const shared = sharedSince(startOfDay(localDay(clock.now(), timeZone), timeZone), query.search);
  const total = await boundedTotal(db, shared);
  const { limit, offset } = limitOffset(query, { ...total, exact: false });
  const rows = await db.many<SharedAddress>(sql`
    select host(address) as ip, ids, names, total, last_at from (${shared}) shared
    order by ${keys[query.sort]} ${raw(query.dir)}, address limit ${limit} offset ${offset}`);
  return toPageAnswer(
    query,
    total,
    rows.map(({ ip, ids, names, total: signIns, lastAt }) => ({
      ip,
      revendedores: names.join(', '),
      ids: [...ids],
      total: signIns,
      lastAt: formatDateTime(lastAt, timeZone),
    })),
  );
}

const keys = {
  last_at: sql`last_at`,
  ip: sql`address`,
  panels: sql`lower(names[1])`,
  count: sql`cardinality(ids)`,
  total: sql`total`,
};

const sharedSince = (midnight: Date, search: string | undefined): Sql => sql`
  select address, sum(made)::bigint as total, max(last_at) as last_at,
    array_agg(account_id order by lower(username)) as ids, array_agg(username order by lower(username)) as names
  from (
    select address, account_id, count(*) as made, max(created_at) as last_at from sign_ins
    where created_at >= ${midnight} and address is not null group by address, account_id
  ) today join accounts on accounts.id = account_id
  group by address having count(*) > 1${search === undefined ? sql`` : sql` and ${isFound(search)}`}`;

/** Condition: the search text is part of the IP address, or of the name of one of its accounts. */
const isFound = (search: string): Sql => {
  const piece = `%${escapeLike(search)}%`;
  return sql`(host(address) like ${piece} or bool_or(fold(username) like fold(${piece})))`;
};
