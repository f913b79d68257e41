/**
 * Serves the web player for customers at /web, where they sign in with their line. The build
 * creates its page together with the panel. The two pages share only assets with hashed names.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { serveAssets } from '../foundation/http/panel-files.ts';

const built = path.resolve(import.meta.dirname, '../../../panel/dist');
const page = path.join(built, 'web.html');

/**
 * Content security policy. Channel images may come from any host, streams only from this one.
 * hls.js needs `blob:`.
 */
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

/** Serves the page's scripts, styles and fonts on a server that runs only the player. */
export async function serveWebFiles(server: FastifyInstance): Promise<void> {
  const assets = path.join(built, 'assets');
  if (!existsSync(assets)) return;
  await serveAssets(server, assets, '/assets/');
}
