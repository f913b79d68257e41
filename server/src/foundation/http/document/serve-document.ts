/** Serves the OpenAPI document and the reference page of the API. */
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { ApiGroup } from './api-groups.ts';
import { apiPage } from './api-page.ts';
import { pageScript } from './api-page-style.ts';
import { describeApi } from './openapi.ts';

export function serveDocument(
  server: FastifyInstance,
  groups: readonly ApiGroup[],
  { captcha, publicUrl }: Pick<Config, 'captcha' | 'publicUrl'>,
): void {
  server.get('/api/openapi.json', async () => describeApi(groups, publicUrl ?? '/'));
  server.get('/api/docs', async ({ protocol, host }, reply) => {
    const serverUrl = publicUrl ?? `${protocol}://${host}`;
    return reply.type('text/html').send(apiPage(groups, { captcha, serverUrl }));
  });
  server.get('/api/docs.js', async (_request, reply) =>
    reply.type('text/javascript').send(pageScript),
  );
}
