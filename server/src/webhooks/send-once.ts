/**
 * Sends one message of another module, such as a reminder, whose delivery that module stores. The
 * message goes to the account's oldest endpoint that chose the event. Without an answer the result
 * is unknown.
 */
import type { WebhookEvent } from '@ramal/contract/webhooks';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Reader } from '../foundation/database.ts';
import type { DeliveryOutcome } from '../outbox/outbox.ts';
import { recordOutcome } from './endpoint-health.ts';
import { webhookQueue } from './endpoints.sql.ts';
import { post, type SignedPost } from './send-webhook.ts';

interface EventEndpoint extends Omit<SignedPost, 'publicId' | 'body'> {
  readonly id: number;
  readonly queue: string;
}

/**
 * Finds the endpoint. Undefined if no enabled endpoint chose the event, or if the account lost the
 * grant for endpoints.
 */
export async function findEndpointFor(
  reader: Reader,
  accountId: number,
  event: WebhookEvent,
  now: Date,
): Promise<EventEndpoint | undefined> {
  const row = await reader.first<Omit<EventEndpoint, 'queue'>>(sql`
    select e.id, e.url, e.sealed_secret as secret,
      case when e.former_until > ${now} then e.former_sealed_secret end as former_secret
    from webhook_endpoints e
    where e.account_id = ${accountId} and e.off_at is null and ${event}::text = any(e.events)
      and exists (select from account_grants g where g.account_id = e.account_id and g.name = 'api.keys')
    order by e.id limit 1`);
  return row && { ...row, queue: webhookQueue(row.id) };
}

export async function sendOnce(
  ctx: AppContext,
  endpoint: EventEndpoint,
  message: { readonly publicId: string; readonly body: string },
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const { isUnsure, ...outcome } = await post(ctx, { ...endpoint, ...message }, signal);
  await recordOutcome(ctx, endpoint.id, outcome);
  return isUnsure
    ? { state: 'unknown', reason: `O webhook não respondeu: ${outcome.reason}.` }
    : { ...outcome, ...(outcome.state === 'sent' ? {} : { reason: `Webhook: ${outcome.reason}` }) };
}
