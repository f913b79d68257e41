/**
 * Prints each figure as a separate row, so that the progress of a long run is visible. Stores the
 * results.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';
import { measureFirstLoad } from '../../panel/first-load.ts';
import { print } from './print.ts';
import { type ScenarioResult, describeGoal, meetsGoal, baselineRatio } from './scenario.ts';

/** Name and width of each column. A negative width aligns to the left. */
export type Columns = readonly (readonly [name: string, width: number])[];

export const header = (columns: Columns): string =>
  row(
    columns,
    columns.map(([name]) => name),
  );

export const row = (columns: Columns, cells: readonly string[]): string =>
  cells
    .map((cell, index) => {
      const width = columns[index]![1];
      return width < 0 ? cell.padEnd(-width) : cell.padStart(width);
    })
    .join('');

const COLUMNS: Columns = [
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
];

export const printHeader = (): void => print(`${header(COLUMNS)}   goal`);

export function printResult(result: ScenarioResult): void {
  const { name, goal, server, floor, firstMs, waiting, cpu, kinds, failures } = result;
  const words = describeGoal(goal);
  const times = baselineRatio(result);
  const numbers = [server.p50, server.p95, server.p99, server.perSecond, firstMs];
  const cells = [
    name,
    ...numbers.map(formatNumber),
    ...[waiting?.p50, waiting?.p95].map((ms) => (ms === undefined ? '' : formatNumber(ms))),
    ...[cpu.nodeMs, cpu.postgresMs, cpu.clientMs].map(formatNumber),
    floor ? formatNumber(floor.perSecond) : '',
    floor ? `${Math.round((server.perSecond / floor.perSecond) * 100)} %` : '',
    words && goalMark(meetsGoal(result)),
  ];
  const baseline = times === undefined ? '' : ` (${times.toFixed(1)}×)`;
  print(row(COLUMNS, cells) + (words && `   ${words}`) + baseline);
  if (kinds.length > 1)
    for (const { label, p95 } of kinds.slice(0, 3))
      print(`    slowest: ${label}: p95 ${formatNumber(p95)} ms`);
  const { count, asked: total, first } = failures;
  if (count > 0) print(`    failed: ${count} of ${total}, the first: ${first}`);
}

/** Prints a single figure without percentiles. */
export function printFigure(name: string, value: number, limit?: number, unit = 'ms'): void {
  const cells = [name, formatNumber(value), ...COLUMNS.slice(3).map(() => '')];
  if (limit === undefined) print(row(COLUMNS, cells));
  else print(`${row(COLUMNS, [...cells, goalMark(value <= limit)])}   ≤ ${limit} ${unit}`);
}

/**
 * Prints the compressed sizes of the scripts that a phone loads: before the sign-in, and until its
 * first list.
 */
export function printFirstLoad(): void {
  const { beforeSignIn, toTheList } = measureFirstLoad();
  printFigure('panel, scripts before sign-in, gzip (kB)', beforeSignIn, 180, 'kB');
  printFigure('panel, scripts to the first list, gzip (kB)', toTheList, 280, 'kB');
}

const goalMark = (holds: boolean): string => (holds ? 'yes' : 'NO');

export function formatNumber(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

interface Results {
  readonly at: string;
  readonly lines: number;
  readonly seconds: number;
  readonly machine: { readonly cores: number; readonly memoryGb: number; readonly node: string };
  /** Memory in megabytes after all scenarios. */
  readonly memoryMb: number;
  readonly measured: readonly ScenarioResult[];
}

/** Stores the figures of a complete run. Returns the path of the file. */
export function storeResults(root: string, run: Omit<Results, 'at' | 'machine'>): string {
  const at = new Date().toISOString();
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  const machine = { cores: availableParallelism(), memoryGb, node: process.version };
  const file = path.join(root, `results-${run.lines}-${at.replace(/[:.]/g, '-')}.json`);
  writeFileSync(file, JSON.stringify({ at, ...run, machine }, null, 2));
  return file;
}

const COMPARED: readonly (readonly [string, (result: ScenarioResult) => number | undefined])[] = [
  ['p50 ms', ({ server }) => server.p50],
  ['p95 ms', ({ server }) => server.p95],
  ['wait p95', ({ waiting }) => waiting?.p95],
  ['processor ms', ({ cpu }) => cpu.nodeMs + cpu.postgresMs + cpu.clientMs],
  ['of floor %', ({ server, floor }) => floor && (server.perSecond / floor.perSecond) * 100],
];
const COMPARED_COLUMNS: Columns = [['', -42], ...COMPARED.map(([name]) => [name, 26] as const)];

/** Prints one row for each scenario that both runs contain: before, after, and the ratio. */
export function compareFiles(files: readonly string[]): void {
  const [before, after] = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Results);
  const previous = new Map(before!.measured.map((result) => [result.name, result]));
  print([before!, after!].map(describeRun).join('  →  '));
  print(header(COMPARED_COLUMNS));
  for (const now of after!.measured) {
    const then = previous.get(now.name);
    if (!then) continue;
    const pairs = COMPARED.map(([, figure]) => formatPair(figure(then), figure(now)));
    print(row(COMPARED_COLUMNS, [now.name, ...pairs]));
  }
}

const describeRun = ({ at, lines, machine }: Results): string =>
  `${at} (${lines} lines, ${machine.cores} cores, Node ${machine.node})`;

function formatPair(then: number | undefined, now: number | undefined): string {
  if (then === undefined || now === undefined) return '';
  const [before, after] = [then, now].map((value) => value.toFixed(value >= 100 ? 0 : 1));
  return `${before} → ${after} (${(now / then).toFixed(2)}×)`;
}
