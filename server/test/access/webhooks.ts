/** Access to webhooks, which belong to one account. Accounts above it have no access. */
import { createWebhook, testWebhook } from '@ramal/contract/webhooks';
import { call } from '../context.ts';
import { type About, type Row, onlyOwner } from './rows.ts';

/** Unused address. The configuration of the test allows the server to call it. */
const body = { url: 'http://192.0.2.1/eventos', events: ['line.created'] as const };

const anEndpoint: About = async (ctx, { owner }) => {
  const { rows } = await ctx.owner.query<{ id: string }>(
    `insert into webhook_endpoints (account_id, url, events, expiring_days, low_credits, sealed_secret, created_at)
     values ($1, $2, $3, 3, 5000, '\\x00', $4) returning id`,
    [owner.id, body.url, body.events, ctx.clock.now()],
  );
  return Number(rows[0]!.id);
};

const aMessage: About = async (ctx, people) => {
  const id = Number(await anEndpoint(ctx, people));
  const { body: sent } = await call(
    ctx,
    testWebhook,
    { params: { id } },
    { token: people.owner.token },
  );
  await ctx.owner.query(
    `update deliveries set state = 'failed', finished_at = now() where kind = 'webhook' and subject_id = $1`,
    [sent.id],
  );
  return sent.id;
};

const byId = (id: number | string) => ({ params: { id } });
const aboutEndpoint: Row = { outcomes: onlyOwner, about: anEndpoint, sent: byId };
const aboutMessage: Row = { outcomes: onlyOwner, about: aMessage, sent: byId };

export const webhooks: Record<string, Row> = {
  'list-webhooks': { outcomes: onlyOwner },
  [createWebhook.name]: { outcomes: onlyOwner, sent: () => ({ body: { ...body } }) },
  'edit-webhook': { ...aboutEndpoint, sent: (id) => ({ params: { id }, body: { ...body } }) },
  'rotate-webhook-secret': { ...aboutEndpoint, sent: (id) => ({ params: { id }, body: {} }) },
  'test-webhook': aboutEndpoint,
  'delete-webhook': aboutEndpoint,
  'list-webhook-messages': aboutEndpoint,
  'get-webhook-message': aboutMessage,
  'resend-webhook-message': aboutMessage,
};
