import type { HourState } from '@ramal/contract/operations/balancers';
import { countOf } from '../foundation/numbers.ts';
import classes from './HourStrip.module.css';

/** The last 24 hours, oldest first; an hour with trouble is taller, so that it is seen without colour. */
export function HourStrip({ hours }: { hours: readonly HourState[] }) {
  const text = hoursInWords(hours);
  return (
    <span className={classes.root} role="img" aria-label={text} title={text}>
      {hours.map((hour, index) => (
        <span key={index} className={classes.cell} data-hour={hour} />
      ))}
    </span>
  );
}

export function hoursInWords(hours: readonly HourState[]): string {
  const of = (state: HourState) => hours.filter((hour) => hour === state).length;
  const [down, trouble, none] = [of('down'), of('trouble'), of('none')];
  const parts = [
    ...(down > 0 ? [`${countOf(down, 'hora', 'horas')} fora do ar`] : []),
    ...(trouble > 0 ? [`${countOf(trouble, 'hora', 'horas')} com falhas`] : []),
  ];
  if (none === hours.length) return 'Últimas 24 horas: ainda sem verificação';
  return `Últimas 24 horas: ${parts.length > 0 ? parts.join(', ') : 'sem falhas'}`;
}
