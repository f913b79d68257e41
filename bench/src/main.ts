/**
 * `npm run bench`: what the product does in a second and how long one waits, beside the bare
 * database in the same run. Figures only: nothing here passes or fails.
 */
import path from 'node:path';
import { ABUSE_DAY, measureAbuseDay } from './abuse-day.ts';
import { type Arguments, USAGE, readArguments } from './arguments.ts';
import { measureBatches } from './batches.ts';
import { sizeFor } from './data-set/size.ts';
import { measureFirstLoad } from './first-load.ts';
import { growth, keepFigures } from './growth.ts';
import { openDataSet } from './keep-data-set.ts';
import { type Measured, measure } from './measure.ts';
import { writePlans } from './plans.ts';
import { type Product, startProduct } from './product.ts';
import type { Scenario } from './scenario.ts';
import { catalogues } from './scenarios/catalogue.ts';
import { doors } from './scenarios/doors.ts';
import { homes } from './scenarios/home.ts';
import { lists } from './scenarios/lists.ts';
import { records } from './scenarios/records.ts';
import { searches } from './scenarios/search.ts';
import { sales } from './scenarios/selling.ts';
import { trees } from './scenarios/tree.ts';
import { type Stage, setStage } from './stage.ts';
import { measureStart } from './starting.ts';
import { factRow, header, kindsRow, rowOf } from './table.ts';
import { watch } from './watchers.ts';

const scenarios: readonly Scenario[] = [
  ...lists,
  ...searches,
  ...homes,
  ...trees,
  ...records,
  ...doors,
  ...catalogues,
  ...sales,
];
const root = path.resolve(process.env.RAMAL_BENCH_DATA ?? './data-bench');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Without `--only` everything; what has a database of its own waits for no data set. */
async function run(asked: Arguments): Promise<void> {
  const isSpecial = asked.plans || asked.batches || asked.watchers > 0;
  const chosen = scenarios.filter(({ name }) => name.includes(asked.only));
  if (isSpecial || chosen.length > 0) await runOnDataSet(asked, chosen);
  if (!isSpecial && ABUSE_DAY.includes(asked.only)) await measureAbuseDay(say);
}

async function runOnDataSet(asked: Arguments, chosen: readonly Scenario[]): Promise<void> {
  const size = sizeFor(asked.lines);
  const kept = await openDataSet(root, size, say);
  const start = () =>
    startProduct({
      script: 'server/src/main.ts',
      dataFolder: kept.folder,
      firstPage: '/readyz',
      env: {
        RAMAL_CAPTCHA: 'off',
        RAMAL_ROLES: asked.watchers > 0 ? 'panel,player,worker' : 'panel,player',
      },
    });
  let product = await start();
  try {
    const stage = await setStage(kept, size, product);
    const restart = async () => {
      await product.stop();
      product = await start();
    };
    if (asked.batches) await measureBatches({ stage, kept, say });
    else if (asked.watchers > 0) await runWatchers(stage, asked, () => product.port, restart);
    else await runOn(stage, product, asked, chosen);
    await stage.close();
    if (asked.watchers === 0 && !asked.plans && !asked.batches)
      for (const row of await measureFirstLoad(product)) say(row);
  } finally {
    await product.stop();
    await kept.embedded.stop();
  }
  if (asked.only || asked.plans || asked.batches || asked.watchers > 0) return;
  for (const row of [...(await measureStart()), ...growth(root)]) say(row);
}

const runWatchers = (
  stage: Stage,
  asked: Arguments,
  port: () => number,
  restart: () => Promise<void>,
): Promise<void> =>
  watch({
    port,
    restart,
    say,
    pool: stage.pool,
    lines: stage.playing.slice(0, asked.watchers),
    seconds: asked.seconds,
  });

async function runOn(
  stage: Stage,
  product: Product,
  asked: Arguments,
  chosen: readonly Scenario[],
): Promise<void> {
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
