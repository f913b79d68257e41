/** Prints figures as they come, a row each, so that a long run can be watched. */
import type { Measured } from './measure.ts';
import { besidePeer, inWords, meets } from './verdict.ts';

const COLUMNS = [
  ['what', -42],
  ['p50 ms', 9],
  ['p95 ms', 9],
  ['p99 ms', 9],
  ['per s', 9],
  ['node ms', 9],
  ['pg ms', 9],
  ['floor/s', 9],
  ['ratio', 7],
  ['meets', 7],
] as const;
const GOAL = '   goal';

export const header = (): string => row(COLUMNS.map(([name]) => name)) + GOAL;

export function rowOf(measured: Measured): string {
  const { name, goal, product, floor, cpu } = measured;
  const words = inWords(goal);
  const times = besidePeer(measured);
  return (
    row([
      name,
      shown(product.p50),
      shown(product.p95),
      shown(product.p99),
      shown(product.perSecond),
      shown(cpu.nodeMs),
      shown(cpu.postgresMs),
      floor ? shown(floor.perSecond) : '',
      floor ? `${Math.round((product.perSecond / floor.perSecond) * 100)} %` : '',
      words ? verdict(meets(measured)) : '',
    ]) +
    (words && `   ${words}`) +
    (times === undefined ? '' : ` (${times.toFixed(1)}×)`)
  );
}

/** A single figure that has no percentiles. */
export function factRow(
  name: string,
  value: number,
  goal?: { limit: number; unit: string },
): string {
  const cells = [name, shown(value), '', '', '', '', '', '', ''];
  if (!goal) return row(cells);
  return `${row([...cells, verdict(value <= goal.limit)])}   ≤ ${goal.limit} ${goal.unit}`;
}

export const kindsRow = ({ kinds }: Measured): string =>
  kinds
    .slice(0, 3)
    .map(({ label, p95 }) => `${' '.repeat(4)}slowest: ${label}: p95 ${shown(p95)} ms`)
    .join('\n');

const verdict = (holds: boolean): string => (holds ? 'yes' : 'NO');

const row = (cells: readonly string[]): string =>
  cells
    .map((cell, place) => {
      const width = COLUMNS[place]![1];
      return width < 0 ? cell.padEnd(-width) : cell.padStart(width);
    })
    .join('');

function shown(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
