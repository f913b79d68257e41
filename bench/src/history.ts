/** Stores the figures of the last complete run of each size and compares two sizes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Measured } from './measure.ts';

const SMALL = 100_000;
const LARGE = 1_000_000;
const MOST = 1.5;

type P95ByScenario = Record<string, number>;

const fileFor = (root: string, lines: number): string => path.join(root, `figures-${lines}.json`);

export function storeFigures(root: string, lines: number, measured: readonly Measured[]): void {
  const p95s: P95ByScenario = Object.fromEntries(
    measured.map(({ name, server }) => [name, server.p95]),
  );
  writeFileSync(fileFor(root, lines), JSON.stringify(p95s, null, 2));
}

/** Lists the scenarios that got slower than the goal allows from the small size to the large. */
export function compareSizes(root: string): string[] {
  const [small, large] = [SMALL, LARGE].map((lines) => read(fileFor(root, lines)));
  if (!small || !large) return [];
  const grown = Object.entries(large).flatMap(([name, p95]) => {
    const times = p95 / (small[name] ?? Number.NaN);
    return times > MOST ? [`    ${name}: ${times.toFixed(1)} times`] : [];
  });
  const head = `From ${SMALL} to ${LARGE} lines, by the last whole run of each, p95 over ${MOST} times:`;
  return [head, ...(grown.length > 0 ? grown : ['    none'])];
}

const read = (file: string): P95ByScenario | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as P95ByScenario) : undefined;
