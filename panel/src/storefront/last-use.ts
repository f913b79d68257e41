/** Says when a channel was used last. */
import { calendarDays, formatDate, formatTime } from '../foundation/dates.ts';

const words = {
  request: { last: 'último pedido', none: 'sem pedidos ainda' },
  message: { last: 'última mensagem', none: 'sem mensagens ainda' },
} as const;

/** «último pedido hoje, 14:21», «último pedido em 02/11/2026», «sem pedidos ainda». */
export function describeLastUse(
  timestamp: number | null,
  kind: keyof typeof words,
  now = new Date(),
): string {
  const { last, none } = words[kind];
  if (timestamp === null) return none;
  const used = new Date(timestamp * 1000);
  return calendarDays(used, now) === 0
    ? `${last} hoje, ${formatTime(used)}`
    : `${last} em ${formatDate(used)}`;
}
