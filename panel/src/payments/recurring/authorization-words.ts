/** Texts about authorizations of recurring Pix and their charges. */
import type { AuthorizationRow } from '@ramal/contract/payments/authorizations';
import type { AuthorizationStatus } from '@ramal/contract/rules/payments/recurring-pix';
import { calendarDays, dayInWords, formatTime } from '../../foundation/dates.ts';
import type { Tone } from '../../ui/status/StatusBadge.tsx';

export const statusWords: Record<AuthorizationStatus, string> = {
  refused: 'Recusada',
  active: 'Ativa',
  waiting: 'Esperando',
  ended: 'Encerrada',
};

export const statusTones: Record<AuthorizationStatus, Tone> = {
  refused: 'bad',
  active: 'ok',
  waiting: 'off',
  ended: 'off',
};

/** Formats a day: «19/12». */
export const shortDay = (day: string): string => dayInWords(day).slice(0, 5);

export const atSeconds = (seconds: number): Date => new Date(seconds * 1000);

/** Returns the text after a rejection, such as «tenta de novo 21/11». */
const retryText = (retryOn: string | null): string =>
  retryOn === null ? 'não tenta mais' : `tenta de novo ${shortDay(retryOn)}`;

type Row = Pick<
  AuthorizationRow,
  | 'status'
  | 'next'
  | 'refusal'
  | 'authorizedTimestamp'
  | 'codeUntilTimestamp'
  | 'endedBy'
  | 'endedTimestamp'
>;

const endWords: Record<NonNullable<AuthorizationRow['endedBy']>, string> = {
  'not-authorized': 'o banco não autorizou',
  'customer-portal': 'o cliente encerrou no portal',
  'customer-bank': 'o cliente encerrou no banco',
  seller: 'você encerrou',
  price: 'o cliente autorizou outro preço',
  'line-deleted': 'a linha foi deletada',
  'line-blocked': 'a linha foi bloqueada',
  'line-moved': 'a linha foi migrada',
  replaced: 'o cliente autorizou de novo',
  provider: 'encerrada no provedor',
};

/** Describes the next charge of a row in two texts: the day or the reason, and the next step. */
export function nextCharge(row: Row, now: Date): { first: string; second: string } {
  const { next, refusal } = row;
  if (row.status === 'waiting')
    return {
      first: 'QR aberto',
      second: row.codeUntilTimestamp ? `até ${formatTime(atSeconds(row.codeUntilTimestamp))}` : '',
    };
  if (row.status === 'ended')
    return { first: 'Nenhuma', second: row.endedBy ? endWords[row.endedBy] : '' };
  if (row.status === 'refused' && refusal)
    return { first: refusal.text, second: retryText(refusal.retryOn) };
  if (!next) return { first: '–', second: '' };
  return { first: dayInWords(next.dueOn), second: sendText(row, next, now) };
}

function sendText({ authorizedTimestamp }: Row, next: NonNullable<Row['next']>, now: Date): string {
  if (next.state === 'sent' || next.state === 'scheduled') return 'agendada no banco';
  if (next.state === 'skipped') return 'não acontece: já está pago';
  const isNew =
    authorizedTimestamp !== null && calendarDays(atSeconds(authorizedTimestamp), now) === 0;
  return isNew ? 'autorizada hoje' : `sai em ${shortDay(next.sendsOn)}`;
}

/** Describes the next charge in one sentence for a card: «Cobrança em 22/11/2026, agendada». */
export function chargeSentence(row: Row, now: Date): string {
  const { first, second } = nextCharge(row, now);
  if (row.status !== 'active' || !row.next) return [first, second].filter(Boolean).join('; ');
  return `Cobrança em ${first}, ${second.replace(' no banco', '')}`;
}
