/** A server with a call that nobody thought through does not start. */
import { endpoint, type Endpoint } from '@ramal/contract/api/endpoint';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { type Binding, bind, serve } from './bind.ts';

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
  rehearse: () => Promise.reject(new Error('nothing is rehearsed here')),
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

it('starts with what is declared whole', () => {
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
