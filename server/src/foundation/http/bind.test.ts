/** Tests that a server with an incomplete declaration does not start. */
import { endpoint, type Endpoint } from '@ramal/contract/api/endpoint';
import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Actor } from '../caller.ts';
import { type AuthGuard, type Binding, bind, serve } from './bind.ts';

const ping = endpoint({
  name: 'ping',
  method: 'PUT',
  path: '/api/ping/:id',
  action: 1,
  summary: 'Responde.',
  access: 'public',
  answer: z.object({ ok: z.boolean() }),
  errors: [],
});

const nobody = {
  authenticate: () => Promise.reject(new Error('nobody signs in here')),
  spendCode: () => Promise.reject(new Error('nobody confirms here')),
  isReplay: async () => false,
  isInQuarantine: async () => false,
  rehearse: () => Promise.reject(new Error('rehearse is not available in this test')),
  countKeyUse: () => Promise.reject(new Error('nobody calls with a key here')),
  fingerprintKey: Buffer.alloc(32),
};
const starting =
  (...bindings: Binding[]) =>
  () =>
    serve(Fastify(), bindings, nobody);
const handled = (changes: Partial<Endpoint> = {}) =>
  bind({ ...ping, ...changes }, async () => ({ ok: true }));
const without = (missing: keyof typeof ping): Binding => {
  const { [missing]: _, ...rest } = ping;
  return { endpoint: rest as Endpoint, handle: async () => ({ ok: true }) };
};

it('starts with complete declarations', () => {
  expect(starting(handled(), handled({ name: 'pong', action: 2 }))).not.toThrow();
});

it.each([
  ['a call without access', [without('access')], 'ping has no access'],
  ['a call without a handler', [{ endpoint: ping } as unknown as Binding], 'ping has no handler'],
  ['two calls of one name', [handled(), handled({ action: 2 })], 'two calls are named ping'],
  [
    'two calls that cannot be told apart',
    [handled(), handled({ name: 'pong' })],
    'pong cannot be told from another call on PUT /api/ping/:id',
  ],
])('does not start with %s', (_what, bindings, message) => {
  expect(starting(...bindings)).toThrow(message);
});

// If a user presses a button twice, the second request with the same fresh code must not count as a
// wrong code.
it('answers ten equal requests under one key with one act and one code', async () => {
  const server = Fastify();
  const pay = endpoint({
    name: 'pay',
    method: 'POST',
    path: '/api/pay',
    summary: 'Paga.',
    access: { profiles: ['admin'] },
    freshCode: true,
    keyed: true,
    body: z.object({ code2fa: z.string() }),
    answer: z.object({ number: z.number() }),
    errors: [],
  });
  const actor = {
    id: 7,
    profile: 'admin',
    hasSecondFactor: true,
    grants: new Set(),
    flags: new Set(),
  };
  const spendCode = vi.fn<AuthGuard['spendCode']>(async () => undefined);
  let acts = 0;
  const act = async () => {
    acts += 1;
    await new Promise(setImmediate);
    return { number: acts };
  };
  serve(server, [bind(pay, act)], {
    ...nobody,
    authenticate: async () => actor as unknown as Actor,
    spendCode,
  });
  const send = (key: string) =>
    server.inject({
      method: 'POST',
      url: '/api/pay',
      headers: { authorization: 'Bearer x', 'idempotency-key': key },
      payload: { code_2fa: '123456' },
    });
  const key = '9b2f8f0e-0a70-4d0e-9d4b-0a7f2c9f4a11';
  const replies = await Promise.all(Array.from({ length: 10 }, () => send(key)));
  expect(replies.map((reply) => [reply.statusCode, reply.json()])).toEqual(
    Array.from({ length: 10 }, () => [200, { number: 1 }]),
  );
  expect(spendCode).toHaveBeenCalledOnce();
  await send('9b2f8f0e-0a70-4d0e-9d4b-0a7f2c9f4a12');
  expect(spendCode).toHaveBeenCalledTimes(2);
});
