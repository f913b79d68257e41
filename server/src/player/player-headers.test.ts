import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { setPlayerHeaders } from './player-headers.ts';

test('closes the connection of a client that never reads', async () => {
  const server = Fastify();
  setPlayerHeaders(server, 50);
  let closed = 0;
  server.get('/segment', async (_request, reply) => {
    reply.raw.once('close', () => (closed += 1));
    return reply.send(Buffer.alloc(64 * 1024 * 1024));
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const client = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  client.pause();
  client.on('error', () => {});
  client.write('GET /segment HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => closed, { timeout: 5_000 }).toBe(1);
  client.destroy();
  await server.close();
});
