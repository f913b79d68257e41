/**
 * Receives notices of Woovi. The signature covers the raw bytes, so the route has its own parser. A
 * notice only causes a read of the charge that it names. Woovi repeats a notice that failed.
 */
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { ProviderError } from '../../foundation/provider-error.ts';
import { isInQuarantine } from '../../quarantine/quarantine.ts';
import { confirmCharge } from '../confirm-charge.ts';
import { findByNoticeToken } from '../payment-account.ts';
import { readText, toRecord } from './mercado-pago/words.ts';
import {
  type NoticeOutcome,
  recordPaymentNotice,
  recordRefusedNotice,
  storeNoticeTime,
} from './payment-notices.ts';
import { openWoovi } from './provider-of.ts';
import { isWooviSigned } from './woovi/notice-signature.ts';

const MAX_BYTES = 256 * 1024;
const LONGEST = 100;

interface WooviNotice {
  readonly token: string;
  readonly signature: string;
  readonly bytes: Buffer;
}

export async function receiveWooviNotice(
  ctx: AppContext,
  { token, signature, bytes }: WooviNotice,
): Promise<200 | 401 | 404 | 503> {
  const account = await findByNoticeToken(ctx.db, token);
  const access = account && openWoovi(ctx, account);
  if (!account || !access) return 404;
  const { accountId } = account;
  const { event, reference } = parsed(bytes);
  try {
    if (!(await isWooviSigned(ctx, access.baseUrl, signature, bytes))) {
      await recordRefusedNotice(ctx, { accountId, provider: 'woovi', event });
      return 401;
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ctx.log.warn({ problem: error.message }, 'the public keys of Woovi could not be read');
    return 503;
  }
  if (await isInQuarantine(ctx.db)) return 503;
  const outcome = await readNamedCharge(ctx, accountId, reference);
  await storeNoticeTime(ctx, { accountId, provider: 'woovi' });
  // A notice of Woovi has no id, so every notice has a row.
  await recordPaymentNotice(ctx, { accountId, provider: 'woovi', eventId: null, event, outcome });
  return outcome === 'unread' ? 503 : 200;
}

/** Event and charge of a notice. A notice that only tests a new address names no charge. */
function parsed(bytes: Buffer): { readonly event: string; readonly reference: string } {
  try {
    const body = toRecord(JSON.parse(bytes.toString()));
    const charge = toRecord(body.charge ?? toRecord(body.pix).charge);
    return {
      event: readText(body.event).slice(0, LONGEST) || 'sem nome',
      reference: readText(charge.correlationID).slice(0, LONGEST),
    };
  } catch {
    return { event: 'sem nome', reference: '' };
  }
}

async function readNamedCharge(
  ctx: AppContext,
  accountId: number,
  reference: string,
): Promise<NoticeOutcome> {
  const charge = await ctx.db.first<{ id: number }>(sql`
    select id from charges
    where account_id = ${accountId} and provider = 'woovi' and external_reference = ${reference}`);
  if (!charge) return 'unknown';
  return (await confirmCharge(ctx, charge.id)) ? 'read' : 'unread';
}

export async function serveWooviNotices(server: FastifyInstance, ctx: AppContext): Promise<void> {
  await server.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_BYTES },
      (_request, bytes, done) => done(null, bytes),
    );
    routes.post<{ Params: { token: string }; Body: unknown }>(
      '/api/avisos/:token/woovi',
      async ({ params, headers, body }, reply) => {
        const outcome = await receiveWooviNotice(ctx, {
          token: params.token,
          signature: readText(headers['x-webhook-signature']).slice(0, 2_000),
          bytes: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        });
        return reply
          .code(outcome)
          .header('cache-control', 'no-store')
          .send({ ok: outcome === 200 });
      },
    );
  });
}
