/**
 * Classifies a failed SMTP delivery. The delivery may be retried, the address may be invalid, or
 * our settings may be wrong. If our settings are wrong, the address is never suppressed.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import { FAULT_PAUSE_MS } from '../channels.ts';

/** Error object that nodemailer throws. */
export interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
  readonly message: string;
}

interface SmtpFailure {
  readonly state: 'retry' | 'failed' | 'unknown';
  /** Reason in Portuguese. */
  readonly reason: string;
  readonly pauseMs?: number;
  /**
   * True if the reason is a fault of the relay's settings or reputation, which an admin has to
   * repair.
   */
  readonly isFault?: true;
  readonly mailbox?: 'dead' | 'full';
}

const SETTINGS_CODES = new Set(['ECONFIG', 'ENOAUTH', 'EREQUIRETLS', 'ETLS']);
const AUTH_REPLIES = new Set([530, 534, 535, 538]);

const fault = (reason: string): SmtpFailure => ({
  state: 'retry',
  reason,
  isFault: true,
  pauseMs: FAULT_PAUSE_MS,
});

/**
 * Returns the outcome of a failed delivery.
 * @param isDataBegun True if the relay requested the message. It may then have received the
 * message.
 */
export function smtpFailure(error: SmtpError, isDataBegun: boolean): SmtpFailure {
  const { code = '', responseCode = 0, message } = error;
  const isTemporary = responseCode >= 400 && responseCode < 500;
  if (AUTH_REPLIES.has(responseCode) || (code === 'EAUTH' && !isTemporary))
    return fault('O servidor de e-mail recusou o usuário ou a senha.');
  if (SETTINGS_CODES.has(code) || /certificate/i.test(message))
    return fault('A conexão segura com o servidor de e-mail não se firma.');
  if (isTemporary) return temporary(error);
  if (responseCode >= 500) return permanent(error);
  if (isDataBegun)
    return { state: 'unknown', reason: 'A conexão caiu depois de entregue a mensagem.' };
  // The library rejected the content, so nothing was sent.
  if (code === 'EENVELOPE' || code === 'EMESSAGE' || code === 'ESTREAM')
    return { state: 'failed', reason: 'A mensagem não pôde ser montada.' };
  return { state: 'retry', reason: 'O servidor de e-mail não respondeu.' };
}

/**
 * Returns the enhanced status of a response: `5.1.1` for `550 5.1.1 User unknown`. Empty if the
 * response contains none.
 */
const enhancedStatus = ({ response = '' }: SmtpError): string =>
  /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? '';

function temporary(error: SmtpError): SmtpFailure {
  const status = enhancedStatus(error);
  const isTooFast = error.responseCode === 421 || status.startsWith('4.7.');
  return {
    state: 'retry',
    reason: 'O servidor de e-mail pediu para tentar mais tarde.',
    ...(isTooFast ? { pauseMs: MINUTE_MS } : {}),
  };
}

/** Statuses about the sender, not about the recipient. */
const SENDER_STATUSES = new Set(['5.1.7', '5.1.8']);

function permanent(error: SmtpError): SmtpFailure {
  const { command = '', responseCode } = error;
  const status = enhancedStatus(error);
  const refusesUs = fault('O servidor de e-mail recusou o remetente ou a reputação dele.');
  if (SENDER_STATUSES.has(status) || !isAboutMessage(command)) return refusesUs;
  if (status === '5.2.2' || (responseCode === 552 && (status === '' || status.startsWith('5.2.'))))
    return { state: 'failed', reason: 'A caixa do destinatário está cheia.', mailbox: 'full' };
  if (command === 'RCPT TO' && (status.startsWith('5.1.') || status === '5.2.1'))
    return { state: 'failed', reason: 'O endereço não existe mais.', mailbox: 'dead' };
  if (status.startsWith('5.7.') || responseCode === 554) return refusesUs;
  return { state: 'failed', reason: 'O servidor de e-mail recusou a mensagem.' };
}

/**
 * Returns true if a command concerns the recipient or the text. Earlier commands concern neither.
 */
const isAboutMessage = (command: string): boolean => command === 'RCPT TO' || command === 'DATA';
