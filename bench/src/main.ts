/**
 * `npm run bench`: throughput and response times of the server and of the bare database in the same
 * run. It prints figures and never passes or fails.
 */
import path from 'node:path';
import { ABUSE_DAY, measureAbuseDay } from './sharing-day.ts';
import { type BenchOptions, USAGE, parseOptions } from './options.ts';
import { ATTACK_ENV, measureAttack } from './attack.ts';
import { measureBackup } from './backup.ts';
import { measureBatches } from './batches.ts';
import { measureExport } from './export.ts';
import { sizeFor } from './data-set/size.ts';
import { describeFirstLoad } from './first-load.ts';
import { openDataSet } from './open-data-set.ts';
import { writePage } from './page.ts';
import { compareResults, readResults, storeResults } from './results.ts';
import { type ScenarioResult, measure } from './measure.ts';
import { writeQueryPlans } from './query-plans.ts';
import { type ServerProcess, startServer } from './server.ts';
import type { Scenario } from './scenario.ts';
import { catalogueScenarios } from './scenarios/catalogue.ts';
import { logins } from './scenarios/logins.ts';
import { homeScenarios } from './scenarios/home.ts';
import { listScenarios } from './scenarios/lists.ts';
import { recordScenarios } from './scenarios/records.ts';
import { searchScenarios } from './scenarios/search.ts';
import { saleScenarios } from './scenarios/selling.ts';
import { treeScenarios } from './scenarios/tree.ts';
import { type Fixture, createFixture } from './fixture.ts';
import { measureScale } from './scale/scale.ts';
import { measureScreens } from './screens/screens.ts';
import { measureStart } from './start-time.ts';
import { formatFact, formatFailures, formatHeader, formatKinds, formatRow } from './table.ts';
import { measureWatchers } from './watchers.ts';

const scenarios: readonly Scenario[] = [
  ...listScenarios,
  ...searchScenarios,
  ...homeScenarios,
  ...treeScenarios,
  ...recordScenarios,
  ...logins,
  ...catalogueScenarios,
  ...saleScenarios,
];
const root = path.resolve(process.env.RAMAL_BENCH_DATA ?? './data-bench');
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Runs everything without `--only`. Sharing detection has a separate database and needs no data
 * set.
 */
async function run(options: BenchOptions): Promise<void> {
  if (options.compare) return compareFiles(options.compare);
  if (options.screens || options.pictures)
    return measureScreens(options, path.join(root, 'screens'), print);
  if (options.processes > 0) return measureScale(options, root, print);
  const isSpecial = isAlone(options);
  const selected = scenarios.filter(({ name }) => name.includes(options.only));
  if (isSpecial || selected.length > 0) await runOnDataSet(options, selected);
  if (!isSpecial && ABUSE_DAY.includes(options.only)) await measureAbuseDay(print);
}

/** True if only one thing is measured. */
const isAlone = (options: BenchOptions): boolean =>
  options.plans ||
  options.batches ||
  options.attack ||
  options.backup ||
  options.export ||
  options.watchers > 0;

function compareFiles([before, after]: readonly [string, string]): void {
  for (const row of compareResults(readResults(before), readResults(after))) print(row);
}

async function runOnDataSet(options: BenchOptions, selected: readonly Scenario[]): Promise<void> {
  const size = sizeFor(options.lines);
  const dataSet = await openDataSet(root, size, print);
  const start = () =>
    startServer({
      script: 'scripts/start.mjs',
      dataFolder: dataSet.folder,
      firstPage: '/readyz',
      env: {
        // The human verification is off if no sign-in is measured.
        RAMAL_CAPTCHA: isAlone(options) ? 'off' : 'altcha',
        ...(options.attack ? ATTACK_ENV : {}),
        // The batches start their own worker, which is killed.
        RAMAL_ROLES: options.batches ? 'panel,player' : 'panel,player,worker',
      },
    });
  let server = await start();
  try {
    const fixture = await createFixture(dataSet, size, server, options.seconds);
    const restart = async () => {
      await server.stop();
      server = await start();
    };
    if (options.batches) await measureBatches({ fixture, dataSet, print });
    else if (options.attack) await measureAttack({ fixture, seconds: options.seconds, print });
    else if (options.backup) await measureBackup({ fixture, dataSet, server, print });
    else if (options.export) await measureExport({ fixture, dataSet, server, print });
    else if (options.watchers > 0) await runWatchers(fixture, options, () => server.port, restart);
    else await runOn(fixture, server, options, selected);
    await fixture.close();
    if (!isAlone(options)) for (const row of describeFirstLoad()) print(row);
  } finally {
    await server.stop();
    await dataSet.embedded.stop();
  }
  if (options.only || isAlone(options)) return;
  for (const row of await measureStart()) print(row);
}

const runWatchers = (
  fixture: Fixture,
  options: BenchOptions,
  port: () => number,
  restart: () => Promise<void>,
): Promise<void> =>
  measureWatchers({
    port,
    restart,
    print,
    pool: fixture.pool,
    lines: fixture.playing.slice(0, options.watchers),
    seconds: options.seconds,
  });

async function runOn(
  fixture: Fixture,
  server: ServerProcess,
  options: BenchOptions,
  selected: readonly Scenario[],
): Promise<void> {
  if (options.plans) return writeQueryPlans(fixture, selected, print);
  print(formatHeader());
  const all: ScenarioResult[] = [];
  for (const scenario of selected) {
    const measured = await measureOr(scenario, fixture, options.seconds);
    if (!measured) continue;
    all.push(measured);
    print(formatRow(measured));
    if (measured.kinds.length > 1) print(formatKinds(measured));
    if (measured.failures?.count) print(formatFailures(measured.failures));
  }
  const memoryMb = server.memoryMb();
  print(formatFact('memory after all this (MB)', memoryMb, { limit: 400, unit: 'MB' }));
  if (options.only) return;
  const { lines, seconds } = options;
  print(`The figures: ${storeResults(root, { lines, seconds, memoryMb, measured: all })}`);
  print(`How they grow: ${writePage(root)}`);
}

/**
 * Reports a scenario that cannot start and skips it, so that the results of the others are not
 * lost.
 */
async function measureOr(
  scenario: Scenario,
  fixture: Fixture,
  seconds: number,
): Promise<ScenarioResult | undefined> {
  try {
    return await measure(scenario, fixture, seconds);
  } catch (error) {
    print(
      `${scenario.name}: not measured: ${error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  }
}

try {
  await run(parseOptions(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n${USAGE}\n`);
  process.exitCode = 1;
}
