/**
 * `npm run bench`: what the product does in a second and how long one waits, beside the bare
 * database in the same run. Figures only: nothing here passes or fails.
 */
import path from 'node:path';
import { type Arguments, USAGE, readArguments } from './arguments.ts';
import { sizeFor } from './data-set/size.ts';
import { growth, keepFigures } from './growth.ts';
import { openDataSet } from './keep-data-set.ts';
import { type Measured, measure } from './measure.ts';
import { writePlans } from './plans.ts';
import { type Product, startProduct } from './product.ts';
import type { Scenario } from './scenario.ts';
import { doors } from './scenarios/doors.ts';
import { homes } from './scenarios/home.ts';
import { lists } from './scenarios/lists.ts';
import { searches } from './scenarios/search.ts';
import { sales } from './scenarios/selling.ts';
import { type Stage, setStage } from './stage.ts';
import { measureStart } from './starting.ts';
import { factRow, header, kindsRow, rowOf } from './table.ts';

const scenarios: readonly Scenario[] = [...lists, ...searches, ...homes, ...doors, ...sales];
const root = path.resolve(process.env.RAMAL_BENCH_DATA ?? './data-bench');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(asked: Arguments): Promise<void> {
  const size = sizeFor(asked.lines);
  const kept = await openDataSet(root, size, say);
  try {
    const product = await startProduct({
      script: 'server/src/main.ts',
      dataFolder: kept.folder,
      firstPage: '/readyz',
      env: { RAMAL_CAPTCHA: 'off', RAMAL_ROLES: 'panel,player' },
    });
    try {
      const stage = await setStage(kept, size, product);
      await runOn(stage, product, asked);
      await stage.close();
    } finally {
      await product.stop();
    }
  } finally {
    await kept.embedded.stop();
  }
  if (asked.only || asked.plans) return;
  for (const row of [...(await measureStart()), ...growth(root)]) say(row);
}

async function runOn(stage: Stage, product: Product, asked: Arguments): Promise<void> {
  const chosen = scenarios.filter(({ name }) => name.includes(asked.only));
  if (asked.plans) return writePlans(stage, chosen, say);
  say(header());
  const all: Measured[] = [];
  for (const scenario of chosen) {
    const measured = await measure(scenario, stage, asked.seconds);
    all.push(measured);
    say(rowOf(measured));
    if (measured.kinds.length > 1) say(kindsRow(measured));
  }
  say(factRow('memory after all this (MB)', product.memoryMb()));
  if (!asked.only) keepFigures(root, asked.lines, all);
}

try {
  await run(readArguments(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n${USAGE}\n`);
  process.exitCode = 1;
}
