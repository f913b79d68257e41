/** «Boa tarde, marcelo» and «Sexta-feira, 20 de novembro.», in the panel's time zone. */
import { capitalised } from '../foundation/capitalised.ts';
import { panelTimeZone } from '../foundation/dates.ts';
import { countOf } from '../foundation/numbers.ts';

export function greeting(now: Date, name: string | undefined): string {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', {
      hour: '2-digit',
      hourCycle: 'h23',
      timeZone: panelTimeZone,
    }).format(now),
  );
  const word = hour < 5 || hour >= 18 ? 'Boa noite' : hour < 12 ? 'Bom dia' : 'Boa tarde';
  return name ? `${word}, ${name}` : word;
}

export function today(now: Date): string {
  const text = new Intl.DateTimeFormat('pt-BR', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: panelTimeZone,
  }).format(now);
  return `${capitalised(text)}.`;
}

/** «10 clientes pedem atenção.»; nothing where nobody does. */
export const attention = (people: number): string =>
  people === 0 ? '' : `${countOf(people, 'cliente pede', 'clientes pedem')} atenção.`;
