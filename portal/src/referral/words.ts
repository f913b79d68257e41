/** Texts of the page «Indique e ganhe». */
import { formatDay, formatDays } from '../format.ts';
import { dayName } from '../ui/day-name.ts';
import type { Friend, Referral } from './api.ts';

/** Returns «hoje», «ontem», «em 14/11», or «em 14/11/2025» for another year. */
function dayPhrase(seconds: number, now: Date): string {
  const name = dayName(seconds, now);
  if (!name.includes('/')) return name;
  const thisYear = formatDay(now.getTime() / 1000).slice(5);
  return `em ${name.endsWith(thisYear) ? name.slice(0, 5) : name}`;
}

/** Returns the last act of a friend: «assinou em 14/11», «fez o teste ontem». */
export function friendText({ state, atTimestamp, paidAtTimestamp }: Friend, now: Date): string {
  if (paidAtTimestamp !== null) return `assinou ${dayPhrase(paidAtTimestamp, now)}`;
  return `${state === 'trial' ? 'fez o teste' : 'chegou'} ${dayPhrase(atTimestamp, now)}`;
}

/** Returns the day of a waiting reward. A reward that is late has no day. */
export const rewardDay = ({ dueAtTimestamp }: Friend, now: Date): string =>
  dueAtTimestamp !== null && dueAtTimestamp * 1000 > now.getTime()
    ? dayPhrase(dueAtTimestamp, now)
    : 'em breve';

/** Returns the text that the customer sends to a friend. */
export function invitationText({ url, friendDays }: Referral): string {
  const gain = friendDays > 0 ? ` e ganhe ${formatDays(friendDays)} grátis` : '';
  return `Oi! Eu assisto por aqui e recomendo. Entre pelo meu link${gain}: ${url}`;
}

/** Returns the rules at the foot of the page. */
export function rulesText({ waitDays, paymentsCounted = 1, friendsAYear }: Referral): string {
  const start =
    waitDays === 0
      ? 'Os dias entram quando o pagamento do amigo é confirmado.'
      : `Os dias entram ${formatDays(waitDays)} depois do pagamento do amigo.`;
  const counted =
    paymentsCounted > 1 ? ` Os ${paymentsCounted} primeiros pagamentos de cada amigo contam.` : '';
  const friends = friendsAYear === 1 ? '1 amigo' : `${friendsAYear} amigos`;
  return `${start} Se ele pedir o dinheiro de volta, eles saem.${counted} Vale para quem nunca foi cliente, até ${friends} por ano.`;
}
