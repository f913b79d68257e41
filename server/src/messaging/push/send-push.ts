/**
 * Sends a message to one browser through the push service of its vendor, and returns the outcome.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { publicBaseUrl } from '../../brands/brands.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { findFetchFailureReason, fetchUntrusted } from '../../foundation/fetch-untrusted.ts';
import { type DeliveryOutcome, retryAfterMs } from '../../outbox/outbox.ts';
import { type BrowserKeys, encryptPush } from './encrypt-push.ts';
import { isWanted } from './subscriptions.ts';
import { pushAuthorization } from './vapid.ts';

/**
 * Message for a browser. The title is shown on a locked screen, so it must contain nothing secret.
 */
interface PushMessage {
  readonly title: string;
  /** Path of the panel's screen that the message opens. */
  readonly path: string;
  /**
   * Tag of the message. The next message with the same tag replaces this message in the push
   * service and on the screen.
   */
  readonly tag: string;
}

const TIMEOUT_MS = 15_000;
/** Time for which the push service stores the message for a browser that is not running. */
const KEPT_SECONDS = DAY_MS / 1_000;
const USUAL_WAIT_MS = 60_000;
const MAX_WAIT_MS = 6 * 60 * 60_000;

interface Target extends BrowserKeys {
  readonly endpoint: string;
  readonly baseUrl: string;
}

export async function sendPush(
  ctx: AppContext,
  subscriptionId: number | null,
  message: PushMessage,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const target = await ctx.db.first<Target>(sql`
    select s.endpoint, s.p256dh, s.auth, s.base_url from push_subscriptions s
    where s.id = ${subscriptionId} and ${isWanted}`);
  if (!target) return { state: 'skipped', reason: 'Os avisos foram desligados nesse navegador.' };
  const outcome = await post(ctx, target, message, signal);
  if (outcome.state === 'sent') await recordUse(ctx, target.endpoint);
  return outcome;
}

async function post(
  ctx: AppContext,
  target: Target,
  message: PushMessage,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  try {
    const { status, headers, body } = await fetchUntrusted(
      ctx.config.privateOrigins,
      target.endpoint,
      {
        method: 'POST',
        headers: {
          authorization: await pushAuthorization(
            ctx,
            target.endpoint,
            await publicBaseUrl(ctx, target.baseUrl),
          ),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(KEPT_SECONDS),
          topic: message.tag,
        },
        body: encryptPush(JSON.stringify(message), target),
        signal,
        headerTimeoutMs: TIMEOUT_MS,
        maxRedirects: 0,
      },
    );
    body.destroy();
    return await outcomeOf(ctx, target, status, headers['retry-after']);
  } catch (error) {
    if (!signal.aborted && !findFetchFailureReason(error)) throw error;
    return { state: 'retry', reason: 'O serviço de avisos do navegador não respondeu.' };
  }
}

async function outcomeOf(
  ctx: AppContext,
  { endpoint }: Target,
  status: number,
  retryAfter: string | undefined,
): Promise<DeliveryOutcome> {
  const answer = String(status);
  if (status >= 200 && status < 300) return { state: 'sent', answer };
  if (status === 404 || status === 410) {
    await ctx.db.tx((tx) =>
      tx.run(sql`delete from push_subscriptions where endpoint = ${endpoint}`),
    );
    return { state: 'failed', reason: 'O navegador não recebe mais avisos.', answer };
  }
  if (status === 429) {
    const untilMs = retryAfterMs(retryAfter, {
      now: ctx.clock.now(),
      usualMs: USUAL_WAIT_MS,
      mostMs: MAX_WAIT_MS,
    });
    const reason = 'O serviço de avisos do navegador pediu para esperar.';
    return { state: 'retry', afterMs: untilMs, reason, answer, pause: { untilMs, reason } };
  }
  if (status >= 500)
    return {
      state: 'retry',
      reason: 'O serviço de avisos do navegador está com problemas.',
      answer,
    };
  ctx.log.error({ status, service: new URL(endpoint).host }, 'a push service rejected a message');
  return {
    state: 'failed',
    reason: 'O serviço de avisos do navegador recusou a mensagem.',
    answer,
  };
}

const recordUse = ({ db, clock }: AppContext, endpoint: string): Promise<number> =>
  db.tx((tx) =>
    tx.run(
      sql`update push_subscriptions set last_used_at = ${clock.now()} where endpoint = ${endpoint}`,
    ),
  );
