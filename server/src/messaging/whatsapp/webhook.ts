/** The webhook that receives Meta's notifications for a number. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../foundation/app-context.ts';
import { isInQuarantine } from '../../quarantine/quarantine.ts';
import { openAppSecret, findNumberByPath, isVerifyToken } from './number.ts';
import { notification, receiveNotification, type WhatsappCustomers } from './receive-webhook.ts';

export const WHATSAPP_PATH = '/api/whatsapp-updates';

const MAX_BYTES = 3 * 1024 * 1024;

interface WebhookRoute {
  readonly Params: { readonly key: string };
  readonly Querystring: Readonly<Record<string, unknown>>;
  readonly Body: unknown;
}

/**
 * Serves Meta's webhook. It has separate routes, because the signature covers the raw bytes.
 * Declared calls do not read raw bytes.
 */
export async function serveWhatsapp(
  server: FastifyInstance,
  ctx: AppContext,
  customers: WhatsappCustomers,
): Promise<void> {
  await server.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_BYTES },
      (_request, bytes, done) => done(null, bytes),
    );
    routes.get<WebhookRoute>(`${WHATSAPP_PATH}/:key`, async ({ params, query }, reply) => {
      const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query;
      const isOurs =
        mode === 'subscribe' &&
        typeof token === 'string' &&
        isVerifyToken(ctx, params.key.slice(0, 100), token);
      const number = isOurs && (await findNumberByPath(ctx.db, params.key.slice(0, 100)));
      return number && typeof challenge === 'string'
        ? reply.type('text/plain; charset=utf-8').send(challenge.slice(0, 200))
        : reply.code(403).send();
    });
    routes.post<WebhookRoute>(`${WHATSAPP_PATH}/:key`, async ({ params, body, headers }, reply) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const signature = headers['x-hub-signature-256'];
      const status = await processNotification(ctx, customers, {
        key: params.key.slice(0, 100),
        signature,
        bytes,
      });
      return reply.code(status).header('cache-control', 'no-store').send();
    });
  });
}

interface SignedBody {
  readonly key: string;
  readonly signature: unknown;
  readonly bytes: Buffer;
}

/**
 * Processes a notification and returns the status code. Meta repeats the notification for a week
 * after an unsuccessful response.
 */
async function processNotification(
  ctx: AppContext,
  customers: WhatsappCustomers,
  { key, signature, bytes }: SignedBody,
): Promise<200 | 401 | 404 | 503> {
  const number = await findNumberByPath(ctx.db, key);
  if (!number) return 404;
  if (!isSigned(openAppSecret(ctx, number), bytes, signature)) return 401;
  if (await isInQuarantine(ctx.db)) return 503;
  const sent = notification.safeParse(parsed(bytes));
  // An unreadable body also counts as received, because Meta would repeat it again and again.
  if (!sent.success) return 200;
  return (await receiveNotification({ ctx, number, customers }, sent.data)) ? 200 : 503;
}

function isSigned(appSecret: string, bytes: Buffer, signature: unknown): boolean {
  if (typeof signature !== 'string') return false;
  const expected = Buffer.from(
    `sha256=${createHmac('sha256', appSecret).update(bytes).digest('hex')}`,
  );
  const received = Buffer.from(signature);
  return expected.length === received.length && timingSafeEqual(expected, received);
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
