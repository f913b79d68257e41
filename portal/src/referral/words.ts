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

const formatDiscounts = (count: number): string =>
  count === 1 ? '1 desconto' : `${count} descontos`;

/** Returns «20 dias», «1 desconto» or both, if the seller changed the reward. */
export function gainText(
  { referrerPercent = 0 }: Referral,
  days: number,
  discounts: number,
): string {
  if (days > 0 && discounts > 0) return `${formatDays(days)} e ${formatDiscounts(discounts)}`;
  return discounts > 0 || (days === 0 && referrerPercent > 0)
    ? formatDiscounts(discounts)
    : formatDays(days);
}

/** Returns the rules at the foot of the page. */
export function rulesText(referral: Referral): string {
  const { waitDays, paymentsCounted = 1, friendsAYear, referrerPercent = 0 } = referral;
  const isDiscount = referrerPercent > 0;
  const enters = isDiscount ? 'O desconto entra' : 'Os dias entram';
  const start =
    waitDays === 0
      ? `${enters} quando o pagamento do amigo é confirmado.`
      : `${enters} ${formatDays(waitDays)} depois do pagamento do amigo.`;
  const undone = isDiscount
    ? 'Se ele pedir o dinheiro de volta, o desconto que você não usou sai.'
    : 'Se ele pedir o dinheiro de volta, eles saem.';
  const counted =
    paymentsCounted > 1 ? ` Os ${paymentsCounted} primeiros pagamentos de cada amigo contam.` : '';
  const friends = friendsAYear === 1 ? '1 amigo' : `${friendsAYear} amigos`;
  return `${start} ${undone}${counted} Vale para quem nunca foi cliente, até ${friends} por ano.`;
}
