/** Sends one e-mail to one person by the relay of a franchise, and returns the outcome. */
import type { AppContext } from '../../foundation/app-context.ts';
import type { DeliveryOutcome } from '../../outbox/outbox.ts';
import { layOutEmail, type EmailContent } from './lay-out-email.ts';
import { findRelay, type MailRelay, recordRelayFault, recordRelayWorks } from './relay.ts';
import { type SmtpError, smtpFailure } from './smtp-outcome.ts';
import { findSuppression, recordBadMailbox } from './suppressions.ts';
import { type RelayTransport, createRelayTransport } from './transport.ts';

export interface Email extends EmailContent {
  /**
   * Unique id, the same at each attempt, so that a receiver can recognize a repetition: `bell-12`.
   */
  readonly id: string;
  /** Franchise whose relay sends the e-mail. Null for the common relay. */
  readonly franchiseId: number | null;
  readonly to: string;
  readonly subject: string;
  /** Sender name instead of the relay's own. For a seller's customers this is the seller's name. */
  readonly fromName?: string | undefined;
  readonly replyTo?: string | undefined;
  /** URL that stops such messages with one POST request (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined;
}

export async function sendEmail(
  ctx: AppContext,
  email: Email,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const relay = await findRelay(ctx.db, email.franchiseId);
  if (!relay) return { state: 'failed', reason: 'O envio de e-mail não está configurado.' };
  const suppression = await findSuppression(ctx.db, email.to, ctx.clock.now());
  if (suppression === 'dead') return { state: 'failed', reason: 'O endereço não existe mais.' };
  if (suppression === 'full')
    return { state: 'failed', reason: 'A caixa do destinatário está cheia há dias.' };
  return sendByRelay(ctx, relay, email, signal);
}

export async function sendByRelay(
  ctx: AppContext,
  relay: MailRelay,
  email: Email,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const transport = await createRelayTransport(ctx, relay);
  const messageId = `<${email.id}@${relay.fromAddress.split('@').pop()}>`;
  try {
    const { response } = await transport.transporter.sendMail({
      ...messageOf(ctx, relay, email),
      messageId,
      signal,
    });
    await recordRelayWorks(ctx, relay);
    return { state: 'sent', reference: messageId, answer: String(response) };
  } catch (error) {
    return await failureOf(ctx, relay, { transport, messageId, to: email.to }, error as SmtpError);
  } finally {
    transport.forget(messageId);
  }
}

interface Sending {
  readonly transport: RelayTransport;
  readonly messageId: string;
  readonly to: string;
}

async function failureOf(
  ctx: AppContext,
  relay: MailRelay,
  { transport, messageId, to }: Sending,
  error: SmtpError,
): Promise<DeliveryOutcome> {
  const failure = smtpFailure(error, transport.isDataBegun(messageId));
  const { state, reason, pauseMs, isFault, mailbox } = failure;
  const answer = error.response ?? '';
  // Logged without the relay's answer, which may contain the recipient's address.
  ctx.log.warn({ code: error.code, command: error.command }, 'a relay rejected an e-mail');
  if (isFault) await recordRelayFault(ctx, relay, answer ? `${reason} (${answer})` : reason);
  if (mailbox) await recordBadMailbox(ctx, to, mailbox, answer);
  return {
    state,
    reason,
    answer,
    ...(pauseMs === undefined ? {} : { pause: { untilMs: pauseMs, reason } }),
  };
}

/**
 * Converts a name or subject to one text line, so that it cannot add headers. nodemailer also
 * rejects line breaks, but older versions did not.
 */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

function messageOf({ clock }: AppContext, relay: MailRelay, email: Email) {
  const { unsubscribeUrl } = email;
  // `prepared` prevents nodemailer from folding the header. Some relays sign headers as they
  // received them, and reject folded ones.
  const unfolded = (value: string) => ({ prepared: true, value });
  return {
    from: { name: oneLine(email.fromName ?? relay.fromName), address: relay.fromAddress },
    to: email.to,
    ...(email.replyTo ? { replyTo: email.replyTo } : {}),
    subject: oneLine(email.subject),
    date: clock.now(),
    ...layOutEmail(email),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': 'pt-BR',
      ...(unsubscribeUrl
        ? {
            'List-Unsubscribe': unfolded(`<${unsubscribeUrl}>`),
            'List-Unsubscribe-Post': unfolded('List-Unsubscribe=One-Click'),
          }
        : {}),
    },
  };
}
