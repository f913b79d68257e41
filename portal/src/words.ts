/** Dates, amounts and names of plans, as customers read them. */
const zone = { timeZone: 'America/Sao_Paulo' } as const;
const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', ...zone });
const fullDay = new Intl.DateTimeFormat('pt-BR', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  ...zone,
});
const time = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', ...zone });

export const inReais = (value: number): string => money.format(value).replace(/\u00a0/g, ' ');
export const dayOf = (seconds: number): string => fullDay.format(seconds * 1000);
export const timeOf = (seconds: number): string => time.format(seconds * 1000);
export const planOf = (months: number): string => (months === 1 ? '1 mês' : `${months} meses`);

/** «vence hoje, às 23:59», «faltam 12 dias», «venceu em 18/11/2026» */
export function expiryText(seconds: number, now: Date): { text: string; isSoon: boolean } {
  const left = seconds * 1000 - now.getTime();
  if (left <= 0) return { text: `venceu às ${timeOf(seconds)}`, isSoon: true };
  if (day.format(now) === day.format(seconds * 1000))
    return { text: `vence hoje, às ${timeOf(seconds)}`, isSoon: true };
  const days = Math.ceil(left / 86_400_000);
  return { text: days === 1 ? 'vence amanhã' : `faltam ${days} dias`, isSoon: days <= 3 };
}

/** «28:41» */
export function countdown(seconds: number, now: Date): string {
  const left = Math.max(0, Math.floor(seconds - now.getTime() / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(left / 3600), Math.floor(left / 60) % 60];
  return hours > 0 ? `${hours} h ${two(minutes)} min` : `${two(minutes)}:${two(left % 60)}`;
}
