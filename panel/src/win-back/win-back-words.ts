/** Texts about groups, schedules and people of win-back. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { couponAmountText } from '@ramal/contract/coupons/coupon-rules';
import type { WinBackStatus } from '@ramal/contract/win-back/win-back-rules';
import type { getWinBackResults, WinBackRowStatus } from '@ramal/contract/win-back/results';
import type { getWinBack } from '@ramal/contract/win-back/win-back';
import { calendarDays, formatDayMonth, formatTime } from '../foundation/dates.ts';
import { formatCount, pluralize } from '../foundation/numbers.ts';
import { timeText } from '../reminders/time-text.ts';

export type WinBackAnswer = ResponseOf<typeof getWinBack>;
export type GroupAnswer = WinBackAnswer['groups'][number];
export type ResultsAnswer = ResponseOf<typeof getWinBackResults>;
export type GroupResult = ResultsAnswer['groups'][number];

export const weekdayWords = ['seg', 'ter', 'qua', 'qui', 'sex', 'sáb', 'dom'] as const;

/** Returns the days of the week on which a group is sent; empty if it is sent every day. */
export const weekdaysText = ({ weekdays }: Pick<GroupAnswer, 'weekdays'>): string =>
  weekdays.length === weekdayWords.length
    ? ''
    : weekdayWords.filter((_word, index) => weekdays.includes(index + 1)).join(', ');

/** Returns the schedule: «7º dia, 10:00» or «7º dia, 10:00 · seg, qua». */
export function scheduleText(group: GroupAnswer): string {
  const days = weekdaysText(group);
  return `${group.sendDay}º dia, ${timeText(group.sendAt)}${days ? ` · ${days}` : ''}`;
}

/** Returns the coupon: «VOLTA20 · 20%». */
export const couponText = ({ coupon }: GroupAnswer): string =>
  coupon ? `${coupon.code} · ${couponAmountText(coupon)}` : 'Sem cupom';

/** Returns the next sending: «amanhã às 10:00 sai para 5». */
export function nextText({ nextAt, nextPeople }: GroupAnswer, now: Date): string {
  const days = calendarDays(nextAt, now);
  const day = days === 0 ? 'hoje' : days === 1 ? 'amanhã' : formatDayMonth(nextAt);
  const people = nextPeople === 0 ? 'não sai para ninguém' : `sai para ${formatCount(nextPeople)}`;
  return `${day} às ${formatTime(nextAt)} ${people}`;
}

export const switchText = (group: GroupAnswer, now: Date): string =>
  group.isOn ? `Ligado: ${nextText(group, now)}` : 'Desligado: ninguém recebe';

const statusPhrases: Readonly<Record<WinBackStatus, (count: number) => string>> = {
  received: (count) => pluralize(count, 'recebeu', 'receberam'),
  control: (count) => `${formatCount(count)} de controle`,
  stopped: (count) => pluralize(count, 'pediu para parar', 'pediram para parar'),
  unreachable: (count) => `${formatCount(count)} sem canal`,
  excluded: (count) => `${formatCount(count)} de fora`,
  waiting: (count) => pluralize(count, 'espera', 'esperam'),
};

export const statusPhrase = (status: WinBackStatus, count: number): string =>
  statusPhrases[status](count);

export const statusLabels: Readonly<Record<WinBackRowStatus, string>> = {
  received: 'Recebeu',
  control: 'Controle',
  stopped: 'Pediu para parar',
  unreachable: 'Sem canal',
  excluded: 'De fora',
  waiting: 'Espera',
  recent: 'Com os Lembretes',
  back: 'Voltou',
  outside: 'Em nenhum grupo',
};

/** Limits of the gain: «de 2 a 25». Empty without a gain. */
export const gainRangeText = ({ gainLow, gainHigh }: GroupResult): string =>
  gainLow === null || gainHigh === null
    ? ''
    : `de ${formatSigned(gainLow)} a ${formatSigned(gainHigh)}`;

/** Formats a number of people that may be negative: «−3». */
export const formatSigned = (count: number): string =>
  count < 0 ? `−${formatCount(-count)}` : formatCount(count);

export const RETURN_DEFINITION = 'Voltou quem pagou em até 14 dias depois da mensagem.';
export const GAIN_DEFINITION =
  'Clientes que voltaram a mais que no grupo sem mensagem, vezes o que pagaram em média.';
export const RANGE_DEFINITION = 'O intervalo em que o número fica em 95 de 100 medições como esta.';
