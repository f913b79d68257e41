/** Types of the due lines, and the colour, name and date of a day on the board. */
import type { getDueLines } from '@ramal/contract/lines/due-lines';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { capitalised } from '../../foundation/capitalised.ts';
import { type Line, lineInBrief } from '../../lines/line.ts';

export type Due = ResponseOf<typeof getDueLines>;
export type DueDay = Due['days'][number];
export type DueLine = DueDay['lines'][number];

export const toDueLine = ({ expDateTimestamp, ...due }: DueLine, now: Date): Line =>
  lineInBrief({ ...due, expiresAt: new Date(expDateTimestamp * 1000) }, now);

/**
 * Yesterday and today are red, later days amber, an empty day grey. The text states the day too.
 */
export const dueTone = ({ offset, total }: DueDay): 'bad' | 'warn' | 'none' =>
  total === 0 ? 'none' : offset <= 0 ? 'bad' : 'warn';

/** Name of the day: «Ontem», «Hoje», «Amanhã», «Terça». */
export function dayWord({ offset, day }: Pick<DueDay, 'offset' | 'day'>): string {
  if (offset <= 1) return ['Ontem', 'Hoje', 'Amanhã'][offset + 1]!;
  const [weekday = ''] = new Intl.DateTimeFormat('pt-BR', { weekday: 'long', timeZone: 'UTC' })
    .format(new Date(`${day}T12:00:00Z`))
    .split('-');
  return capitalised(weekday);
}

/** Full name of the day, for screen readers. */
export const dayName = ({ offset }: DueDay): string => {
  if (offset <= 0) return offset === 0 ? 'Vence hoje' : 'Venceu ontem';
  return offset === 1 ? 'Vence amanhã' : `Vence em ${offset} dias`;
};

/** Day and month: `19/11`. */
export const dayDate = ({ day }: DueDay): string => `${day.slice(8)}/${day.slice(5, 7)}`;

/** Number of customers whose line fell due yesterday or falls due today. */
export const urgent = (days: readonly DueDay[]): number =>
  days.filter(({ offset }) => offset <= 0).reduce((sum, { total }) => sum + total, 0);
