/**
 * `npm run bench -- --processes 3`: this number of panel and of player processes on one PostgreSQL,
 * with requests sent to each process in rotation. There is no worker, because its jobs would
 * disturb some rows.
 *
 * All processes share this machine. Two runs are therefore compared by the processor time of a
 * request. Requests a second show when the machine is full.
 */
import { PRIMARY_SETTINGS } from '../../../server/test/replica.ts';
import type { EmbeddedPostgres } from '../../../server/src/foundation/postgres/embedded.ts';
import { sizeFor } from '../data-set/size.ts';
import { figuresOf, median } from '../figures.ts';
import { type Fixture, createFixture } from '../fixture.ts';
import { type Send, connect } from '../http.ts';
import { type Round, runClients } from '../load.ts';
import { openDataSet } from '../open-data-set.ts';
import type { BenchOptions } from '../options.ts';
import { cpuMs } from '../processes.ts';
import type { Scenario } from '../scenario.ts';
import { listScenarios } from '../scenarios/lists.ts';
import { logins } from '../scenarios/logins.ts';
import { recordScenarios } from '../scenarios/records.ts';
import { searchScenarios } from '../scenarios/search.ts';
import { saleScenarios } from '../scenarios/selling.ts';
import { formatFact, formatNumber } from '../table.ts';
import { type Processes, startProcesses } from './start-processes.ts';

type Print = (line: string) => void;

/** A few scenarios of each kind, by name. */
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

const all = [...listScenarios, ...searchScenarios, ...saleScenarios, ...recordScenarios, ...logins];
const named = (name: string): Scenario => all.find((scenario) => scenario.name === name)!;

export async function measureScale(
  options: BenchOptions,
  root: string,
  print: Print,
): Promise<void> {
  const size = sizeFor(options.lines);
  const dataSet = await openDataSet(root, size, print, PRIMARY_SETTINGS);
  let processes: Processes | undefined;
  try {
    processes = await startProcesses(dataSet, options);
    const fixture = await createFixture(dataSet, size, processes.panels[0]!, options.seconds);
    print(header());
    for (const [names, servers] of [
      [PANEL, processes.panels],
      [PLAYER, processes.players],
    ] as const) {
      const ports = servers.map(({ port }) => port);
      for (const scenario of names.filter((name) => name.includes(options.only)).map(named))
        print(await measureRow(scenario, { fixture, ports, processes, seconds: options.seconds }));
    }
    const { rows } = await fixture.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database()`,
    );
    print(formatFact('connections, those of the bench included', rows[0]!.count));
    print(formatFact('memory of all processes (MB)', processes.memoryMb()));
    await fixture.close();
  } finally {
    await processes?.stop();
    await dataSet.embedded.stop();
  }
}

interface RowInput {
  readonly fixture: Fixture;
  readonly ports: readonly number[];
  readonly processes: Processes;
  readonly seconds: number;
}

const ROUNDS = 3;
const MOST_CLIENTS = 64;

async function measureRow(
  { name, clients: most, server }: Scenario,
  { fixture, ports, processes, seconds }: RowInput,
): Promise<string> {
  // A process rejects more simultaneous requests than this.
  const clients = Math.min(most, MOST_CLIENTS);
  const { send, close } = connectInTurn(ports, clients);
  const { embedded } = processes;
  try {
    const work = await server(fixture, send);
    // A warm-up, because each process compiles its own code.
    await runClients(clients, (ports.length * seconds) / 2, work);
    const rounds: Round[] = [];
    const spent: number[][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await spentSoFar(processes, embedded, fixture);
      const done = await runClients(clients, seconds, work);
      const after = await spentSoFar(processes, embedded, fixture);
      rounds.push(done);
      spent.push(after.map((value, index) => (value - before[index]!) / done.millis.length));
    }
    const each = spent[0]!.map((_, index) => median(spent.map((values) => values[index]!)));
    const { perSecond, p95 } = figuresOf(rounds);
    return row([name, ...[perSecond, p95, ...each].map(formatNumber)]);
  } finally {
    close();
  }
}

const COLUMNS = ['per s', 'p95 ms', 'node ms', 'pg ms', 'copy ms', 'load ms', 'WAL kB'];
const header = (): string => row(['what', ...COLUMNS]);
const row = ([name = '', ...figures]: readonly string[]): string =>
  name.padEnd(42) + figures.map((figure) => figure.padStart(9)).join('');

/**
 * Processor time of the servers, PostgreSQL, its replica and the load generator, and the size of
 * the write-ahead log.
 */
async function spentSoFar(
  { pids, replica }: Processes,
  embedded: EmbeddedPostgres,
  { pool }: Fixture,
): Promise<number[]> {
  const { user, system } = process.cpuUsage();
  const { rows } = await pool.query<{ kb: number }>(
    `select (pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') / 1024)::float8 as kb`,
  );
  return [
    pids.reduce((sum, pid) => sum + cpuMs(pid), 0),
    cpuMs(embedded.pid()!),
    replica ? cpuMs(replica.pid()!) : 0,
    (user + system) / 1000,
    rows[0]!.kb,
  ];
}

/** Sends each request to the next process, like a simple balancer. */
function connectInTurn(ports: readonly number[], clients: number) {
  const connections = ports.map((port) => connect(port, clients));
  let n = 0;
  const send: Send = (request) => connections[n++ % connections.length]!.send(request);
  return { send, close: () => connections.forEach(({ close }) => close()) };
}
