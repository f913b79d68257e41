/**
 * `npm run bench`: what the product does in a second and how long one waits, beside the bare
 * database in the same run. Figures only: nothing here passes or fails.
 */
import path from 'node:path';
import { USAGE, readArguments } from './arguments.ts';
import { sizeFor } from './data-set/size.ts';
import { openDataSet } from './keep-data-set.ts';
import { measure } from './measure.ts';
import { writePlans } from './plans.ts';
import { startProduct } from './product.ts';
import { doors } from './scenarios/doors.ts';
import { homes } from './scenarios/home.ts';
import { lists } from './scenarios/lists.ts';
import { searches } from './scenarios/search.ts';
import { sales } from './scenarios/selling.ts';
import { setStage } from './stage.ts';
import { measureStart } from './starting.ts';
import { factRow, header, kindsRow, rowOf } from './table.ts';

const scenarios = [...lists, ...searches, ...homes, ...doors, ...sales];
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function run({
  lines,
  seconds,
  only,
  plans,
}: ReturnType<typeof readArguments>): Promise<void> {
  const size = sizeFor(lines);
  const kept = await openDataSet(
    path.resolve(process.env.RAMAL_BENCH_DATA ?? './data-bench'),
    size,
    say,
  );
  try {
    const product = await startProduct({
      script: 'server/src/main.ts',
      dataFolder: kept.folder,
      firstPage: '/readyz',
      env: { RAMAL_CAPTCHA: 'off', RAMAL_ROLES: 'panel,player' },
    });
    try {
      const stage = await setStage(kept, size, product.port);
      const chosen = scenarios.filter(({ name }) => name.includes(only));
      if (plans) return await writePlans(stage, chosen, say);
      say(header());
      for (const scenario of chosen) {
        const measured = await measure(scenario, stage, seconds);
        say(rowOf(measured));
        if (measured.kinds.length > 1) say(kindsRow(measured));
      }
      say(factRow('memory after all this', product.memoryMb(), 500, 'MB'));
      await stage.close();
    } finally {
      await product.stop();
    }
  } finally {
    await kept.embedded.stop();
  }
  if (!only) for (const row of await measureStart()) say(row);
}

try {
  await run(readArguments(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n${USAGE}\n`);
  process.exitCode = 1;
}
