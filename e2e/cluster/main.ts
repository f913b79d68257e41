/**
 * `npm run test:cluster [-- --only PATTERN]`: tests the cluster of `deploy/ha` on three machines.
 * Clients sell, pay and watch while one fault happens after the other. Exits with 1 if an act with
 * a response was lost or happened twice.
 */
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startMercadoPago } from '../../server/test/mercado-pago.ts';
import { ACCOUNT_PASSWORD, createAccounts } from './clients/accounts.ts';
import { type Televisions, watch } from './clients/televisions.ts';
import { type Trade, openTrade } from './clients/trade.ts';
import { compare, readLastEntry } from './compare.ts';
import { type Cluster, startCluster } from './machines/cluster.ts';
import { countLogLines } from './log-lines.ts';
import { type Row, printTable } from './table.ts';
import { type Scenario, scenarios } from './scenarios.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const base = path.join(os.tmpdir(), 'ramal-cluster');
const TELEVISIONS = 12;
/**
 * Number of acts that the clients complete before each fault. They complete the same number again
 * afterwards.
 */
const ACTS = 60;
const QUIET_MS = 2_000;

interface Test {
  readonly cluster: Cluster;
  readonly trade: Trade;
  readonly televisions: Televisions;
  readonly lastEntry: number;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error);
  console.error(`Logs: ${path.join(base, 'logs')}`);
  process.exitCode = 1;
}
// The exit of this process ends the namespace with all of its processes.
process.exit();

async function main(): Promise<number> {
  const provider = await startMercadoPago('0.0.0.0');
  const start = performance.now();
  const cluster = await startCluster({
    base,
    tools: process.env.RAMAL_CLUSTER_TOOLS!,
    env: {
      RAMAL_CAPTCHA: 'off',
      RAMAL_LOG: 'warn',
      RAMAL_ADMIN_PASSWORD: ACCOUNT_PASSWORD,
      RAMAL_PROBE_REFERENCES: '',
      RAMAL_MERCADO_PAGO_URL: provider.url.replace('127.0.0.1', '10.0.0.1'),
    },
  });
  console.log(`The cluster serves after ${seconds(performance.now() - start)} s.`);
  const accounts = await createAccounts(provider);
  const lastEntry = await readLastEntry((await cluster.leader()).databaseUrl('ramal'));
  const trade = openTrade(accounts, provider);
  trade.resume();
  await trade.untilDone(ACTS * 2);
  await trade.pause();
  const televisions = watch(trade.lines.slice(0, TELEVISIONS));
  const test = { cluster, trade, televisions, lastEntry };
  const rows: Row[] = [];
  for (const scenario of scenarios.filter(({ name }) => new RegExp(values.only).test(name)))
    rows.push(await runScenario(test, scenario));
  await televisions.stop();
  printTable(rows);
  const { acts, payments } = trade;
  console.log(
    `${acts.length} sales and extensions, ${payments.size} payments, ` +
      `${televisions.received()} playlists and segments, ${televisions.refused()} refused.`,
  );
  const failed = rows.filter(({ problems }) => problems.length > 0);
  for (const { name, problems } of failed) console.log(`${name}:\n  ${problems.join('\n  ')}`);
  console.log(`\n${rows.length - failed.length} passed, ${failed.length} failed`);
  return failed.length > 0 || rows.length === 0 ? 1 : 0;
}

async function runScenario(test: Test, { name, run, stopsSelling }: Scenario): Promise<Row> {
  const { cluster, trade, televisions } = test;
  await cluster.untilHealthy();
  trade.resume();
  await trade.untilDone(ACTS);
  await pause(QUIET_MS);
  const logged = countLogLines(base);
  const rejected = trade.rejections.length;
  const since = performance.now();
  const world = { cluster, base, untilDone: (more: number) => trade.untilDone(more) };
  const heal = await run(world);
  if (stopsSelling) await heal?.();
  await trade.untilDone(ACTS);
  const recovered = performance.now();
  await pause(QUIET_MS);
  if (!stopsSelling) await heal?.();
  await cluster.untilHealthy();
  const whole = performance.now();
  await trade.untilDone(ACTS);
  await trade.pause();
  const { lost, doubled, broken } = await compare(cluster, trade, test.lastEntry);
  const row: Row = {
    name,
    sellingStoppedMs: longestPause(trade.answeredAt, since),
    watchingStoppedMs: televisions.longestWait(since),
    wholeAfterMs: whole - since,
    acts: trade.answeredAt.filter((at) => at >= since && at <= recovered).length,
    logLines: countLogLines(base) - logged,
    lost: lost.length,
    doubled: doubled.length,
    problems: [
      ...lost.slice(0, 5).map((each) => `lost: ${each}`),
      ...doubled.slice(0, 5).map((each) => `doubled: ${each}`),
      ...broken,
      ...trade.rejections.slice(rejected).slice(0, 5),
    ],
  };
  printTable([row]);
  return row;
}

/** Returns the longest time without a response after the moment `since`. */
function longestPause(answeredAt: readonly number[], since: number): number {
  const times = [since, ...answeredAt.filter((at) => at >= since)];
  return Math.max(0, ...times.slice(1).map((at, index) => at - times[index]!));
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
