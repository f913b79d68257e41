/**
 * Tests that a file reaches its handler in the same way as raw bytes and as multipart/form-data.
 */
import { endpoint } from '@ramal/contract/api/endpoint';
import Fastify, { type FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { bind, serve } from './bind.ts';
import { answerFailures } from './failures.ts';

const MAX_BYTES = 100_000;
const send = endpoint({
  name: 'send',
  method: 'POST',
  path: '/file',
  summary: 'Recebe um arquivo.',
  access: 'public',
  upload: { maxBytes: MAX_BYTES },
  answer: z.object({ text: z.string() }),
  errors: ['body_too_large'],
});

let server: FastifyInstance;
beforeAll(() => {
  server = Fastify();
  answerFailures(server, { now: () => new Date(), timeZone: 'UTC' }, pino({ level: 'silent' }));
  const unused = () => Promise.reject(new Error('not used here'));
  serve(
    server,
    [
      bind(send, async ({ file }) => {
        const chunks: Buffer[] = [];
        for await (const chunk of file as AsyncIterable<Buffer>) chunks.push(chunk);
        return { text: Buffer.concat(chunks).toString('latin1') };
      }),
    ],
    {
      authenticate: unused,
      spendCode: unused,
      isReplay: async () => false,
      isInQuarantine: async () => false,
      rehearse: (work) => work(),
      countKeyUse: unused,
      fingerprintKey: Buffer.alloc(32),
    },
  );
});
afterAll(() => server.close());

const FILE = `first line\r\n--not-the-boundary\r\n\0\xff${'x'.repeat(80_000)}`;
const part = (name: string, text: string, filename = '; filename="a.txt"') =>
  `--b1\r\ncontent-disposition: form-data; name="${name}"${filename}\r\n\r\n${text}\r\n`;

async function upload(type: string, payload: string) {
  const response = await server.inject({
    method: 'POST',
    url: '/file',
    headers: { 'content-type': type },
    payload: Buffer.from(payload, 'latin1'),
  });
  return { status: response.statusCode, body: response.json() as Record<string, unknown> };
}
const inParts = (...parts: string[]) =>
  upload('multipart/form-data; boundary=b1', `${parts.join('')}--b1--\r\n`);

it('passes the same bytes to the handler in both forms', async () => {
  const raw = await upload('application/octet-stream', FILE);
  expect(raw).toEqual({ status: 200, body: { text: FILE } });
  expect(await inParts(part('file', FILE))).toEqual(raw);
  expect(await inParts(part('file', FILE, ''))).toEqual(raw);
  expect(await inParts(part('file', ''))).toEqual({ status: 200, body: { text: '' } });
});

it.each([
  ['two parts named file', [part('file', 'a'), part('file', 'b')]],
  ['a field before the file', [part('note', 'a', ''), part('file', 'b')]],
  ['a field after the file', [part('file', 'b'), part('note', 'a', '')]],
  ['no part', []],
  ['a wrong field name', [part('picture', 'a')]],
])('rejects %s and names the field', async (_what, parts) => {
  expect(await inParts(...parts)).toMatchObject({
    status: 422,
    body: { code: 'invalid_fields', fields: { file: expect.any(String) } },
  });
});

it('rejects a body that is truncated, too large or without a boundary', async () => {
  const broken = await upload('multipart/form-data; boundary=b1', part('file', 'a').slice(0, -4));
  expect([broken.status, broken.body.code]).toEqual([400, 'body_unreadable']);
  const unbounded = await upload('multipart/form-data', 'a');
  expect([unbounded.status, unbounded.body.code]).toEqual([400, 'body_unreadable']);
  const large = await inParts(part('file', 'x'.repeat(MAX_BYTES + 1)));
  expect([large.status, large.body.code]).toEqual([413, 'body_too_large']);
  expect((await inParts(part('file', 'x'.repeat(MAX_BYTES)))).status).toBe(200);
});
