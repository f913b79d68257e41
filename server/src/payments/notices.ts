/**
 * Receives notices of a provider, at a separate URL for each account. The signature is checked
 * first, and a valid notice only triggers a read of the payment. An unsigned IPN notice only makes
 * the open charges due. A rejected notice is recorded at most once a minute; the job still finds
 * the payment.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '@ramal/contract/rules/durations';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { ProviderError } from '../foundation/provider-error.ts';
import { isInQuarantine } from '../quarantine/quarantine.ts';
import { findByExternalReference } from './charges.sql.ts';
import { confirmCharge } from './confirm-charge.ts';
import { findByNoticeToken, type PaymentAccount, openWebhookSecret } from './payment-account.ts';
import type { PaymentProvider } from './providers/port.ts';
import { getPaymentProvider, mercadoPagoKind } from './providers/provider-of.ts';
import { paymentOrigin } from './settle-charge.ts';

export interface Notice {
  readonly token: string;
  /** Parameter `data.id` of the query: the id of the payment or order. */
  readonly about: string;
  readonly signature: string;
  readonly requestId: string;
  /**
   * True for an older form of notice (IPN) with a topic and an id, which the provider never signs.
   */
  readonly isIpn?: boolean;
}

/**
 * A notice whose time differs from now by more than this is considered a replay and rejected. A
 * repeated notice only causes another read, because the provider itself repeats undelivered
 * notices.
 */
const MAX_AGE_MS = DAY_MS;
/** Numbers up to this are seconds, larger ones milliseconds. */
const MAX_SECONDS = 1e11;

export const signNotice = (secret: string, about: string, requestId: string, ts: string): string =>
  createHmac('sha256', secret)
    .update(manifest(about, requestId, ts))
    .digest('hex');

/** Returns the signed text. Missing parts are omitted; the last semicolon remains. */
const manifest = (about: string, requestId: string, ts: string): string =>
  [about && `id:${about};`, requestId && `request-id:${requestId};`, `ts:${ts};`].join('');

export function isSigned(secret: string, notice: Notice, now: Date): boolean {
  const parts = new Map(
    notice.signature
      .split(',')
      .map((part) => part.trim().split('=', 2) as [string, string | undefined]),
  );
  const [ts = '', v1 = ''] = [parts.get('ts'), parts.get('v1')];
  if (!/^\d{9,16}$/.test(ts) || !/^[0-9a-f]{64}$/i.test(v1)) return false;
  const at = Number(ts) > MAX_SECONDS ? Number(ts) : Number(ts) * 1000;
  if (Math.abs(now.getTime() - at) > MAX_AGE_MS) return false;
  const signature = Buffer.from(v1, 'hex');
  // Older systems of the provider sign the id in lower case, newer ones unchanged.
  return [notice.about, notice.about.toLowerCase()].some((about) =>
    timingSafeEqual(signature, Buffer.from(signNotice(secret, about, notice.requestId, ts), 'hex')),
  );
}

/**
 * Returns the secret of the sandbox's notices, derived from a key of this installation. The sandbox
 * sends notices until keys are saved.
 */
export const sandboxSecret = ({ secrets }: Pick<AppContext, 'secrets'>): string =>
  secrets.key('sandbox-notices').toString('hex');

type NoticeOutcome = 200 | 401 | 404 | 503;

export async function receiveNotice(ctx: AppContext, notice: Notice): Promise<NoticeOutcome> {
  const account = await findByNoticeToken(ctx.db, notice.token);
  if (!account) return 404;
  // The provider repeats the notice for days. No payment is settled before an admin releases the
  // panel.
  if (await isInQuarantine(ctx.db)) return 503;
  if (notice.isIpn && !notice.signature) {
    await checkOpenSoon(ctx, account);
    return 200;
  }
  const kind = mercadoPagoKind(ctx, account) ?? 'payments';
  const secret = kind === 'sandbox' ? sandboxSecret(ctx) : openWebhookSecret(ctx, account);
  const now = ctx.clock.now();
  if (!secret || !isSigned(secret, notice, now)) {
    await recordRefusal(ctx, account, secret ? 'assinatura' : 'sem assinatura guardada');
    return 401;
  }
  const provider = getPaymentProvider(ctx, account, kind);
  const named = provider && (await referenceOf(provider, notice.about));
  const charge = named?.reference && (await findByExternalReference(ctx.db, named.reference));
  await ctx.db.tx((tx) =>
    tx.run(
      sql`update payment_accounts set last_notice_at = ${now} where account_id = ${account.accountId}`,
    ),
  );
  if (!charge) {
    // The notice leads to no known charge, so the open charges are read soon.
    await checkOpenSoon(ctx, account);
    return named?.isUnread ? 503 : 200;
  }
  if (charge.accountId !== account.accountId) {
    await recordRefusal(ctx, account, 'de outra conta');
    return 401;
  }
  // If the payment could not be read, the provider must repeat the notice. The job may read an old
  // payment only weeks later.
  return (await confirmCharge(ctx, charge.id)) ? 200 : 503;
}

/** Makes the open charges of the account due in the job's next run. */
const checkOpenSoon = ({ db, clock }: AppContext, { accountId }: PaymentAccount): Promise<number> =>
  db.tx((tx) =>
    tx.run(sql`
      update charges set check_at = ${clock.now()}
      where account_id = ${accountId} and state = 'pending' and check_at > ${clock.now()}`),
  );

interface NoticeReference {
  readonly reference?: string | undefined;
  readonly isUnread: boolean;
}

async function referenceOf(provider: PaymentProvider, about: string): Promise<NoticeReference> {
  try {
    return { reference: await provider.referenceOf(about), isUnread: false };
  } catch (error) {
    if (error instanceof ProviderError) return { isUnread: true };
    throw error;
  }
}

async function recordRefusal(
  { db, clock }: AppContext,
  { accountId }: PaymentAccount,
  reason: string,
): Promise<void> {
  const now = clock.now();
  await db.tx(async (tx) => {
    const first = await tx.run(sql`
      update payment_accounts set notice_refused_at = ${now}
      where account_id = ${accountId}
        and (notice_refused_at is null or notice_refused_at < ${now}::timestamptz - interval '1 minute')`);
    if (first === 0) return;
    await recordEvent(tx, paymentOrigin, {
      kind: 'payment-notice-refused',
      actorId: null,
      accountId,
      after: { reason },
    });
  });
}

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : '';

const IPN_TOPICS = new Set(['payment', 'merchant_order', 'chargebacks', 'point_integration_ipn']);

/**
 * Serves payment notices on a separate route, because the signature is in headers that no declared
 * call reads.
 */
export function servePaymentNotices(server: FastifyInstance, ctx: AppContext): void {
  server.post<{ Params: { token: string }; Querystring: Record<string, unknown> }>(
    '/api/avisos/:token',
    async (request, reply) => {
      const { data } = (request.body ?? {}) as { data?: { id?: unknown } | null };
      const named = text(request.query['data.id']);
      const outcome = await receiveNotice(ctx, {
        token: request.params.token,
        about: named || text(data?.id),
        signature: text(request.headers['x-signature']),
        requestId: text(request.headers['x-request-id']),
        isIpn: IPN_TOPICS.has(text(request.query.topic)) && text(request.query.id) !== '',
      });
      return reply
        .code(outcome)
        .header('cache-control', 'no-store')
        .send({ ok: outcome === 200 });
    },
  );
}
