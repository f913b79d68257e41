import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { requestProvider } from './request-provider.ts';
import {
  classifyStatus,
  isProviderFailure,
  isProviderRejection,
  isProviderUnavailable,
} from './provider-error.ts';

async function failureAt(serve: RequestListener | undefined): Promise<unknown> {
  const server = createServer(serve).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-key`;
  if (!serve) await new Promise((done) => server.close(done));
  try {
    return await requestProvider(url, { provider: 'shop' }).catch((error: unknown) => error);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it('tells a request that was never sent from a response that was lost', async () => {
  expect(await failureAt(undefined)).toMatchObject({ provider: 'shop', kind: 'unreachable' });
  const lost = await failureAt((request) => request.socket.destroy());
  expect(lost).toMatchObject({ provider: 'shop', kind: 'unavailable' });
  expect(isProviderUnavailable(lost)).toBe(true);
  expect(JSON.stringify([String(lost), String((lost as Error).cause)])).not.toContain('secret-key');
});

it('returns a response of any status', async () => {
  const answer = await failureAt((_request, response) => response.writeHead(503).end('{"a":1}'));
  expect(answer).toMatchObject({ status: 503, json: { a: 1 } });
});

it.each([
  [401, 'unauthorized'],
  [403, 'unauthorized'],
  [404, 'not_found'],
  [409, 'conflict'],
  [423, 'conflict'],
  [422, 'rejected'],
  [429, 'rate_limited'],
  [502, 'unavailable'],
] as const)('classifies the status %i as %s', (status, kind) => {
  expect(classifyStatus(status)).toBe(kind);
});

it('recognises no other error as the failure of a provider', () => {
  const ours = new Error('ours');
  expect([
    isProviderUnavailable(ours),
    isProviderRejection(ours),
    isProviderFailure(ours, 'conflict'),
  ]).toEqual([false, false, false]);
});
