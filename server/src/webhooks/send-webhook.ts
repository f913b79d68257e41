/** Sends one message to its endpoint and returns the outcome. */
import { HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import {
  type FetchFailureReason,
  findFetchFailureReason,
  type UntrustedResponse,
  fetchUntrusted,
} from '../foundation/fetch-untrusted.ts';
import {
  type Delivery,
  type DeliveryKind,
  type DeliveryOutcome,
  retryAfterMs,
} from '../outbox/outbox.ts';
import { type AccountState, activeAccountSql } from '../sessions/sessions.ts';
import { recordOutcome } from './endpoint-health.ts';
import { openSecret, signWebhook } from './sign.ts';
import { ownerMessages } from './notify-owner.ts';

const TIMEOUT_MS = 15_000;
const MAX_WAIT_MS = 6 * HOUR_MS;
const USUAL_WAIT_MS = MINUTE_MS;

/** Pauses between ten attempts in 76 hours, as the Standard Webhooks specification recommends. */
export const PAUSES_MS = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];

/** A message with its endpoint and the secrets that sign it. */
export interface SignedPost {
  readonly url: string;
  readonly secret: Buffer;
  readonly formerSecret: Buffer | null;
  readonly publicId: string;
  readonly body: string;
}

export interface Target extends AccountState, SignedPost {
  readonly endpointId: number;
  readonly isOff: boolean;
}

const findTarget = (
  { db, clock }: AppContext,
  { subjectId }: Delivery,
): Promise<Target | undefined> => {
  const now = clock.now();
  return db.first<Target>(sql`
    select ${activeAccountSql(now)}, e.id as endpoint_id, e.url, e.off_at is not null as is_off,
      e.sealed_secret as secret,
      case when e.former_until > ${now} then e.former_sealed_secret end as former_secret,
      m.public_id, m.body
    from webhook_messages m join webhook_endpoints e on e.id = m.endpoint_id
      join accounts a on a.id = e.account_id
    where m.id = ${subjectId}`);
};

async function send(
  ctx: AppContext,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const target = await findTarget(ctx, delivery);
  if (!target) return { state: 'skipped', reason: 'O endereço foi removido.' };
  if (target.isOff) return { state: 'skipped', reason: 'O endereço está desligado.' };
  if (target.isBlocked || target.isDeleted || !target.grants.includes('api.keys'))
    return { state: 'skipped', reason: 'A conta não recebe mais eventos.' };
  const outcome = withJitter(await post(ctx, target, signal), delivery);
  await recordOutcome(ctx, target.endpointId, outcome);
  return outcome;
}

/** Failures after which the message may have arrived. */
const unsureReasons: readonly FetchFailureReason[] = [
  'no-answer',
  'silent',
  'broken',
  'bad-answer',
  'too-large',
];

type WebhookOutcome = DeliveryOutcome & { readonly isUnsure?: true };

export async function post(
  ctx: AppContext,
  target: SignedPost,
  signal: AbortSignal,
): Promise<WebhookOutcome> {
  const { config } = ctx;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    const response = await fetchUntrusted(config.privateOrigins, target.url, {
      method: 'POST',
      headers: signedHeaders(ctx, target),
      body: target.body,
      signal: limit,
      headerTimeoutMs: TIMEOUT_MS,
      idleTimeoutMs: TIMEOUT_MS,
      maxRedirects: 0,
    });
    return outcomeOf(response, await beginningOf(response), ctx.clock.now());
  } catch (error) {
    const reason = limit.aborted ? 'no-answer' : findFetchFailureReason(error);
    if (!reason) throw error;
    const unsure = unsureReasons.includes(reason) ? ({ isUnsure: true } as const) : {};
    return { state: 'retry', reason: failures[reason], ...unsure };
  }
}

/** Returns the headers of a message. The signature header has an entry for each valid secret. */
function signedHeaders(ctx: AppContext, target: SignedPost): Record<string, string> {
  const { publicId: id, body, secret, formerSecret } = target;
  const timestamp = Math.floor(ctx.clock.now().getTime() / 1000);
  const keys = [secret, ...(formerSecret ? [formerSecret] : [])];
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': keys
      .map((sealed) => signWebhook(openSecret(ctx, sealed), { id, timestamp, body }))
      .join(' '),
  };
}

const MAX_BEGINNING_LENGTH = 1_024;

/**
 * Reads the start of the answer. An endless answer is cut off, and a broken one still has its
 * status.
 */
async function beginningOf({ body }: UntrustedResponse): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      parts.push(part);
      bytes += part.length;
      if (bytes >= MAX_BEGINNING_LENGTH) break;
    }
  } catch {
    // The part received before the connection broke is returned.
  } finally {
    body.destroy();
  }
  return new TextDecoder().decode(Buffer.concat(parts).subarray(0, MAX_BEGINNING_LENGTH));
}

function outcomeOf(
  { status, headers }: UntrustedResponse,
  answer: string,
  now: Date,
): DeliveryOutcome {
  const reason = String(status);
  if (status >= 200 && status < 300) return { state: 'sent', reason, answer };
  if (status === 410) return { state: 'failed', reason, answer };
  if (![429, 502, 503, 504].includes(status)) return { state: 'retry', reason, answer };
  const untilMs = retryAfterMs(headers['retry-after'], {
    now,
    usualMs: USUAL_WAIT_MS,
    mostMs: MAX_WAIT_MS,
  });
  return { state: 'retry', reason, answer, pause: { untilMs, reason } };
}

const JITTER = 0.1;

/**
 * Adds a random delay, so that retries are never earlier than planned and do not all run at the
 * same time.
 */
function withJitter(outcome: DeliveryOutcome, { attempt }: Delivery): DeliveryOutcome {
  const planned = PAUSES_MS[attempt - 1];
  if (outcome.state !== 'retry' || planned === undefined) return outcome;
  return { ...outcome, afterMs: Math.round(planned * (1 + Math.random() * JITTER)) };
}

const failures: Record<FetchFailureReason, string> = {
  'bad-address': 'endereço inválido',
  'private-address': 'endereço privado, não chamado',
  'unknown-host': 'nome não encontrado',
  unreachable: 'não conectou',
  'bad-certificate': 'certificado inválido',
  'no-answer': 'tempo esgotado',
  'bad-answer': 'não respondeu em HTTP',
  'too-many-redirects': 'redirecionou, não seguido',
  silent: 'tempo esgotado',
  'too-large': 'resposta grande demais',
  broken: 'a conexão caiu',
};

export const webhookDeliveries: readonly DeliveryKind[] = [
  { kind: 'webhook', mayRepeat: true, pausesMs: PAUSES_MS, send },
  ...ownerMessages,
];
