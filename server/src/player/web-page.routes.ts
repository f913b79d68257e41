/**
 * The customers' own page at /web: a web player that signs in with the line. It is built with the
 * panel and shares with it only files with hashed names. A server that runs only the player serves
 * those files, too.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { serveAssets } from '../foundation/http/panel-files.ts';

const built = path.resolve(import.meta.dirname, '../../../panel/dist');
const page = path.join(built, 'web.html');

/** Images of channels come from any host, streams from this one; hls.js plays from memory. */
const POLICY = [
  "default-src 'self'",
  'img-src * data:',
  "media-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function webPageRoutes(player: FastifyInstance): void {
  player.get('/web', async (_request, reply) => {
    if (!existsSync(page)) return reply.code(404).send();
    return reply
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(await readFile(page));
  });
}

/** Serves scripts, styles and fonts of that page when no panel serves them. */
export async function serveWebFiles(server: FastifyInstance): Promise<void> {
  const assets = path.join(built, 'assets');
  if (!existsSync(assets)) return;
  await serveAssets(server, assets, '/assets/');
}
