/** Stores the figures of a complete run in a file, and compares two files. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';
import type { ScenarioResult } from './measure.ts';

export interface Results {
  readonly at: string;
  readonly lines: number;
  readonly seconds: number;
  readonly machine: { readonly cores: number; readonly memoryGb: number; readonly node: string };
  /** Memory after all scenarios. */
  readonly memoryMb: number;
  readonly measured: readonly ScenarioResult[];
}

const PREFIX = 'results-';

export function storeResults(
  root: string,
  run: Pick<Results, 'lines' | 'seconds' | 'memoryMb' | 'measured'>,
): string {
  const at = new Date().toISOString();
  const results: Results = {
    at,
    ...run,
    machine: {
      cores: availableParallelism(),
      memoryGb: Math.round(totalmem() / 2 ** 30),
      node: process.version,
    },
  };
  const file = path.join(root, `${PREFIX}${run.lines}-${at.replace(/[:.]/g, '-')}.json`);
  writeFileSync(file, JSON.stringify(results, null, 2));
  return file;
}

export const readResults = (file: string): Results =>
  JSON.parse(readFileSync(file, 'utf8')) as Results;

/** The last run of each size, the smallest first. */
export function lastOfEachSize(root: string): Results[] {
  if (!existsSync(root)) return [];
  const bySize = new Map<number, Results>();
  for (const name of readdirSync(root).toSorted()) {
    if (!name.startsWith(PREFIX)) continue;
    const results = readResults(path.join(root, name));
    bySize.set(results.lines, results);
  }
  return [...bySize.values()].toSorted((a, b) => a.lines - b.lines);
}

const WIDE = 42;

/** Returns a row for each scenario in both runs: before, after, and the ratio. */
export function compareResults(before: Results, after: Results): string[] {
  const previous = new Map(before.measured.map((result) => [result.name, result]));
  const rows = after.measured.flatMap((now) => {
    const then = previous.get(now.name);
    return then ? [[now.name.padEnd(WIDE), ...pairs(then, now)].join('')] : [];
  });
  const names = ['p50 ms', 'p95 ms', 'wait p95', 'processor ms', 'of floor %'];
  return [
    `${describe(before)}  →  ${describe(after)}`,
    [''.padEnd(WIDE), ...names.map((name) => name.padStart(26))].join(''),
    ...rows,
  ];
}

const describe = ({ at, lines, machine }: Results): string =>
  `${at} (${lines} lines, ${machine.cores} cores, Node ${machine.node})`;

const pairs = (then: ScenarioResult, now: ScenarioResult): string[] =>
  [
    ({ server }: ScenarioResult) => server.p50,
    ({ server }: ScenarioResult) => server.p95,
    ({ waiting }: ScenarioResult) => waiting?.p95,
    ({ cpu }: ScenarioResult) => cpu.nodeMs + cpu.postgresMs + cpu.clientMs,
    ofFloor,
  ].map((figure) => pair(figure(then), figure(now)).padStart(26));

const ofFloor = ({ server, floor }: ScenarioResult): number | undefined =>
  floor && (server.perSecond / floor.perSecond) * 100;

function pair(then: number | undefined, now: number | undefined): string {
  if (then === undefined || now === undefined) return '';
  return `${short(then)} → ${short(now)} (${(now / then).toFixed(2)}×)`;
}

const short = (value: number): string => value.toFixed(value >= 100 ? 0 : 1);
