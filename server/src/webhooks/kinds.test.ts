/**
 * Tests that each kind of event, caused by users and providers, arrives once with a valid
 * signature.
 */
import { blockForAbuse } from '@ramal/contract/abuse';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import {
  createIptvLine,
  deleteIptvLine,
  extendIptvLine,
  switchIptvLine,
} from '@ramal/contract/lines/iptv-lines';
import { createTicket, sendTicketMessage } from '@ramal/contract/tickets/tickets';
import { DAY_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import { UNDO_ACCEPTED_MS } from '@ramal/contract/undo';
import { type WebhookEvent, createWebhook, webhookEvents } from '@ramal/contract/webhooks';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, line, person } from '../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { type WebhookReceiver, startReceiver, verified } from '../../test/webhook-receiver.ts';
import { probedHostnames } from '../hostnames/hostnames.ts';
import { deliverDue } from '../outbox/outbox.ts';
import { confirmCharge } from '../payments/confirm-charge.ts';
import { createCharge } from '../payments/create-charge.ts';
import { probeRound } from '../reachability/reachability.ts';
import { announceExpiries } from './announce-expiries.ts';
import { webhookDeliveries } from './send-webhook.ts';

let ctx: TestContext;
let endpoint: WebhookReceiver;
let admin: Person;
let seller: Person;
beforeAll(async () => {
  endpoint = await startReceiver();
  ctx = await createTestContext({ RAMAL_PRIVATE_ORIGINS: '127.0.0.1', RAMAL_PROBE_REFERENCES: '' });
  // Events have the database's time, so due messages are compared with that time.
  const { rows } = await ctx.owner.query<{ now: Date }>(`select now() + interval '1 hour' as now`);
  ctx.clock.set(rows[0]!.now.toISOString());
});
beforeEach(async () => {
  endpoint.received = [];
  await ctx.owner.query('delete from webhook_endpoints; delete from deliveries');
  const until = new Date(ctx.clock.now().getTime() + 60 * DAY_MS).toISOString();
  admin = await person(ctx, { profile: 'admin', until });
  seller = await person(ctx, { parent: admin, grants: ['api.keys'], balance: 10_000, until });
});
afterAll(async () => {
  await ctx.close();
  endpoint.close();
});

const as = async <E extends Endpoint>(
  who: Person,
  what: E,
  sent: Parameters<typeof call<E>>[2],
) => {
  const { status, body } = await call(ctx, what, sent, { token: who.token });
  expect([what.name, status, body.message]).toEqual([what.name, 200, body.message]);
  return body;
};
const aLine = async () => (await line(ctx, seller)).id;
const change = async (id: number, what: Endpoint, body: object = {}, who = seller) => {
  await as(who, what, { params: { id }, body });
  return { line: { id } };
};

async function lineOfEnd(msAfterEnd: number) {
  const id = await aLine();
  await ctx.owner.query(`update lines set expires_at = $2 where id = $1`, [
    id,
    new Date(ctx.clock.now().getTime() - msAfterEnd),
  ]);
  // Dates the endpoint back, because expiries before its creation are not announced.
  await ctx.owner.query(`update webhook_endpoints set created_at = $1`, [
    new Date(ctx.clock.now().getTime() - DAY_MS),
  ]);
  await announceExpiries(ctx);
  return { line: { id } };
}

async function payment() {
  const created = await createCharge(
    ctx,
    {
      purpose: 'renewal',
      accountId: seller.id,
      lineId: await aLine(),
      buyerId: null,
      months: 1,
      credits: 100,
      cents: 3_500,
      method: 'pix',
      description: 'Renovação por 1 mês',
    },
    { baseUrl: 'http://painel.exemplo' },
  );
  await ctx.owner.query(
    `update sandbox_payments set state = 'approved', paid_cents = cents where reference = $1`,
    [created.reference],
  );
  await confirmCharge(ctx, created.id);
  return { charge_id: created.id, cents: 3_500 };
}

async function fallingHostname() {
  await ctx.owner.query(
    `insert into hostnames (name, owner_id, state, created_at) values ('caiu.example', $1, 'active', now())`,
    [seller.id],
  );
  const round = (failed: 'connect' | null) =>
    probeRound(ctx, [probedHostnames], {
      probe: async () => ({ failed, certificateEndsAt: null, ms: 1 }),
      pause: async () => undefined,
    });
  await round(null);
  await round('connect');
  return { hostname: 'caiu.example', reason: 'connect' };
}

async function answeredTicket() {
  const { id } = await as(seller, createTicket, {
    body: { title: 'Não abre', category: 1, content: 'Desde ontem.' },
  });
  await as(admin, sendTicketMessage, { params: { id }, body: { mensagem: 'Resolvido.' } });
  return { ticket_id: id };
}

/**
 * Every event except the reminder, which is sent to only one endpoint. The tests of its channel
 * cover it.
 */
type CausedEvent = Exclude<WebhookEvent, 'reminder.due'>;

/** Causes the event and returns the data that it must contain. */
const causes: Record<CausedEvent, () => Promise<object>> = {
  'line.created': async () => {
    const sold = await as(seller, createIptvLine, {
      body: { isOficial: true, credits: 1, nota: 'Dona Célia', package: 1 },
    });
    return { line: { id: sold.id, note: 'Dona Célia' } };
  },
  'line.changed': async () => change(await aLine(), switchIptvLine, { on: false }),
  'line.renewed': async () => change(await aLine(), extendIptvLine, { credits: 1 }),
  'line.expiring': () => lineOfEnd(-2 * DAY_MS),
  'line.expired': () => lineOfEnd(MINUTE_MS),
  'line.blocked': async () => ({
    ...(await change(await aLine(), blockForAbuse, { reason: 'Vende a senha' }, admin)),
    change: 'line-blocked-for-abuse',
  }),
  'line.deleted': async () => change(await aLine(), deleteIptvLine),
  'credits.moved': async () => ({ line_id: await aLine(), credits: -1 }),
  'credits.low': async () => ({ line_id: await aLine(), balance: 99 }),
  'ticket.answered': answeredTicket,
  'host.failed': fallingHostname,
  'recharge.approved': payment,
};

const caused = webhookEvents.filter((event) => event !== 'reminder.due');

it.each(caused)('sends a message for %s', async (type) => {
  const { secret } = await as(seller, createWebhook, {
    body: { url: endpoint.url, events: [type], low_credits: 100 },
  });
  const data = await causes[type]();
  // Messages of an act that can be undone wait until its undo has expired.
  ctx.clock.forward(UNDO_ACCEPTED_MS);
  expect(await deliverDue(ctx, webhookDeliveries)).toBe(1);
  expect(await deliverDue(ctx, webhookDeliveries)).toBe(0);
  expect(endpoint.received).toHaveLength(1);
  expect(verified(secret, endpoint.received[0]!, ctx.clock.now())).toMatchObject({
    type,
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    data: { account: { id: seller.id, username: seller.username }, ...data },
  });
});
