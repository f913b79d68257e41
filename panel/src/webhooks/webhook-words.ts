/** Texts about endpoints and their deliveries. */
import type { Webhook, WebhookEvent, WebhookMessage } from '@ramal/contract/webhooks';
import type { Tone } from '../ui/status/StatusBadge.tsx';

export const eventWords: Record<WebhookEvent, string> = {
  'line.created': 'Linha criada',
  'line.changed': 'Linha alterada',
  'line.renewed': 'Linha renovada',
  'line.expiring': 'Linha perto de vencer',
  'line.expired': 'Linha vencida',
  'line.blocked': 'Linha bloqueada',
  'line.deleted': 'Linha deletada',
  'credits.moved': 'Créditos movidos',
  'credits.low': 'Poucos créditos',
  'ticket.answered': 'Ticket respondido',
  'host.failed': 'DNS parou de responder',
  'recharge.approved': 'Recarga aprovada',
  'reminder.due': 'Lembrete a enviar ao cliente',
};

export const at = (seconds: number): Date => new Date(seconds * 1000);

/** Returns a duration as text: «182 ms», «1,2 s». */
export const tookInWords = (ms: number): string =>
  ms < 1_000
    ? `${ms} ms`
    : `${(ms / 1_000).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} s`;

/**
 * Summarises the week of an endpoint: «9 eventos · 99,2% entregues em 7 dias · resposta em 182 ms».
 */
export function weekInWords({ events, week }: Webhook): string {
  const count = events.length === 1 ? '1 evento' : `${events.length} eventos`;
  if (week.total === 0) return `${count} · nada enviado em 7 dias`;
  const share = (week.delivered / week.total).toLocaleString('pt-BR', {
    style: 'percent',
    maximumFractionDigits: 1,
  });
  const took = week.averageMs === null ? [] : [`resposta em ${tookInWords(week.averageMs)}`];
  return [count, `${share} entregues em 7 dias`, ...took].join(' · ');
}

const states: Record<WebhookMessage['state'], { readonly tone: Tone; readonly word: string }> = {
  waiting: { tone: 'off', word: 'na fila' },
  trying: { tone: 'warn', word: 'tentando' },
  delivered: { tone: 'ok', word: 'entregue' },
  failed: { tone: 'bad', word: 'desistiu' },
  skipped: { tone: 'off', word: 'não enviado' },
};

export const messageTone = ({ state }: WebhookMessage): Tone => states[state].tone;
export const stateWord = ({ state }: WebhookMessage): string => states[state].word;

/**
 * Returns the response of the endpoint for a delivered or retried message. Otherwise, or without a
 * response, returns the state of the delivery.
 */
export const answerInWords = (message: WebhookMessage): string =>
  message.state === 'delivered' || message.state === 'trying'
    ? message.answer || stateWord(message)
    : stateWord(message);
