/** Formats dates, amounts and names of plans for customers. */
import { formatExpiry } from '@ramal/contract/rules/message';

/** Time zone of the installation, which the server writes into the page together with the brand. */
export const timeZone =
  document.querySelector<HTMLMetaElement>('meta[name="ramal-time-zone"]')?.content ??
  'America/Sao_Paulo';
const zone = { timeZone } as const;
const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const fullDay = new Intl.DateTimeFormat('pt-BR', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  ...zone,
});
const time = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', ...zone });

export const formatReais = (value: number): string => money.format(value).replace(/\u00a0/g, ' ');
export const formatDay = (seconds: number): string => fullDay.format(seconds * 1000);
export const formatClock = (seconds: number): string => time.format(seconds * 1000);
export const formatPlan = (months: number): string => (months === 1 ? '1 mês' : `${months} meses`);

/** «De 1 a 12 meses», or «1 mês» if it is the only plan. */
export function formatPlans(months: readonly number[]): string {
  const [shortest, longest] = [Math.min(...months), Math.max(...months)];
  return shortest === longest ? formatPlan(shortest) : `De ${shortest} a ${formatPlan(longest)}`;
}

export const formatDays = (days: number): string => (days === 1 ? '1 dia' : `${days} dias`);

const SOON_MS = 3 * 86_400_000;

/**
 * Returns the expiry in the words of the reminders: «vence amanhã às 23:59», «venceu há 12 dias».
 */
export function expiryText(seconds: number, now: Date): { text: string; isSoon: boolean } {
  const at = new Date(seconds * 1000);
  const isSoon = at.getTime() - now.getTime() <= SOON_MS;
  return { text: formatExpiry(at, { now, timeZone }), isSoon };
}

/** Returns the remaining time as «28:41», or as «1 h 05 min» from one hour on. */
export function countdown(seconds: number, now: Date): string {
  const left = Math.max(0, Math.floor(seconds - now.getTime() / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(left / 3600), Math.floor(left / 60) % 60];
  return hours > 0 ? `${hours} h ${two(minutes)} min` : `${two(minutes)}:${two(left % 60)}`;
}

/** Returns «20% de desconto» or «10 dias», because a reward is a discount or days. */
export const formatReward = (days: number, percent = 0): string =>
  percent > 0 ? `${percent}% de desconto` : formatDays(days);
