/** Lists the differences of a server's last comparison, by page. */
import {
  type DifferenceKind,
  differenceKinds,
  type listLineDifferences as declaration,
} from '@ramal/contract/operations/line-servers';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql, { raw } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { containsFolded } from '../../foundation/like.ts';
import { boundedTotal, limitOffset, toPageAnswer, refuseLongSort } from '../../foundation/pages.ts';
import { getServer } from '../save-server.ts';

interface Row {
  readonly id: number;
  readonly kind: DifferenceKind;
  readonly lineId: number | null;
  readonly platform: PlatformKey | null;
  readonly remoteId: string | null;
  readonly username: string;
  readonly owner: string | null;
  readonly ours: string;
  readonly theirs: string;
  readonly foundAt: Date;
  readonly isIgnored: boolean;
}

const sorts = {
  username: 'fold(d.username)',
  owner: 'fold(a.username)',
  kind: 'd.kind',
  // Passwords are never shown. They are therefore left out of the order by value.
  ours: "nullif(case when d.kind <> 'password' then d.ours end, '')",
  theirs: "nullif(case when d.kind <> 'password' then d.theirs end, '')",
  found_at: 'd.found_at',
} as const;

export async function listDifferences(
  ctx: AppContext,
  { params, query }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  await getServer(ctx, params.id);
  const { search, kind, ignored } = query;
  const matching = sql`
    d.server_id = ${params.id} and d.ignored_at is ${ignored ? sql`not null` : sql`null`}
    ${kind ? sql`and d.kind = ${kind}` : sql``}
    ${search ? sql`and fold(d.username) like ${containsFolded(search)}` : sql``}`;
  const counts = await ctx.db.many<{ kind: DifferenceKind; count: number }>(sql`
    select kind, count(*)::int as count from line_differences
    where server_id = ${params.id} and ignored_at is null group by kind`);
  const total = await boundedTotal(ctx.db, sql`select from line_differences d where ${matching}`);
  // The default order works for a list of any length; other orders have a limit.
  refuseLongSort(total, query.sort === 'username');
  const { limit, offset } = limitOffset(query, { ...total, exact: false });
  const rows = await ctx.db.many<Row>(sql`
    select d.id, d.kind, d.line_id, l.platform, d.remote_id, d.username,
      a.username as owner, d.ours, d.theirs, d.found_at, d.ignored_at is not null as is_ignored
    from line_differences d left join lines l on l.id = d.line_id left join accounts a on a.id = l.owner_id
    where ${matching}
    order by ${raw(`${sorts[query.sort]} ${query.dir} nulls last, d.id ${query.dir}`)} limit ${limit} offset ${offset}`);
  return {
    ...toPageAnswer(query, total, rows.map(onWire)),
    counts: differenceKinds.map((differenceKind) => ({
      kind: differenceKind,
      count: counts.find((row) => row.kind === differenceKind)?.count ?? 0,
    })),
  };
}

const onWire = (row: Row) => ({
  id: row.id,
  kind: row.kind,
  lineId: row.lineId,
  platform: row.platform,
  remoteId: row.remoteId,
  username: row.username,
  owner: row.owner,
  ours: row.ours,
  theirs: row.theirs,
  foundAtTimestamp: unixSeconds(row.foundAt),
  ignored: row.isIgnored,
});
