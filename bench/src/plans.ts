/** Writes what PostgreSQL does for each reading scenario into `bench/plans` (never committed). */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Sql } from 'sql-template-tag';
import type { Reader } from '../../server/src/foundation/database.ts';
import type { Scenario } from './scenario.ts';
import type { Stage } from './stage.ts';

const folder = path.resolve(import.meta.dirname, '../plans');
/** Enough to meet every kind of view a scenario has. */
const TURNS = 60;

export async function writePlans(
  stage: Stage,
  scenarios: readonly Scenario[],
  say: (line: string) => void,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const { name, floor } of scenarios) {
    const plans = new Map<string, { millis: number; text: string }>();
    const db = { ...stage.floor.db, ...explaining(stage.floor.db, plans) };
    const work = floor?.({ ...stage, floor: { ...stage.floor, db } });
    if (!work) continue;
    for (let turn = 0; turn < TURNS; turn += 1) await work(turn);
    if (plans.size === 0) continue;
    const slowestFirst = [...plans.values()].toSorted((a, b) => b.millis - a.millis);
    const file = path.join(folder, `${name.replace(/[^\p{L}\p{N}]+/gu, '-')}.txt`);
    writeFileSync(file, slowestFirst.map(({ text }) => text).join('\n\n'));
    say(`${file}: ${plans.size} plans, the slowest ${slowestFirst[0]!.millis.toFixed(1)} ms`);
  }
}

type Plans = Map<string, { millis: number; text: string }>;

/** A reader that has each statement explained before it is answered; of the same text the slowest plan is kept. */
function explaining(reader: Reader, plans: Plans): Reader {
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
    many: async <Row>(query: Sql, name?: string) => {
      await explain(query);
      return reader.many<Row>(query, name);
    },
    first: async <Row>(query: Sql, name?: string) => {
      await explain(query);
      return reader.first<Row>(query, name);
    },
  };
}
