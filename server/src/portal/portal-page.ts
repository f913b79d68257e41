/**
 * Serves the built portal at /portal. The page contains the brand of the host and the
 * installation's time zone before the first paint.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type RenderPage, serveAssets } from '../foundation/http/panel-files.ts';

const built = path.resolve(import.meta.dirname, '../../../portal/dist');

/**
 * Adds the time zone as a meta element. Names of time zones contain no character that ends an
 * attribute.
 */
export const withTimeZone = (page: string, timeZone: string): string =>
  page.replace('</head>', `  <meta name="ramal-time-zone" content="${timeZone}" />\n  </head>`);

export async function servePortal(
  server: FastifyInstance,
  dress: RenderPage,
  timeZone: string,
): Promise<void> {
  const page = path.join(built, 'index.html');
  if (!existsSync(page)) return;
  await serveAssets(server, path.join(built, 'assets'), '/portal/assets/');
  const html = withTimeZone(await readFile(page, 'utf8'), timeZone);
  // Fails at the start of the server if the page cannot be rendered.
  await dress(html, 'localhost');
  for (const url of ['/portal', '/portal/'])
    server.get(url, async (request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(await dress(html, request.host)),
    );
}
