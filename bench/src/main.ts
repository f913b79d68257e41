/**
 * `npm run bench`: measures throughput and response times of the server, and of the database
 * without the server. Prints figures, but has no limits, so a run cannot fail.
 */
import path from 'node:path';
import { openDataSet } from './data-set/open.ts';
import { createFixture } from './fixture.ts';
import { type BenchOptions, USAGE, parseOptions } from './options.ts';
import { compareFiles } from './report.ts';
import type { Run } from './run.ts';
import { ABUSE_DAY, measureAbuseDay } from './runs/abuse.ts';
import { attack } from './runs/attack.ts';
import { backup } from './runs/backup.ts';
import { batches } from './runs/batches.ts';
import { boxes } from './runs/boxes.ts';
import { lineExport } from './runs/export.ts';
import { plans } from './runs/plans.ts';
import { measureProcesses } from './runs/processes.ts';
import { selectedScenarios, throughput } from './runs/scenarios.ts';
import { measureStart } from './runs/start.ts';
import { measureUpgrade } from './runs/upgrade.ts';
import { visitors } from './runs/visitors.ts';
import { watchers } from './runs/watchers.ts';
import { measureScreens } from './screens/screens.ts';
import { startServer } from './server.ts';

const root = path.resolve(process.env.RAMAL_BENCH_DATA ?? './data-bench');

/** Runs that replace the scenarios. The option with the same name starts a run. */
const runs = { plans, batches, attack, backup, export: lineExport, watchers, boxes, visitors };

async function measure(options: BenchOptions): Promise<void> {
  if (options.compare) return compareFiles(options.files);
  if (options.screens || options.pictures)
    return measureScreens(options, path.join(root, 'screens'));
  if (options.upgrade) return measureUpgrade(options, root);
  if (options.processes > 0) return measureProcesses(options, root);
  const option = (Object.keys(runs) as (keyof typeof runs)[]).find((name) => options[name]);
  if (option) return measureOnDataSet(options, runs[option]);
  if (selectedScenarios(options).length > 0) await measureOnDataSet(options, throughput);
  if (!options.only) await measureStart();
  // The measurement of sharing detection has its own database, so it needs no data set.
  if (ABUSE_DAY.includes(options.only)) await measureAbuseDay();
}

async function measureOnDataSet(
  options: BenchOptions,
  { roles = 'panel,player,worker', env, settings, run }: Run,
): Promise<void> {
  const dataSet = await openDataSet(root, options.lines, settings);
  const start = () =>
    startServer({
      dataFolder: dataSet.folder,
      env: { RAMAL_CAPTCHA: 'off', RAMAL_ROLES: roles, ...env },
    });
  let server = await start();
  const restart = async () => {
    await server.stop();
    server = await start();
    return server;
  };
  try {
    const fixture = await createFixture(dataSet, server, options.seconds);
    await run({ fixture, dataSet, server, restart, options, root });
    await fixture.close();
  } finally {
    await server.stop();
    await dataSet.embedded.stop();
  }
}

try {
  await measure(parseOptions(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n${USAGE}\n`);
  process.exitCode = 1;
}
