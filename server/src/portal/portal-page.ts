/** Serves the built portal at /portal, with the brand of the host in it before the first paint. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type RenderPage, serveAssets } from '../foundation/http/panel-files.ts';

const built = path.resolve(import.meta.dirname, '../../../portal/dist');

export async function servePortal(server: FastifyInstance, dress: RenderPage): Promise<void> {
  const page = path.join(built, 'index.html');
  if (!existsSync(page)) return;
  await serveAssets(server, path.join(built, 'assets'), '/portal/assets/');
  const html = await readFile(page, 'utf8');
  // A page that cannot be rendered fails at the start.
  await dress(html, 'localhost');
  for (const url of ['/portal', '/portal/'])
    server.get(url, async (request, reply) =>
      reply
        .headers({ 'cache-control': 'no-cache', 'referrer-policy': 'no-referrer' })
        .type('text/html; charset=utf-8')
        .send(await dress(html, request.host)),
    );
}
