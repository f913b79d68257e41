/**
 * Headers and limits of all URLs of the player, and of no URL of the panel. Any web player may send
 * requests, and a browser never shows a response as a page. Nothing is cached. Connections that
 * stop reading are closed.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import type { FastifyInstance } from 'fastify';
import { readForms } from './request-forms.ts';

const headers = {
  'access-control-allow-origin': '*',
  'content-security-policy': 'sandbox',
  'cache-control': 'no-store',
};

const preflight = {
  'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};

const UNREAD_FOR_MS = MINUTE_MS;

export function setPlayerHeaders(server: FastifyInstance, unreadForMs = UNREAD_FOR_MS): void {
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    const { raw: response } = reply;
    response.setTimeout(unreadForMs, () => void response.destroy());
    done();
  });
  readForms(server);
  server.addHook('onRoute', ({ method, url }) => {
    if (method === 'OPTIONS' || method === 'HEAD') return;
    server.options(url, async (_request, reply) => reply.headers(preflight).code(204).send());
  });
}
