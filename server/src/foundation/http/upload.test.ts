/** Tests uploads as raw bytes and as forms: the amount that is read, and rejected bodies. */
import { request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { endpoint } from '@ramal/contract/api/endpoint';
import Fastify, { type FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { bind, serve } from './bind.ts';
import { limitBodyTime } from './body-time.ts';
import { answerFailures } from './failures.ts';

const MAX_BYTES = 1000;
/**
 * Time limit in milliseconds: for each chunk of an upload, or for the whole body of another
 * request.
 */
const BODY_TIME_MS = 1_000;
const send = endpoint({
  name: 'send',
  method: 'POST',
  path: '/file/:id',
  summary: 'Recebe um arquivo.',
  access: 'public',
  params: z.object({ id: z.string() }),
  upload: { maxBytes: MAX_BYTES },
  answer: z.object({ read: z.int() }),
  errors: ['body_too_large'],
});
const plain = endpoint({
  ...send,
  name: 'plain',
  path: '/plain',
  params: undefined as never,
  upload: undefined as never,
});

let server: FastifyInstance;
/** Number of bytes of the last file that the handler received. */
let got: number;
/** Milliseconds that the handler takes for each chunk. */
let readingMs = 0;
beforeAll(async () => {
  server = Fastify();
  limitBodyTime(server, BODY_TIME_MS);
  answerFailures(server, { now: () => new Date(), timeZone: 'UTC' }, pino({ level: 'silent' }));
  serve(
    server,
    [
      bind(send, async ({ file }) => {
        got = 0;
        for await (const chunk of file as AsyncIterable<Buffer>) {
          got += chunk.length;
          await pause(readingMs);
        }
        return { read: got };
      }),
      bind(plain, async () => ({ read: 0 })),
    ],
    {
      authenticate: () => Promise.reject(new Error('nobody signs in here')),
      spendCode: () => Promise.reject(new Error('nobody confirms here')),
      isReplay: async () => false,
      isInQuarantine: async () => false,
      rehearse: (work) => work(),
      countKeyUse: () => Promise.reject(new Error('nobody calls with a key here')),
      fingerprintKey: Buffer.alloc(32),
    },
  );
  await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

const inject = (url: string, type: string, payload: string | Buffer) =>
  server.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
const FILE = 'application/octet-stream';

it('an upload is read up to its limit', async () => {
  expect((await inject('/file/1', FILE, 'a'.repeat(MAX_BYTES))).json()).toEqual({
    read: MAX_BYTES,
  });
  expect((await inject('/file/1', FILE, '')).json()).toEqual({ read: 0 });
  const tooLarge = await inject('/file/1', FILE, 'a'.repeat(MAX_BYTES + 1));
  expect([tooLarge.statusCode, tooLarge.json().code]).toEqual([413, 'body_too_large']);
});

it('an upload without a length is counted as it arrives, and the sender receives the response', async () => {
  const { port } = server.server.address() as AddressInfo;
  const answered = await new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sending = request(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/file/1',
        headers: { 'content-type': FILE, 'transfer-encoding': 'chunked' },
      },
      (response) =>
        void text(response).then((body) => resolve({ status: response.statusCode!, body })),
    );
    sending.on('error', reject);
    for (let sent = 0; sent < 200; sent += 1) sending.write('a'.repeat(10_000));
    sending.end();
  });
  expect([answered.status, JSON.parse(answered.body).code]).toEqual([413, 'body_too_large']);
  expect(got).toBeLessThanOrEqual(MAX_BYTES);
});

it('a field body that is too large is answered, and an endless one is cut off', async () => {
  const { port } = server.server.address() as AddressInfo;
  const send = (bytes: number) =>
    new Promise<number | string>((resolve) => {
      const sending = request(
        {
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: '/plain',
          headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
        },
        (response) => {
          response.resume();
          if (bytes < Number.POSITIVE_INFINITY) resolve(response.statusCode!);
        },
      );
      sending.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
      sending.on('close', () => resolve('closed'));
      const piece = Buffer.alloc(100_000, 'a');
      let sent = 0;
      const more = (): void => {
        if (sending.destroyed) return;
        if (sent >= bytes) return void sending.end();
        sent += piece.length;
        if (sending.write(piece)) setImmediate(more);
        else sending.once('drain', more);
      };
      more();
    });
  expect(await send(8_000_000)).toBe(413);
  expect(await send(Number.POSITIVE_INFINITY)).toMatch(/ECONNRESET|EPIPE|closed/);
});

it.each([
  ['a file where none is taken', '/plain', FILE, 'abc'],
  ['fields where a file is taken', '/file/1', 'application/json', '{"a":1}'],
])('%s is refused', async (_what, url, type, payload) => {
  const { statusCode, body } = await inject(url, type, payload);
  expect([statusCode, JSON.parse(body).code]).toEqual([400, 'body_unreadable']);
});

/** Sends one letter per interval. Without `ends`, leaves the body open. */
async function sendSlowly(
  path: string,
  type: string,
  { pieces, everyMs, ends }: SlowSending,
): Promise<string> {
  const { port } = server.server.address() as AddressInfo;
  const sending = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path,
    headers: { 'content-type': type, 'transfer-encoding': 'chunked' },
  });
  const answered = new Promise<string>((resolve) => {
    sending.on(
      'response',
      (response) =>
        void text(response).then((body) =>
          resolve(`${response.statusCode} ${JSON.parse(body).code ?? body}`),
        ),
    );
    sending.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
  });
  for (let sent = 0; sent < pieces && !sending.destroyed; sent += 1) {
    sending.write('1');
    await pause(everyMs);
  }
  if (ends) sending.end();
  const answer = await answered;
  sending.destroy();
  return answer;
}

interface SlowSending {
  readonly pieces: number;
  readonly everyMs: number;
  readonly ends: boolean;
}

const slowly: SlowSending = { pieces: 10, everyMs: BODY_TIME_MS / 5, ends: true };

it('a file may take longer than any other body while it keeps coming', async () => {
  expect(await sendSlowly('/file/1', FILE, slowly)).toBe('200 {"read":10}');
});

it('a file whose reader is slow is not cut off', async () => {
  readingMs = BODY_TIME_MS * 1.5;
  // The handler takes longer for the first chunk than the time limit of a chunk. The second chunk
  // arrives during that time.
  const sending = { ...slowly, pieces: 2, everyMs: BODY_TIME_MS * 0.8 };
  try {
    expect(await sendSlowly('/file/1', FILE, sending)).toBe('200 {"read":2}');
  } finally {
    readingMs = 0;
  }
});

it('a file that stops arriving is rejected', async () => {
  const sending = { pieces: 2, everyMs: 0, ends: false };
  expect(await sendSlowly('/file/1', FILE, sending)).toBe('408 body_too_slow');
});

it('a field body has one time limit as a whole', async () => {
  expect(await sendSlowly('/plain', 'application/json', slowly)).toBe('408 body_too_slow');
});

it('a connection with an endless body is closed, also after a response', async () => {
  const { port } = server.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const closed = new Promise((resolve) => socket.on('close', () => resolve('closed')));
  socket.on('error', () => undefined).resume();
  socket.write('GET /none HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n1');
  expect(await closed).toBe('closed');
});
