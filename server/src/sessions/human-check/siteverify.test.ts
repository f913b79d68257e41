/**
 * Tests the adapters with a double that answers as the providers' documentation describes. Each
 * token is valid once.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Refusal } from '@ramal/contract/api/errors';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '../../foundation/app-context.ts';
import { type Provider, createSiteverify } from './siteverify.ts';

const SECRET = 'segredo-do-site';
const ctx = { log: pino({ level: 'silent' }) } as unknown as AppContext;
const origin = { ip: '203.0.113.9', userAgent: '', requestId: '', baseUrl: '' };

let double: Server;
let ip: string;
let input: URLSearchParams[] = [];
const spent = new Set<string>();

function expectedError(form: URLSearchParams): object {
  const token = form.get('response') ?? '';
  if (form.get('secret') !== SECRET)
    return { success: false, 'error-codes': ['invalid-input-secret'] };
  if (token === '') return { success: false, 'error-codes': ['missing-input-response'] };
  if (spent.has(token)) return { success: false, 'error-codes': ['timeout-or-duplicate'] };
  spent.add(token);
  if (token.startsWith('robot'))
    return { success: false, 'error-codes': ['invalid-input-response'] };
  const score = token.startsWith('score-')
    ? { score: Number(token.slice(6)), action: 'sign-in' }
    : {};
  return {
    success: true,
    challenge_ts: new Date().toISOString(),
    hostname: 'painel.exemplo',
    ...score,
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/hangs') return;
  const form = new URLSearchParams(await text(request));
  input.push(form);
  if (request.url === '/broken') response.writeHead(502).end('<html>bad gateway</html>');
  else if (request.url === '/elsewhere') response.writeHead(302, { location: '/' }).end();
  else
    response.setHeader('content-type', 'application/json').end(JSON.stringify(expectedError(form)));
}

beforeAll(async () => {
  double = createServer((request, response) => void answer(request, response));
  await new Promise<void>((ready) => double.listen(0, '127.0.0.1', ready));
  ip = `http://127.0.0.1:${(double.address() as AddressInfo).port}`;
});
beforeEach(() => {
  input = [];
  spent.clear();
});
afterAll(() => {
  double.closeAllConnections();
  double.close();
});

const check = (provider: Provider, path = '', secret = SECRET, timeoutMs?: number) =>
  createSiteverify(ctx, {
    provider,
    keys: { siteKey: 'chave-do-site', secret },
    url: `${ip}${path}`,
    timeoutMs,
  });

describe.each(['turnstile', 'recaptcha'] as const)('%s', (provider) => {
  it('returns the site key to the browser', async () => {
    expect(await check(provider).offer()).toEqual({ provider, site_key: 'chave-do-site' });
  });

  it('sends secret and token and address and accepts a token once', async () => {
    const human = check(provider);
    expect(await human.verify('humano-1', origin)).toBe(true);
    expect(Object.fromEntries(input[0]!)).toEqual({
      secret: SECRET,
      response: 'humano-1',
      remoteip: '203.0.113.9',
    });
    expect(await human.verify('humano-1', origin)).toBe(false);
  });

  it('refuses a robot and a wrong secret and sends no malformed token to the provider', async () => {
    expect(await check(provider).verify('robot', origin)).toBe(false);
    expect(await check(provider, '', 'outro').verify('humano-2', origin)).toBe(false);
    input = [];
    expect(await check(provider).verify('x'.repeat(5000), origin)).toBe(false);
    expect(await check(provider).verify('', origin)).toBe(false);
    expect(input).toEqual([]);
  });

  it.each(['/broken', '/elsewhere'])('does not take %s for a yes', async (path) => {
    const outcome = await check(provider, path)
      .verify('humano-3', origin)
      .catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(Refusal);
    expect((outcome as Refusal).code).toBe('unavailable');
  });
});

it('ends an unanswered request after a timeout', async () => {
  const outcome = await check('turnstile', '/hangs', SECRET, 200)
    .verify('humano-4', origin)
    .catch((error: unknown) => error);
  expect((outcome as Refusal).code).toBe('unavailable');
});

it('requires a score of at least 0.5 from reCAPTCHA v3', async () => {
  expect(await check('recaptcha').verify('score-0.5', origin)).toBe(true);
  expect(await check('recaptcha').verify('score-0.4', origin)).toBe(false);
});
