/**
 * `npm run bench -- --plans`: writes the query plans of each scenario into `bench/plans`, which is
 * never committed. PostgreSQL logs the plan of every statement. The slowest plan of each statement
 * text is stored.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect } from '../http.ts';
import { print } from '../print.ts';
import type { Run } from '../run.ts';
import { selectedScenarios } from './scenarios.ts';

const folder = path.resolve(import.meta.dirname, '../../plans');
/** Number of calls per scenario, which is enough to call every kind of view. */
const CALLS = 60;

export const plans: Run = {
  roles: 'panel,player',
  settings: {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
  },
  run: async ({ fixture, dataSet, options }) => {
    const log = path.join(dataSet.folder, 'postgres', 'postgres.log');
    mkdirSync(folder, { recursive: true });
    const { send, close } = connect([fixture.port], 1);
    for (const { name, server } of selectedScenarios(options)) {
      const work = await server(fixture, send);
      const before = statSync(log).size;
      for (let n = 0; n < CALLS; n += 1) await work(n);
      const slowestFirst = readPlans(readFileSync(log).toString('utf8', before));
      if (slowestFirst.length === 0) continue;
      const file = path.join(folder, `${name.replace(/[^\p{L}\p{N}]+/gu, '-')}.txt`);
      writeFileSync(file, slowestFirst.map(({ text }) => text).join('\n\n'));
      const slowest = slowestFirst[0]!.millis.toFixed(1);
      print(`${file}: ${slowestFirst.length} plans, the slowest ${slowest} ms`);
    }
    close();
  },
};

/** Returns the slowest plan of each statement in the log, the slowest first. */
function readPlans(log: string): { millis: number; text: string }[] {
  const byStatement = new Map<string, { millis: number; text: string }>();
  for (const [, duration, text] of log.matchAll(/duration: ([\d.]+) ms {2}plan:\n((?:\t.*\n)+)/g)) {
    const millis = Number(duration);
    const [statement = ''] = text!.split(/\n\t(?:Query Parameters:|.*\(cost=)/);
    if (millis >= (byStatement.get(statement)?.millis ?? 0))
      byStatement.set(statement, { millis, text: text! });
  }
  return [...byStatement.values()].toSorted((a, b) => b.millis - a.millis);
}
