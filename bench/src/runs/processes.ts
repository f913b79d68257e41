/**
 * `npm run bench -- --processes 3`: starts three panel and three player processes on one
 * PostgreSQL, and sends requests to them in rotation. No worker runs, because its jobs would change
 * the measurements. All processes share this machine, so compare two runs by the processor time per
 * request. The requests per second only show when the processors are fully used.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { EmbeddedPostgres } from '../../../server/src/foundation/postgres/embedded.ts';
import { PRIMARY_SETTINGS, startReplica } from '../../../server/test/replica.ts';
import { openDataSet } from '../data-set/open.ts';
import { type Fixture, createFixture } from '../fixture.ts';
import { connect } from '../http.ts';
import { summarizeRounds, runClients, sum } from '../load.ts';
import { runRounds } from '../measure.ts';
import type { BenchOptions } from '../options.ts';
import { print } from '../print.ts';
import { type Columns, printFigure, formatNumber, header, row } from '../report.ts';
import type { Scenario } from '../scenario.ts';
import { type ServerProcess, benchCpuMs, cpuMs, startServer } from '../server.ts';
import { scenarios } from './scenarios.ts';

/** Names of the measured scenarios, which represent each kind of request. */
const PANEL = [
  'own 10,000: first page',
  'search own: mixed',
  'create an official line',
  'create an official line, one hot owner',
  'log: a month of a large tree',
  'movements: searched',
  'statement: a large tree',
];
const PLAYER = ['player login, 64 clients', 'watch heartbeat (HLS refresh)'];

/** Maximum number of simultaneous requests per process. A process rejects more. */
const MAX_CLIENTS = 64;

const COLUMNS: Columns = [
  ['scenario', -42],
  ...['per s', 'p95 ms', 'node ms', 'pg ms', 'repl. ms', 'load ms', 'WAL kB'].map(
    (name) => [name, 9] as const,
  ),
];

export async function measureProcesses(options: BenchOptions, root: string): Promise<void> {
  const { lines, seconds, only, processes: number } = options;
  const dataSet = await openDataSet(root, lines, PRIMARY_SETTINGS);
  const { folder, embedded } = dataSet;
  const panels: ServerProcess[] = [];
  const players: ServerProcess[] = [];
  let replica: EmbeddedPostgres | undefined;
  try {
    if (options.replica) replica = await createReplica(folder, embedded);
    const env = {
      RAMAL_CAPTCHA: 'off',
      DATABASE_URL: embedded.ownerUrl,
      ...(replica && { DATABASE_REPLICA_URL: replica.ownerUrl }),
    };
    for (let n = 0; n < number; n += 1) {
      panels.push(await startServer({ dataFolder: folder, env: { ...env, RAMAL_ROLES: 'panel' } }));
      players.push(
        await startServer({ dataFolder: folder, env: { ...env, RAMAL_ROLES: 'player' } }),
      );
    }
    const all = [...panels, ...players];
    const fixture = await createFixture(dataSet, panels[0]!, seconds);
    const readUsage = () => readResourceUsage(fixture, all, replica);
    print(header(COLUMNS));
    for (const { names, servers } of [
      { names: PANEL, servers: panels },
      { names: PLAYER, servers: players },
    ])
      for (const name of names.filter((each) => each.includes(only))) {
        const scenario = scenarios.find((each) => each.name === name)!;
        await printRow(scenario, fixture, servers, readUsage);
      }
    const { rows } = await fixture.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database()`,
    );
    printFigure('database connections, including those of the bench', rows[0]!.count);
    printFigure('memory of all processes (MB)', sum(all.map((server) => server.memoryMb())));
    await fixture.close();
  } finally {
    for (const server of [...panels, ...players]) await server.stop();
    await replica?.stop();
    await embedded.stop();
  }
}

async function printRow(
  { name, clients: most, server }: Scenario,
  fixture: Fixture,
  servers: readonly ServerProcess[],
  readUsage: () => Promise<number[]>,
): Promise<void> {
  const { seconds } = fixture;
  const ports = servers.map(({ port }) => port);
  const clients = Math.min(most, MAX_CLIENTS);
  const { send, close } = connect(ports, clients);
  try {
    const work = await server(fixture, send);
    // Warms up the processes, because each process compiles its code separately.
    await runClients(clients, (ports.length * seconds) / 2, work);
    const { rounds, spent } = await runRounds({ clients, seconds, work }, readUsage);
    const { perSecond, p95 } = summarizeRounds(rounds);
    print(row(COLUMNS, [name, ...[perSecond, p95, ...spent].map(formatNumber)]));
  } finally {
    close();
  }
}

/**
 * Reads the processor time of the servers, PostgreSQL, the replica and the bench. Also reads the
 * size of the write-ahead log. The values have the order of the columns from `node ms` to `WAL kB`.
 */
async function readResourceUsage(
  { pids, pool }: Fixture,
  servers: readonly ServerProcess[],
  replica: EmbeddedPostgres | undefined,
): Promise<number[]> {
  const { rows } = await pool.query<{ kb: number }>(
    `select (pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') / 1024)::float8 as kb`,
  );
  return [
    sum(servers.map(({ pid }) => cpuMs(pid))),
    cpuMs(pids.postgres),
    replica ? cpuMs(replica.pid()!) : 0,
    benchCpuMs(),
    rows[0]!.kb,
  ];
}

async function createReplica(
  folder: string,
  { ownerUrl }: EmbeddedPostgres,
): Promise<EmbeddedPostgres> {
  const at = path.join(folder, 'replica');
  rmSync(at, { recursive: true, force: true });
  return startReplica(ownerUrl, at);
}
