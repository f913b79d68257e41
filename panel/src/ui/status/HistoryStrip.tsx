import { Group } from '@mantine/core';
import type { HourState } from '@ramal/contract/operations/balancers';
import { pluralize } from '../../foundation/numbers.ts';
import classes from './HistoryStrip.module.css';

type CellUnit = 'hour' | 'day';

interface HistoryStripProps {
  /** States of the hours or days, the oldest first. */
  readonly cells: readonly HourState[];
  readonly unit?: CellUnit;
}

/**
 * Strip of the most recent states. A cell with a failure is higher, so that it is visible without
 * colour.
 */
export function HistoryStrip({ cells, unit = 'hour' }: HistoryStripProps) {
  const text = historyInWords(cells, unit);
  return (
    <Group
      component="span"
      gap="3xs"
      align="flex-end"
      wrap="nowrap"
      display="inline-flex"
      h="var(--size-icon)"
      className={classes.root}
      data-unit={unit}
      role="img"
      aria-label={text}
      title={text}
    >
      {cells.map((cell, index) => (
        <span key={index} className={classes.cell} data-cell={cell} />
      ))}
    </Group>
  );
}

const units = {
  hour: { all: 'Últimas 24 horas', one: 'hora', many: 'horas' },
  day: { all: 'Últimos 90 dias', one: 'dia', many: 'dias' },
} as const;

export function historyInWords(cells: readonly HourState[], unit: CellUnit = 'hour'): string {
  const { all, one: singular, many } = units[unit];
  const hoursOf = (state: HourState) => cells.filter((cell) => cell === state).length;
  const [down, trouble, none] = [hoursOf('down'), hoursOf('trouble'), hoursOf('none')];
  const parts = [
    ...(down > 0 ? [`${pluralize(down, singular, many)} fora do ar`] : []),
    ...(trouble > 0 ? [`${pluralize(trouble, singular, many)} com falhas`] : []),
  ];
  if (none === cells.length) return `${all}: ainda sem verificação`;
  return `${all}: ${parts.length > 0 ? parts.join(', ') : 'sem falhas'}`;
}
