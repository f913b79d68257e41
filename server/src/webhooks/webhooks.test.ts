/**
 * Tests webhooks over HTTP with endpoints of the test on 127.0.0.1, which acts as a public address.
 * The reference library of Standard Webhooks verifies the signatures.
 */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { createIptvLine, switchIptvLine } from '@ramal/contract/lines/iptv-lines';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  getWebhookMessage,
  listWebhookMessages,
  type WebhookMessageSort,
  listWebhooks,
  resendWebhookMessage,
  rotateWebhookSecret,
  testWebhook,
} from '@ramal/contract/webhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, line, person } from '../../test/accounts.ts';
import { seedKey } from '../../test/api-keys.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import {
  type WebhookReceiver,
  isSignedWith,
  ok,
  startReceiver,
  verified,
} from '../../test/webhook-receiver.ts';
import { checkAddress } from '../foundation/untrusted/check-address.ts';
import { deliverDue } from '../outbox/outbox.ts';
import { announceExpiries } from './announce-expiries.ts';
import { PAUSES_MS, webhookDeliveries } from './send-webhook.ts';
import { signWebhook } from './sign.ts';

let ctx: TestContext;
let parent: Person;
let seller: Person;
let endpoint: WebhookReceiver;
const url = () => endpoint.url;

beforeAll(async () => {
  endpoint = await startReceiver();
  ctx = await createTestContext({ RAMAL_PRIVATE_ORIGINS: '127.0.0.1' });
});
beforeEach(async () => {
  endpoint.received = [];
  endpoint.answering = ok;
  await ctx.owner.query('delete from webhook_endpoints; delete from deliveries');
  // Events have the database's time, so due messages are compared with that time.
  const { rows } = await ctx.owner.query<{ now: Date }>(`select now() + interval '1 hour' as now`);
  ctx.clock.set(rows[0]!.now.toISOString());
  const until = rows[0]!.now.toISOString();
  parent = await person(ctx, { grants: ['api.keys'], balance: 100_000, until });
  seller = await person(ctx, { parent, grants: ['api.keys'], balance: 10_000, until });
  // The API key has no expiry, because tests move the clock far ahead.
  const { key } = await seedKey(ctx, seller, { scopes: ['lines:write', 'webhooks:write'] });
  seller = { ...seller, token: key };
});
afterAll(async () => {
  await ctx.close();
  endpoint.close();
});

const as = <E extends Endpoint>(who: Person, endpoint: E, sent: Parameters<typeof call<E>>[2]) =>
  call(ctx, endpoint, sent, { token: who.token });

const add = async (who: Person, events: readonly string[], more: Record<string, unknown> = {}) => {
  const { status, body } = await as(who, createWebhook, {
    body: { url: url(), events, ...more } as never,
  });
  expect([status, body.fields]).toEqual([200, undefined]);
  return body;
};
const deliver = () => deliverDue(ctx, webhookDeliveries);
const later = (ms: number) => {
  ctx.clock.forward(ms);
  return deliver();
};
const aLine = { isOficial: true, credits: 1, nota: 'Dona Célia', package: 1 } as const;
const sell = async (who = seller) => (await as(who, createIptvLine, { body: aLine })).body;
const messages = async (id: number) =>
  (await as(seller, listWebhookMessages, { params: { id } })).body.data;
/** The counts cover all messages, for any filter. */
const counts = async (id: number) => {
  const input = { params: { id }, query: { per_page: 1, page: 1, state: 'trying' as const } };
  const { trying, failed } = (await as(seller, listWebhookMessages, input)).body;
  return { trying, failed };
};

const now = () => ctx.clock.now();

it('signs the example of the specification with the published result', () => {
  expect(
    signWebhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1614265330,
      body: '{"test": 2432232314}',
    }),
  ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

it('sorts the messages by every column, with the newest first by default', async () => {
  const { id } = await add(seller, ['line.created', 'line.changed']);
  await ctx.owner.query(
    `insert into webhook_messages (endpoint_id, source, type, about, body, created_at)
     select $1, 'sort-' || n, (array['line.created', 'line.changed', 'line.created'])[n],
       (array['Célia', 'Ana', 'Bruno'])[n], '{}', $2::timestamptz + n * interval '1 minute'
     from generate_series(1, 3) n`,
    [id, now()],
  );
  await ctx.owner.query(
    `update deliveries d set state = x.state, reason = x.reason, attempts = x.attempts
     from webhook_messages m, (values ('Célia', 'sent', '200', 2), ('Ana', 'failed', '', 10),
       ('Bruno', 'sent', '', 1)) x (about, state, reason, attempts)
     where m.about = x.about and m.endpoint_id = $1 and d.kind = 'webhook' and d.subject_id = m.id`,
    [id],
  );
  const sorted = async (query: { sort?: WebhookMessageSort; dir?: 'asc' | 'desc' }) =>
    (await as(seller, listWebhookMessages, { params: { id }, query })).body.data.map(
      ({ about }) => about,
    );
  expect(await sorted({})).toEqual(['Bruno', 'Ana', 'Célia']);
  expect(await sorted({ sort: 'created_at', dir: 'asc' })).toEqual(['Célia', 'Ana', 'Bruno']);
  expect(await sorted({ sort: 'type', dir: 'asc' })).toEqual(['Ana', 'Célia', 'Bruno']);
  expect(await sorted({ sort: 'about', dir: 'asc' })).toEqual(['Ana', 'Bruno', 'Célia']);
  expect(await sorted({ sort: 'answer', dir: 'asc' })).toEqual(['Célia', 'Ana', 'Bruno']);
  expect(await sorted({ sort: 'attempts', dir: 'desc' })).toEqual(['Ana', 'Célia', 'Bruno']);
});

describe('events in the tree', () => {
  it('sends signed events once to the accounts above including credit events', async () => {
    const events = ['line.created', 'credits.moved', 'credits.low'];
    const ownEndpoint = await add(seller, events, { low_credits: 100 });
    const above = await add(parent, ['line.created']);
    const stranger = await person(ctx, { grants: ['api.keys'] });
    await add(stranger, events);
    await sell();
    expect(await deliver()).toBe(4);
    expect(await deliver()).toBe(0);
    const types = endpoint.received
      .map(({ body }) => (JSON.parse(body) as { type: string }).type)
      .toSorted();
    expect(types).toEqual(['credits.low', 'credits.moved', 'line.created', 'line.created']);
    const lines = endpoint.received.filter(({ body }) => body.includes('line.created'));
    expect(new Set(lines.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
    for (const message of endpoint.received) {
      const signers = [ownEndpoint, above].filter(({ secret }) =>
        isSignedWith(secret, message, now()),
      );
      expect(signers).toHaveLength(1);
    }
    expect(JSON.parse(lines[0]!.body)).toMatchObject({
      type: 'line.created',
      data: {
        change: 'line-created',
        account: { id: seller.id },
        line: { note: 'Dona Célia', platform: 'iptv', on: true, trial: false },
      },
    });
    expect(lines[0]!.body).not.toMatch(/password/);
    const moved = endpoint.received.find(({ body }) => body.includes('credits.moved'))!;
    expect(verified(ownEndpoint.secret, moved, now()).data).toMatchObject({
      credits: -1,
      balance: 99,
    });
  });

  it('sends no event of a rolled-back action or of an unselected kind', async () => {
    await add(seller, ['line.changed']);
    const preview = await ctx.server.inject({
      method: 'POST',
      url: `${createIptvLine.path}?preview=1`,
      headers: { authorization: `Bearer ${seller.token}` },
      payload: aLine,
    });
    expect(preview.statusCode).toBe(200);
    const created = await line(ctx, seller);
    expect(await deliver()).toBe(0);
    await as(seller, switchIptvLine, { params: { id: created.id }, body: { on: false } as never });
    expect(await deliver()).toBe(1);
    expect(JSON.parse(endpoint.received[0]!.body)).toMatchObject({
      type: 'line.changed',
      data: { change: 'line-switched-off', line: { on: false } },
    });
  });

  it('announces each expiry of a line once in order', async () => {
    await add(seller, ['line.expiring', 'line.expired'], { expiring_days: 3 });
    await sell();
    await announceExpiries(ctx);
    expect(await deliver()).toBe(0);
    const { rows } = await ctx.owner.query<{ ends: Date }>(
      'select expires_at as ends from lines where owner_id = $1',
      [seller.id],
    );
    ctx.clock.set(new Date(rows[0]!.ends.getTime() - 2 * DAY_MS).toISOString());
    for (let turn = 0; turn < 2; turn += 1) await announceExpiries(ctx);
    expect(await deliver()).toBe(1);
    ctx.clock.set(new Date(rows[0]!.ends.getTime() + MINUTE_MS).toISOString());
    for (let turn = 0; turn < 2; turn += 1) await announceExpiries(ctx);
    expect(await deliver()).toBe(1);
    const bodies = endpoint.received.map(
      ({ body }) => JSON.parse(body) as { type: string; data: object },
    );
    expect(bodies).toMatchObject([
      { type: 'line.expiring', data: { days: 2 } },
      { type: 'line.expired', data: { days: 0 } },
    ]);
  });

  it('stops webhooks when the owner loses the grant', async () => {
    const { id } = await add(seller, ['line.created']);
    await sell();
    await ctx.owner.query('delete from account_grants where account_id = $1', [seller.id]);
    await deliver();
    expect(endpoint.received).toEqual([]);
    await ctx.owner.query(`insert into account_grants (account_id, name) values ($1, 'api.keys')`, [
      seller.id,
    ]);
    expect(await messages(id)).toMatchObject([{ state: 'skipped' }]);
  });
});

describe('an endpoint', () => {
  it('retries for three days with growing pauses and stores each attempt', async () => {
    const { id, secret } = await add(seller, ['line.created']);
    endpoint.answering = (response) => void response.writeHead(500).end('x'.repeat(5_000));
    await sell();
    await deliver();
    for (const pause of PAUSES_MS) {
      expect(await later(pause - 1_000)).toBe(0);
      expect(await later(pause * 0.1 + 2_000)).toBe(1);
    }
    expect(await later(3 * DAY_MS)).toBe(0);
    expect(
      new Set(endpoint.received.map(({ headers, body }) => headers['webhook-id'] + body)).size,
    ).toBe(1);
    expect(endpoint.received).toHaveLength(10);
    const [message] = await messages(id);
    expect(message).toMatchObject({ state: 'failed', attempts: 10, answer: '500' });
    expect(await counts(id)).toEqual({ trying: 0, failed: 1 });
    const shown = await as(seller, getWebhookMessage, { params: { id: message!.id } });
    expect(shown.body.body).toBe(endpoint.received[0]!.body);
    expect(shown.body.tries).toHaveLength(10);
    expect(shown.body.tries[0]).toMatchObject({ delivered: false, answer: '500' });
    expect(shown.body.tries[0]!.body).toHaveLength(1_024);
    endpoint.answering = ok;
    const again = await as(seller, resendWebhookMessage, { params: { id: message!.id } });
    expect(again.status).toBe(200);
    expect(await counts(id)).toEqual({ trying: 1, failed: 0 });
    expect(await deliver()).toBe(1);
    expect(verified(secret, endpoint.received.at(-1)!, now()).type).toBe('line.created');
    expect(await messages(id)).toMatchObject([{ state: 'delivered', answer: '200' }]);
  });

  it('switches an endpoint off after five days of failures and on by saving it', async () => {
    const { id } = await add(seller, ['line.created']);
    await ctx.owner.query(`update accounts set email = 'dona@loja.example' where id = $1`, [
      seller.id,
    ]);
    endpoint.answering = (response) => void response.writeHead(500).end();
    await sell();
    await deliver();
    ctx.clock.forward(5 * DAY_MS);
    await deliver();
    const [listed] = (await as(seller, listWebhooks, {})).body.data;
    expect(listed).toMatchObject({ active: false, week: { total: 1, delivered: 0 } });
    const notices = await ctx.owner.query(
      `select kind from deliveries where kind like 'webhook-off-%' order by kind`,
    );
    expect(notices.rows.map(({ kind }: { kind: string }) => kind)).toEqual([
      'webhook-off-email',
      'webhook-off-telegram',
    ]);
    expect((await as(seller, testWebhook, { params: { id } })).body.code).toBe('webhook_off');
    const saved = await as(seller, editWebhook, {
      params: { id },
      body: { url: url(), events: ['line.created'] },
    });
    expect(saved.body).toMatchObject({ active: true, failing_since_timestamp: null });
  });

  it('switches an endpoint off after a 410 and respects a requested delay', async () => {
    const { id } = await add(seller, ['line.created']);
    endpoint.answering = (response) =>
      void response.writeHead(429, { 'retry-after': '3600' }).end();
    await sell();
    await deliver();
    await sell();
    expect(await later(30 * MINUTE_MS)).toBe(0);
    endpoint.answering = (response) => void response.writeHead(410).end();
    await later(HOUR_MS);
    expect((await as(seller, listWebhooks, {})).body.data).toMatchObject([{ id, active: false }]);
  });

  it('waits until the date that an endpoint requests for at most six hours', async () => {
    await add(seller, ['line.created']);
    let retryAt = new Date(ctx.clock.now().getTime() + HOUR_MS);
    endpoint.answering = (response) =>
      void response.writeHead(503, { 'retry-after': retryAt.toUTCString() }).end();
    await sell();
    await deliver();
    expect(await later(50 * MINUTE_MS)).toBe(0);
    retryAt = new Date(ctx.clock.now().getTime() + 30 * DAY_MS);
    expect(await later(11 * MINUTE_MS)).toBe(1);
    expect(await later(5 * HOUR_MS)).toBe(0);
    expect(await later(HOUR_MS)).toBe(1);
  });

  it('follows no redirect and refuses internal addresses', async () => {
    const { id } = await add(seller, ['line.created']);
    endpoint.answering = (response) => void response.writeHead(302, { location: url() }).end();
    await sell();
    await deliver();
    expect(endpoint.received).toHaveLength(1);
    expect(await messages(id)).toMatchObject([
      { state: 'trying', answer: 'redirecionou, não seguido' },
    ]);
    await ctx.owner.query(`update webhook_endpoints set url = 'http://127.0.0.2:9/'`);
    await later(MINUTE_MS);
    expect(await messages(id)).toMatchObject([{ answer: 'endereço privado, não chamado' }]);
    for (const address of [
      'https://10.0.0.1/x',
      'http://8.8.8.8/x',
      'http://loja.example/x',
      'https://a:b@loja.example/x',
      'https://loja.example:25/x',
      'ftp://loja.example/x',
      'nada',
    ]) {
      const { status, body } = await as(seller, createWebhook, {
        body: { url: address, events: ['line.created'] },
      });
      expect([address, status, Object.keys(body.fields ?? {})]).toEqual([address, 422, ['url']]);
    }
    const named = { ...ctx, config: { ...ctx.config, privateOrigins: [] } };
    await expect(checkAddress(named, 'https://localhost/x')).rejects.toMatchObject({
      code: 'invalid_fields',
    });
  });

  it('signs with the former secret for 24 hours or not at all after a rotation', async () => {
    const { id, secret } = await add(seller, ['line.created']);
    const rotated = (await as(seller, rotateWebhookSecret, { params: { id }, body: {} })).body;
    await as(seller, testWebhook, { params: { id } });
    await deliver();
    for (const signingSecret of [secret, rotated.secret])
      verified(signingSecret, endpoint.received[0]!, now());
    expect(endpoint.received[0]!.headers['webhook-signature']!.split(' ')).toHaveLength(2);
    ctx.clock.forward(11 * HOUR_MS);
    const last = (
      await as(seller, rotateWebhookSecret, { params: { id }, body: { overlap_hours: 0 } })
    ).body;
    await as(seller, testWebhook, { params: { id } });
    await deliver();
    expect(endpoint.received[1]!.headers['webhook-signature']!.split(' ')).toHaveLength(1);
    expect(verified(last.secret, endpoint.received[1]!, now()).type).toBe('webhook.test');
    const { rows } = await ctx.owner.query('select sealed_secret from webhook_endpoints');
    expect(JSON.stringify(rows)).not.toContain(last.secret);
  });

  it('manages endpoints by an API key with the scope and deletes waiting messages', async () => {
    const { key } = await seedKey(ctx, seller, { scopes: ['webhooks:write'] });
    const created = await call(
      ctx,
      createWebhook,
      { body: { url: url(), events: ['line.created'] } },
      { token: key },
    );
    expect(created.status).toBe(200);
    await sell();
    const removed = await call(
      ctx,
      deleteWebhook,
      { params: { id: created.body.id } },
      { token: key },
    );
    expect(removed.status).toBe(200);
    await deliver();
    expect(endpoint.received).toEqual([]);
  });
});
