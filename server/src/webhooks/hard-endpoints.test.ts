/**
 * Tests endpoints that are slow, unreachable, send false data, or resolve to an internal address
 * now or later. Each message arrives at least once if that is allowed, and the server never
 * connects to an internal address. In the test 127.0.0.1 is a public address, and 127.0.0.2 an
 * internal one.
 */
import type { LookupAddress } from 'node:dns';
import { listWebhookMessages, createWebhook } from '@ramal/contract/webhooks';
import { createIptvLine } from '@ramal/contract/lines/iptv-lines';
import { DAY_MS, HOUR_MS } from '@ramal/contract/rules/durations';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import {
  type Answer,
  type WebhookReceiver,
  ok,
  startReceiver,
  verified,
} from '../../test/webhook-receiver.ts';
import { deliverDue } from '../outbox/outbox.ts';
import { webhookDeliveries } from './send-webhook.ts';

const names = vi.hoisted(() => ({ addresses: ['127.0.0.1'], asked: 0 }));

vi.mock('node:dns', async (original) => ({
  ...(await original<object>()),
  lookup: (_: string, __: object, done: (error: null, found: LookupAddress[]) => void) => {
    names.asked += 1;
    done(
      null,
      names.addresses.map((address) => ({ address, family: 4 })),
    );
  },
}));

let ctx: TestContext;
let outside: WebhookReceiver;
let inside: WebhookReceiver;
let seller: Person;
let endpoint: { id: number; secret: string };
beforeAll(async () => {
  outside = await startReceiver();
  inside = await startReceiver('127.0.0.2', outside.port);
  ctx = await createTestContext({ RAMAL_PRIVATE_ORIGINS: '127.0.0.1' });
  const { rows } = await ctx.owner.query<{ now: Date }>(`select now() + interval '1 hour' as now`);
  ctx.clock.set(rows[0]!.now.toISOString());
});
beforeEach(async () => {
  outside.received = [];
  outside.answering = ok;
  names.addresses = ['127.0.0.1'];
  const until = new Date(ctx.clock.now().getTime() + 30 * DAY_MS).toISOString();
  seller = await person(ctx, { grants: ['api.keys'], balance: 10_000, until });
  const created = await call(
    ctx,
    createWebhook,
    { body: { url: outside.url, events: ['line.created'] } },
    { token: seller.token },
  );
  endpoint = created.body;
  await ctx.owner.query(`update webhook_endpoints set url = $1 where id = $2`, [
    `http://loja.example:${outside.port}/eventos`,
    endpoint.id,
  ]);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await ctx.owner.query('delete from webhook_endpoints; delete from deliveries');
});
afterAll(async () => {
  await ctx.close();
  outside.close();
  inside.close();
});

const sell = () =>
  call(
    ctx,
    createIptvLine,
    { body: { isOficial: true, credits: 1, nota: 'Dona Célia', package: 1 } },
    { token: seller.token },
  );
const deliver = (afterMs = 0) => {
  ctx.clock.forward(afterMs);
  return deliverDue(ctx, webhookDeliveries);
};
const answers = async () => {
  const { body } = await call(
    ctx,
    listWebhookMessages,
    { params: { id: endpoint.id } },
    { token: seller.token },
  );
  return body.data.map(({ state, answer }) => [state, answer]);
};

/** Shortens the timeout of 15 s to a tenth in this test. */
function hurry(): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 10));
}

const failing: Record<string, { answering: Answer; seen: string }> = {
  'never answers': { answering: () => undefined, seen: 'tempo esgotado' },
  'is dead in the middle of a status': {
    answering: (response) => response.socket!.end('HTTP/1.1 20'),
    seen: 'a conexão caiu',
  },
  'hangs up': { answering: (response) => response.destroy(), seen: 'a conexão caiu' },
  'speaks another protocol': {
    answering: (response) => response.socket!.end('220 ESMTP\r\n'),
    seen: 'não respondeu em HTTP',
  },
  'says an error with a friendly word': {
    answering: (response) => response.writeHead(500).end('{"ok":true,"status":200}'),
    seen: '500',
  },
  'redirects inside': {
    answering: (response) =>
      response.writeHead(302, { location: `http://127.0.0.2:${outside.port}/` }).end(),
    seen: 'redirecionou, não seguido',
  },
  'redirects inside, keeping the method': {
    answering: (response) =>
      response.writeHead(307, { location: `http://10.0.0.1:${outside.port}/` }).end(),
    seen: 'redirecionou, não seguido',
  },
};

it.each(Object.entries(failing))(
  'repeats the same message to an endpoint that %s until it accepts it',
  async (_, { answering, seen }) => {
    hurry();
    outside.answering = answering;
    await sell();
    expect(await deliver()).toBe(1);
    expect(await answers()).toEqual([['trying', seen]]);
    vi.restoreAllMocks();
    outside.answering = ok;
    expect(await deliver(HOUR_MS)).toBe(1);
    expect(await deliver(DAY_MS)).toBe(0);
    expect(await answers()).toEqual([['delivered', '200']]);
    expect([outside.received.length, inside.received.length]).toEqual([2, 0]);
    const [first, second] = outside.received;
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(second!.body).toBe(first!.body);
    // A receiver whose clock is a day ahead rejects an old message that is sent again.
    expect(() => verified(endpoint.secret, first!, ctx.clock.now())).toThrow('too old');
    const at = new Date(Number(second!.headers['webhook-timestamp']) * 1000);
    expect(verified(endpoint.secret, second!, at).type).toBe('line.created');
  },
);

it('counts a message with an endless answer as delivered without blocking others', async () => {
  hurry();
  outside.answering = (response) => {
    response.writeHead(200, { 'content-length': '100000000' });
    const drip = setInterval(() => response.write('.'), 5);
    response.on('close', () => clearInterval(drip));
  };
  await sell();
  expect(await deliver()).toBe(1);
  expect(await answers()).toEqual([['delivered', '200']]);
  expect(inside.received).toEqual([]);
});

it.each([['127.0.0.2'], ['10.0.0.1'], ['169.254.169.254'], ['::ffff:127.0.0.2'], ['::1']])(
  'does not call an endpoint whose name points to %s at the next delivery',
  async (address) => {
    outside.answering = (response) => ok(response.setHeader('connection', 'close'));
    await sell();
    expect(await deliver()).toBe(1);
    expect(outside.received).toHaveLength(1);
    // A single internal address among public ones is rejected.
    names.addresses = ['127.0.0.1', address];
    await sell();
    const before = names.asked;
    expect(await deliver()).toBe(1);
    expect(names.asked).toBeGreaterThan(before);
    expect(outside.received).toHaveLength(1);
    expect((await answers())[0]).toEqual(['trying', 'endereço privado, não chamado']);
    names.addresses = ['127.0.0.1'];
    expect(await deliver(HOUR_MS)).toBe(1);
    expect((await answers())[0]).toEqual(['delivered', '200']);
    expect([outside.received.length, inside.received.length]).toEqual([2, 0]);
  },
);
