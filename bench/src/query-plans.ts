/** Writes the query plans of each reading scenario into `bench/plans` (never committed). */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Sql } from 'sql-template-tag';
import type { Plan, Reader } from '../../server/src/foundation/database.ts';
import type { Scenario } from './scenario.ts';
import type { Fixture } from './fixture.ts';

const folder = path.resolve(import.meta.dirname, '../plans');
/** Enough calls to reach every kind of view of a scenario. */
const CALLS = 60;

export async function writeQueryPlans(
  fixture: Fixture,
  scenarios: readonly Scenario[],
  print: (line: string) => void,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const { name, direct } of scenarios) {
    const plans = new Map<string, { millis: number; text: string }>();
    const db = { ...fixture.app.db, ...explainQueries(fixture.app.db, plans) };
    const work = direct?.({ ...fixture, app: { ...fixture.app, db } });
    if (!work) continue;
    for (let n = 0; n < CALLS; n += 1) await work(n);
    if (plans.size === 0) continue;
    const slowestFirst = [...plans.values()].toSorted((a, b) => b.millis - a.millis);
    const file = path.join(folder, `${name.replace(/[^\p{L}\p{N}]+/gu, '-')}.txt`);
    writeFileSync(file, slowestFirst.map(({ text }) => text).join('\n\n'));
    print(`${file}: ${plans.size} plans, the slowest ${slowestFirst[0]!.millis.toFixed(1)} ms`);
  }
}

type Plans = Map<string, { millis: number; text: string }>;

/**
 * Wraps a reader so that each statement is explained before it runs. The slowest plan per text is
 * kept.
 */
function explainQueries(reader: Reader, plans: Plans): Reader {
  const explain = async (query: Sql): Promise<void> => {
    const lines = await reader.many<{ 'QUERY PLAN': string }>({
      text: `explain (analyze, buffers) ${query.text}`,
      values: query.values,
    } as Sql);
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
    const millis = Number(/Execution Time: ([\d.]+)/.exec(plan)?.[1]);
    if (millis < (plans.get(query.text)?.millis ?? 0)) return;
    const text = `${query.text}\n-- ${JSON.stringify(query.values)}\n${plan}`;
    plans.set(query.text, { millis, text });
  };
  return {
    many: async <Row>(query: Sql, prepare?: Plan) => {
      await explain(query);
      return reader.many<Row>(query, prepare);
    },
    first: async <Row>(query: Sql, prepare?: Plan) => {
      await explain(query);
      return reader.first<Row>(query, prepare);
    },
  };
}
