/** Switches off an endpoint that fails for days, and notifies its owner. */
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Tx } from '../foundation/database.ts';
import { type DeliveryOutcome, endQueue } from '../outbox/outbox.ts';
import { webhookQueue } from './endpoints.sql.ts';
import { notifyOwner } from './notify-owner.ts';

const MAX_FAILING_MS = 5 * DAY_MS;

/**
 * Records the result of an attempt for the endpoint. Only a response 410 is final and switches the
 * endpoint off at once.
 */
export function recordOutcome(
  ctx: AppContext,
  id: number,
  { state }: Pick<DeliveryOutcome, 'state'>,
): Promise<void> {
  if (state === 'sent') return recordSuccess(ctx, id);
  return state === 'failed' ? switchOff(ctx, id, GONE) : recordFailure(ctx, id);
}

const GONE = 'O endereço respondeu 410: não quer mais receber.';

async function recordSuccess({ db }: AppContext, id: number): Promise<void> {
  await db.tx((tx) =>
    tx.run(sql`
      update webhook_endpoints set failing_since = null
      where id = ${id} and failing_since is not null`),
  );
}

async function recordFailure(ctx: AppContext, id: number): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    const row = await tx.first<{ since: Date }>(sql`
      update webhook_endpoints set failing_since = coalesce(failing_since, ${now})
      where id = ${id} and off_at is null returning failing_since as since`);
    if (row && now.getTime() - row.since.getTime() >= MAX_FAILING_MS)
      await switchOffIn(ctx, tx, id, 'Todas as tentativas falharam por 5 dias.');
  });
}

const switchOff = (ctx: AppContext, id: number, reason: string): Promise<void> =>
  ctx.db.tx((tx) => switchOffIn(ctx, tx, id, reason));

async function switchOffIn(ctx: AppContext, tx: Tx, id: number, reason: string): Promise<void> {
  const row = await tx.first<{ accountId: number; url: string }>(sql`
    update webhook_endpoints set off_at = ${ctx.clock.now()}, off_reason = ${reason}
    where id = ${id} and off_at is null returning account_id, url`);
  if (!row) return;
  await endQueue(ctx, tx, webhookQueue(id));
  await recordEvent(
    tx,
    { ip: null, requestId: 'webhooks', at: ctx.clock.now() },
    {
      kind: 'webhook-switched-off',
      actorId: null,
      accountId: row.accountId,
      after: { webhook: row.url, reason },
    },
  );
  await notifyOwner(ctx, tx, { endpointId: id, accountId: row.accountId });
}
