/** Formats each figure as a separate row, so that a long run can be followed. */
import type { ScenarioResult } from './measure.ts';
import { compareWithBaseline, describeGoal, meetsGoal } from './goals.ts';

const COLUMNS = [
  ['what', -42],
  ['p50 ms', 9],
  ['p95 ms', 9],
  ['p99 ms', 9],
  ['per s', 9],
  ['first ms', 9],
  ['wait p50', 9],
  ['wait p95', 9],
  ['node ms', 9],
  ['pg ms', 9],
  ['load ms', 9],
  ['floor/s', 9],
  ['ratio', 7],
  ['meets', 7],
] as const;
const GOAL = '   goal';

export const formatHeader = (): string => row(COLUMNS.map(([name]) => name)) + GOAL;

export function formatRow(measured: ScenarioResult): string {
  const { name, goal, server, floor, firstMs, waiting, cpu } = measured;
  const words = describeGoal(goal);
  const times = compareWithBaseline(measured);
  return (
    row([
      name,
      formatNumber(server.p50),
      formatNumber(server.p95),
      formatNumber(server.p99),
      formatNumber(server.perSecond),
      formatNumber(firstMs),
      waiting ? formatNumber(waiting.p50) : '',
      waiting ? formatNumber(waiting.p95) : '',
      formatNumber(cpu.nodeMs),
      formatNumber(cpu.postgresMs),
      formatNumber(cpu.clientMs),
      floor ? formatNumber(floor.perSecond) : '',
      floor ? `${Math.round((server.perSecond / floor.perSecond) * 100)} %` : '',
      words ? goalMark(meetsGoal(measured)) : '',
    ]) +
    (words && `   ${words}`) +
    (times === undefined ? '' : ` (${times.toFixed(1)}×)`)
  );
}

/** A single figure without percentiles. */
export function formatFact(
  name: string,
  value: number,
  goal?: { limit: number; unit: string },
): string {
  const cells = [name, formatNumber(value), ...COLUMNS.slice(3).map(() => '')];
  if (!goal) return row(cells);
  return `${row([...cells, goalMark(value <= goal.limit)])}   ≤ ${goal.limit} ${goal.unit}`;
}

export const formatKinds = ({ kinds }: ScenarioResult): string =>
  kinds
    .slice(0, 3)
    .map(({ label, p95 }) => `${' '.repeat(4)}slowest: ${label}: p95 ${formatNumber(p95)} ms`)
    .join('\n');

export const formatFailures = ({
  count,
  asked: total,
  first,
}: NonNullable<ScenarioResult['failures']>): string =>
  `${' '.repeat(4)}failed: ${count} of ${total}, the first: ${first}`;

const goalMark = (holds: boolean): string => (holds ? 'yes' : 'NO');

const row = (cells: readonly string[]): string =>
  cells
    .map((cell, index) => {
      const width = COLUMNS[index]![1];
      return width < 0 ? cell.padEnd(-width) : cell.padStart(width);
    })
    .join('');

export function formatNumber(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
