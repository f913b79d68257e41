/** Adds, changes and deletes endpoints. A secret is shown once and stored encrypted. */
import { randomBytes, randomUUID } from 'node:crypto';
import {
  MAX_WEBHOOKS,
  type Webhook,
  type createWebhook,
  type deleteWebhook,
  type editWebhook,
  type rotateWebhookSecret,
  type testWebhook,
} from '@ramal/contract/webhooks';
import { refuse } from '@ramal/contract/api/errors';
import { HOUR_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { type NewEvent, recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { checkAddress } from '../foundation/untrusted/check-address.ts';
import { endQueue, resumeQueue } from '../outbox/outbox.ts';
import { isOwnEndpoint, webhookQueue, readEndpoints } from './endpoints.sql.ts';
import { sealSecret } from './sign.ts';

type WithSecret = Webhook & { readonly secret: string };

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export async function createEndpoint(
  ctx: AppContext,
  call: Call<typeof createWebhook>,
): Promise<WithSecret> {
  const { body, actor } = call;
  const url = await checkAddress(ctx, body.url);
  const secret = newSecret();
  return ctx.db.tx(async (tx) => {
    // Locks the account's row, so that two simultaneous calls do not exceed the limit.
    await tx.run(sql`select from accounts where id = ${actor.id} for no key update`);
    const existing = await tx.first<{ count: number }>(
      sql`select count(*) from webhook_endpoints e where ${isOwnEndpoint(actor)}`,
    );
    if (existing!.count >= MAX_WEBHOOKS)
      refuse('webhooks_too_many', { values: { most: MAX_WEBHOOKS } });
    const row = await tx.first<{ id: number }>(sql`
      insert into webhook_endpoints
        (account_id, url, events, expiring_days, low_credits, sealed_secret, created_at)
      values (${actor.id}, ${url}, ${[...new Set(body.events)]}::text[], ${body.expiringDays},
        ${body.lowCredits}, ${sealSecret(ctx, secret)}, ${ctx.clock.now()})
      returning id`);
    await record(tx, call, { kind: 'webhook-created', after: { webhook: url } });
    return { ...(await read(ctx, tx, call, row!.id)), secret };
  });
}

/** Saves an endpoint, which switches it on again and clears its failure. */
export async function editEndpoint(
  ctx: AppContext,
  call: Call<typeof editWebhook>,
): Promise<Webhook> {
  const { body, actor, params } = call;
  const url = await checkAddress(ctx, body.url);
  return ctx.db.tx(async (tx) => {
    const count = await tx.run(sql`
      update webhook_endpoints e
      set url = ${url}, events = ${[...new Set(body.events)]}::text[],
        expiring_days = coalesce(${body.expiringDays ?? null}, expiring_days),
        low_credits = coalesce(${body.lowCredits ?? null}, low_credits),
        off_at = null, off_reason = '', failing_since = null
      where ${isOwnEndpoint(actor, params.id)}`);
    if (count === 0) refuse('webhook_not_found');
    await resumeQueue(tx, webhookQueue(params.id));
    await record(tx, call, { kind: 'webhook-edited', after: { webhook: url } });
    return read(ctx, tx, call, params.id);
  });
}

export async function rotateSecret(
  ctx: AppContext,
  call: Call<typeof rotateWebhookSecret>,
): Promise<WithSecret> {
  const { body, actor, params } = call;
  const secret = newSecret();
  const until = new Date(ctx.clock.now().getTime() + body.overlapHours * HOUR_MS);
  return ctx.db.tx(async (tx) => {
    const row = await tx.first<{ url: string }>(sql`
      update webhook_endpoints e
      set former_sealed_secret = sealed_secret, former_until = ${until},
        sealed_secret = ${sealSecret(ctx, secret)}
      where ${isOwnEndpoint(actor, params.id)} returning url`);
    if (!row) return refuse('webhook_not_found');
    await record(tx, call, { kind: 'webhook-secret-rotated', after: { webhook: row.url } });
    return { ...(await read(ctx, tx, call, params.id)), secret };
  });
}

/** Deletes an endpoint. Its waiting and running deliveries find no endpoint and are skipped. */
export const deleteEndpoint = (
  ctx: AppContext,
  call: Call<typeof deleteWebhook>,
): Promise<number> =>
  ctx.db.tx(async (tx) => {
    const { id } = call.params;
    const row = await tx.first<{ url: string }>(
      sql`delete from webhook_endpoints e where ${isOwnEndpoint(call.actor, id)} returning url`,
    );
    if (!row) return refuse('webhook_not_found');
    await endQueue(ctx, tx, webhookQueue(id));
    await record(tx, call, { kind: 'webhook-deleted', after: { webhook: row.url } });
    return id;
  });

/** Sends a message through the normal path, so that it arrives like the others. Returns its id. */
export const sendTest = (ctx: AppContext, call: Call<typeof testWebhook>): Promise<number> =>
  ctx.db.tx(async (tx) => {
    const { actor, params } = call;
    const endpoint = await tx.first<{ isOff: boolean }>(sql`
      select e.off_at is not null as is_off from webhook_endpoints e
      where ${isOwnEndpoint(actor, params.id)} for update`);
    if (!endpoint) return refuse('webhook_not_found');
    if (endpoint.isOff) return refuse('webhook_off');
    const now = ctx.clock.now();
    const body = {
      type: 'webhook.test',
      timestamp: now.toISOString(),
      data: { account: { id: actor.id, username: actor.username } },
    };
    const sent = await tx.first<{ id: number }>(sql`
      insert into webhook_messages (endpoint_id, source, type, about, body, created_at)
      values (${params.id}, ${`test:${randomUUID()}`}, ${body.type}, 'Teste', ${JSON.stringify(body)}, ${now})
      returning id`);
    return sent!.id;
  });

const read = async (ctx: AppContext, tx: Tx, { actor }: Caller, id: number): Promise<Webhook> =>
  (await readEndpoints(ctx, tx, isOwnEndpoint(actor, id)))[0]!;

const record = (
  tx: Tx,
  { actor, requestMeta }: Caller,
  what: Pick<NewEvent, 'kind' | 'after'>,
): Promise<number> => recordEvent(tx, requestMeta, { ...what, actorId: actor.id });
