/** Lists the messages of an endpoint with their answers, and sends a message again. */
import type {
  WebhookMessage,
  WebhookMessageSort,
  getWebhookMessage,
  listWebhookMessages,
  resendWebhookMessage,
} from '@ramal/contract/webhooks';
import { refuse } from '@ramal/contract/api/errors';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import sql, { type Sql, empty, raw } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Actor } from '../foundation/caller.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { Call } from '../foundation/http/bind.ts';
import {
  type Total,
  boundedTotal,
  gatherSorted,
  limitOffset,
  toPageAnswer,
} from '../foundation/pages.ts';
import { resendDeliveries } from '../outbox/outbox.ts';
import { isOwnEndpoint } from './endpoints.sql.ts';

interface MessageRow {
  readonly id: number;
  readonly publicId: string;
  readonly type: string;
  readonly about: string;
  readonly deliveryState: 'waiting' | 'sending' | 'sent' | 'failed' | 'unknown' | 'skipped' | null;
  readonly reason: string;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly dueAt: Date | null;
  readonly body: string;
  readonly deliveryId: number | null;
}

const columns = sql`m.id, m.public_id, m.type, m.about, d.state as delivery_state,
  coalesce(d.reason, '') as reason, coalesce(d.attempts, 0) as attempts, m.created_at,
  d.due_at, m.body, d.id as delivery_id`;

const messages = sql`webhook_messages m join webhook_endpoints e on e.id = m.endpoint_id
  left join deliveries d on d.kind = 'webhook' and d.subject_id = m.id`;

export async function listMessages(
  { db }: AppContext,
  { actor, params, query }: Call<typeof listWebhookMessages>,
): Promise<HandlerResult<typeof listWebhookMessages>> {
  const endpoint = await db.first(
    sql`select from webhook_endpoints e where ${isOwnEndpoint(actor, params.id)}`,
  );
  if (!endpoint) refuse('webhook_not_found');
  const { total, ids } = await readPage(
    db,
    sql`from ${messages} where m.endpoint_id = ${params.id} ${inState(query.state)}`,
    query,
  );
  const rows = await db.many<MessageRow>(sql`
    select ${columns} from ${messages} where m.id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], m.id)`);
  const counts = await db.first<{ trying: number; failed: number }>(sql`
    select count(*) filter (where d.state in ('waiting', 'sending'))::int as trying,
      count(*) filter (where d.state in ('failed', 'unknown'))::int as failed
    from deliveries d where d.queue = ${`webhook:${params.id}`}
      and d.state in ('waiting', 'sending', 'failed', 'unknown')`);
  return {
    ...toPageAnswer(query, total, rows.map(messageOf)),
    ...counts!,
  };
}

type Query = Call<typeof listWebhookMessages>['query'];

/**
 * Reads the page's ids. The order of creation has an index; every other order sorts all messages.
 */
async function readPage(
  db: AppContext['db'],
  from: Sql,
  query: Query,
): Promise<{ readonly total: Total; readonly ids: readonly number[] }> {
  const { sort, dir } = query;
  if (sort !== 'created_at')
    return gatherSorted(db, sql`select m.id, ${sortKeys[sort]} as key ${from}`, query);
  const total = await boundedTotal(db, sql`select m.id ${from}`);
  const { limit, offset, fromEnd } = limitOffset(query, total);
  const walked = raw((dir === 'asc') === fromEnd ? 'desc' : 'asc');
  const rows = await db.many<{ id: number }>(
    sql`select m.id ${from} order by m.id ${walked} limit ${limit} offset ${offset}`,
  );
  const ids = rows.map(({ id }) => id);
  return { total, ids: fromEnd ? ids.toReversed() : ids };
}

/** Sort columns by the displayed value. */
const sortKeys: Record<Exclude<WebhookMessageSort, 'created_at'>, Sql> = {
  type: sql`m.type`,
  about: sql`fold(m.about)`,
  answer: sql`fold(case
    when d.state in ('waiting', 'sending') and d.attempts = 0 then 'na fila'
    when d.state in ('waiting', 'sending') then coalesce(nullif(d.reason, ''), 'tentando')
    when d.state = 'sent' then coalesce(nullif(d.reason, ''), 'entregue')
    when d.state in ('failed', 'unknown') then 'desistiu' else 'não enviado' end)`,
  attempts: sql`coalesce(d.attempts, 0)`,
};

function inState(state: 'trying' | 'failed' | undefined): Sql {
  if (state === 'trying') return sql`and d.state in ('waiting', 'sending')`;
  return state === 'failed' ? sql`and d.state in ('failed', 'unknown')` : empty;
}

export async function findMessage(
  { db }: AppContext,
  { actor, params }: Call<typeof getWebhookMessage>,
): Promise<HandlerResult<typeof getWebhookMessage>> {
  const row = await db.first<MessageRow>(
    sql`select ${columns} from ${messages} where ${isOwnEndpoint(actor)} and m.id = ${params.id}`,
  );
  if (!row) return refuse('webhook_message_not_found');
  const tries = await db.many<{
    at: Date;
    tookMs: number;
    outcome: string;
    reason: string;
    answer: string;
  }>(sql`
    select at, took_ms, outcome, reason, answer from delivery_attempts
    where delivery_id = ${row.deliveryId} order by id desc limit 50`);
  return {
    ...messageOf(row),
    body: row.body,
    tries: tries.toReversed().map((attempt) => ({
      atTimestamp: unixSeconds(attempt.at),
      tookMs: attempt.tookMs,
      delivered: attempt.outcome === 'sent',
      answer: attempt.reason,
      body: attempt.answer,
    })),
  };
}

/** Sends finished messages again. Waiting messages are sent automatically, so they are skipped. */
export const resend = (
  ctx: AppContext,
  { actor, params }: Call<typeof resendWebhookMessage>,
): Promise<number> =>
  ctx.db.tx(async (tx) => {
    const message = await tx.first<{ isOff: boolean }>(sql`
      select e.off_at is not null as is_off from ${messages} where ${isOwn(actor, params.id)}`);
    if (!message) return refuse('webhook_message_not_found');
    if (message.isOff) return refuse('webhook_off');
    const count = await resendDeliveries(
      ctx,
      tx,
      sql`kind = 'webhook' and subject_id = ${params.id}`,
    );
    return count === 0 ? refuse('webhook_message_waiting') : params.id;
  });

const isOwn = (actor: Actor, id: number): Sql => sql`${isOwnEndpoint(actor)} and m.id = ${id}`;

const messageOf = (row: MessageRow): WebhookMessage => ({
  id: row.id,
  messageId: row.publicId,
  type: row.type,
  about: row.about,
  state: stateOf(row),
  answer: row.reason,
  attempts: row.attempts,
  createdAtTimestamp: unixSeconds(row.createdAt),
  nextAtTimestamp:
    row.deliveryState === 'waiting' && row.dueAt && row.attempts > 0
      ? unixSeconds(row.dueAt)
      : null,
});

function stateOf({ deliveryState, attempts }: MessageRow): WebhookMessage['state'] {
  switch (deliveryState) {
    case 'waiting':
    case 'sending':
      return attempts === 0 ? 'waiting' : 'trying';
    case 'sent':
      return 'delivered';
    case 'failed':
    case 'unknown':
      return 'failed';
    // The delivery was skipped, or the outbox deleted it because it was old.
    default:
      return 'skipped';
  }
}
