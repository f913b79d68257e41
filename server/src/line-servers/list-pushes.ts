/**
 * Lists the lines whose last change has not reached their server, with the reason. Requests a push
 * of all of them.
 */
import type {
  listLinePushes as listDeclaration,
  retryLinePushes as retryDeclaration,
} from '@ramal/contract/operations/line-servers';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import sql, { raw } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { Call } from '../foundation/http/bind.ts';
import { containsFolded } from '../foundation/like.ts';
import { boundedTotal, limitOffset, toPageAnswer, refuseLongSort } from '../foundation/pages.ts';
import { requestPendingPushes, lineServerQueue } from './line-servers.sql.ts';
import { getServer } from './save-server.ts';

const isFailed = "d.state in ('failed', 'unknown')";
const sorts = {
  id: 'd.id',
  username: 'fold(l.username)',
  owner: 'fold(a.username)',
  // False sorts before true, as «Espera» sorts before «Falhou».
  state: isFailed,
  reason: "nullif(fold(d.reason), '')",
  attempts: 'd.attempts',
  due_at: `case when not (${isFailed}) then greatest(d.due_at, d.created_at) end`,
} as const;

interface Row {
  readonly id: number;
  readonly lineId: number;
  readonly username: string;
  readonly owner: string;
  readonly isFailed: boolean;
  readonly attempts: number;
  readonly reason: string;
  readonly dueAt: Date;
}

export async function listPushes(
  ctx: AppContext,
  { params, query }: Call<typeof listDeclaration>,
): Promise<HandlerResult<typeof listDeclaration>> {
  await getServer(ctx, params.id);
  const { search } = query;
  const states = {
    waiting: sql`d.state in ('waiting', 'sending')`,
    failed: raw(isFailed),
  };
  const from = sql`
    from deliveries d join server_lines sl on sl.id = d.subject_id join lines l on l.id = sl.line_id
      join accounts a on a.id = l.owner_id
    where d.queue = ${lineServerQueue(params.id)}
      and ${query.state ? states[query.state] : sql`d.state in ('waiting', 'sending', 'failed', 'unknown')`}
      ${search ? sql`and fold(l.username || ' ' || a.username) like ${containsFolded(search)}` : sql``}`;
  const total = await boundedTotal(ctx.db, sql`select ${from}`);
  refuseLongSort(total, query.sort === 'id');
  const { limit, offset } = limitOffset(query, { ...total, exact: false });
  const rows = await ctx.db.many<Row>(sql`
    select d.id, l.id as line_id, l.username, a.username as owner, ${raw(isFailed)} as is_failed,
      d.attempts, d.reason, greatest(d.due_at, d.created_at) as due_at ${from}
    order by ${raw(`${sorts[query.sort]} ${query.dir} nulls last, d.id ${query.dir}`)} limit ${limit} offset ${offset}`);
  return toPageAnswer(
    query,
    total,
    rows.map(({ lineId, isFailed: failed, dueAt, ...row }) => ({
      id: row.id,
      lineId,
      username: row.username,
      owner: row.owner,
      state: failed ? ('failed' as const) : ('waiting' as const),
      attempts: row.attempts,
      reason: row.reason,
      dueAtTimestamp: failed ? null : unixSeconds(dueAt),
    })),
  );
}

export async function retryPushes(
  ctx: AppContext,
  { params }: Call<typeof retryDeclaration>,
): Promise<HandlerResult<typeof retryDeclaration>> {
  await getServer(ctx, params.id);
  const count = await ctx.db.tx((tx) => requestPendingPushes(tx, params.id));
  return {
    count,
    message: count === 0 ? 'Nada espera neste servidor' : 'Tentando de novo agora',
  };
}
