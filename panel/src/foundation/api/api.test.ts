// @vitest-environment happy-dom
import { createIptvLine, listIptvLines, switchIptvLine } from '@ramal/contract/lines/iptv-lines';
import { getCaptcha, getProfile, signIn } from '@ramal/contract/sessions';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, call } from './api.ts';
import { fakeNetwork, type Network, refusing } from './network.fixtures.ts';
import { currentSession, endSession, startSession } from './session.ts';

let network: Network;
const session = { userId: 7, username: 'revenda', token: 'ficha-1', regPassword: 'r' };

beforeEach(() => {
  network = fakeNetwork();
  startSession(session);
});
afterEach(() => {
  endSession('left');
  vi.unstubAllGlobals();
});

const failure = (work: Promise<unknown>): Promise<ApiError> =>
  work.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: unknown) => error as ApiError,
  );

describe('an API call', () => {
  it('sends path, action, token and key, and no empty text', async () => {
    network.on(switchIptvLine, () => Response.json({}));
    await call(switchIptvLine, { params: { id: 12 }, body: { on: false, regPassword: '' } });
    const [request] = network.requests;
    expect(request).toMatchObject({
      method: 'PUT',
      url: '/api/users-iptv/12',
      body: { action: 0, on: false },
    });
    expect(request!.body).not.toHaveProperty('reg_password');
    expect(request!.headers.get('authorization')).toBe('Bearer ficha-1');
    expect(request!.headers.has('idempotency-key')).toBe(false);
    network.on(createIptvLine, () => Response.json({}));
    await call(createIptvLine, { body: { isOficial: false, nota: 'x' } }, { key: 'chave-1' });
    expect(network.requests[1]!.headers.get('idempotency-key')).toBe('chave-1');
  });

  it('sends a query without empty values', async () => {
    network.on(listIptvLines, () => Response.json({}));
    await call(listIptvLines, { query: { page: 2, search: 'dona célia', status: undefined } });
    expect(network.requests[0]!.url).toBe('/api/users-iptv?page=2&search=dona+c%C3%A9lia');
    expect(network.requests[0]!.body).toBeUndefined();
  });

  it('sends no token with a public call', async () => {
    network.on(getCaptcha, () => Response.json({}));
    await call(getCaptcha, {});
    expect(network.requests[0]!.headers.has('authorization')).toBe(false);
  });
});

describe('a failed API call', () => {
  it('returns text, title, fields and request id of the server', async () => {
    network.on(createIptvLine, () =>
      refusing('rollback_out_of_range', {
        values: { date: '20/12/2026' },
        fields: { expDay: 'Não' },
      }),
    );
    const error = await failure(call(createIptvLine, { body: { isOficial: false, nota: 'x' } }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 422,
      code: 'rollback_out_of_range',
      title: 'Data inválida',
      message: 'Só é possível retroceder no máximo até 20/12/2026',
      fields: { expDay: 'Não' },
      requestId: 'pedido-1',
    });
  });

  it('returns the seconds to wait before another try', async () => {
    network.on(signIn, () =>
      refusing('too_many_attempts', { values: { seconds: 12 }, retryAfterSeconds: 12 }),
    );
    const error = await failure(call(signIn, { body: { username: 'a', password: 'b' } }));
    expect([error.retryAfter, error.message]).toEqual([
      12,
      'Muitas tentativas. Tente de novo em 12 segundos.',
    ]);
  });

  it('reports in Portuguese that no response arrived, or a foreign one', async () => {
    network.on(getProfile, () => new TypeError('Failed to fetch'));
    const offline = await failure(call(getProfile, {}));
    expect([offline.code, offline.status]).toEqual(['no_connection', 0]);
    expect(offline.message).toMatch(/Não deu para falar com o servidor/);
    network.on(getProfile, () => new Response('<html>502 Bad Gateway</html>', { status: 502 }));
    const proxy = await failure(call(getProfile, {}));
    expect([proxy.code, proxy.status]).toEqual(['unreadable', 502]);
    network.on(getProfile, () => Response.json({ oops: true }, { status: 500 }));
    expect((await failure(call(getProfile, {}))).code).toBe('unreadable');
    expect(currentSession()).toEqual(session);
  });

  it('reports a timeout when a response stops in its middle', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      vi.stubGlobal('fetch', async (_url: string, { signal }: { signal: AbortSignal }) => {
        const body = new ReadableStream({
          start: (sending) => {
            sending.enqueue(new TextEncoder().encode('{"id":'));
            signal.addEventListener('abort', () => sending.error(signal.reason));
          },
        });
        return new Response(body);
      });
      const stopped = failure(call(getProfile, {}));
      await vi.advanceTimersByTimeAsync(60_000);
      expect((await stopped).code).toBe('no_answer');
    } finally {
      vi.useRealTimers();
    }
  });

  it('throws the abort of the caller instead of a failure', async () => {
    const withdrawn = new AbortController();
    withdrawn.abort();
    const error = await failure(call(getProfile, {}, { signal: withdrawn.signal }));
    expect(error).not.toBeInstanceOf(ApiError);
  });
});

describe('session of the API client', () => {
  it.each([
    'token_missing',
    'token_expired',
    'token_ended',
    'token_forged',
    'token_without_account',
  ] as const)('ends with %s', async (code) => {
    network.on(getProfile, () => refusing(code));
    await failure(call(getProfile, {}));
    expect(currentSession()).toBeUndefined();
  });

  it.each(['wrong_credentials', 'wrong_code', 'forbidden', 'wrong_reg_password'] as const)(
    'survives the rejection %s',
    async (code) => {
      network.on(getProfile, () => refusing(code));
      await failure(call(getProfile, {}));
      expect(currentSession()).toEqual(session);
    },
  );

  it('survives a late rejection of an earlier token', async () => {
    const late = Promise.withResolvers<Response>();
    network.on(getProfile, () => late.promise);
    const refusal = failure(call(getProfile, {}));
    startSession({ ...session, token: 'ficha-2' });
    late.resolve(refusing('token_ended'));
    await refusal;
    expect(currentSession()?.token).toBe('ficha-2');
  });
});
