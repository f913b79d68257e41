/**
 * Runs three rounds, alternating server and floor, so that a disturbance of the machine affects
 * both. Then sends requests at a constant rate while lines are sold.
 */
import { type Figures, figuresOf, median, slowestKinds } from './figures.ts';
import { connect } from './http.ts';
import { type Failures, type Round, type Work, runArrivals, runClients } from './load.ts';
import { cpuMs } from './processes.ts';
import { type Goal, ROUNDS, type Scenario } from './scenario.ts';
import type { Fixture } from './fixture.ts';
import { startSelling } from './scenarios/selling.ts';

export interface ScenarioResult {
  readonly name: string;
  readonly goal: Goal;
  readonly lines: number;
  readonly server: Figures;
  readonly floor: Figures | undefined;
  /** Time of the very first request, with empty caches. */
  readonly firstMs: number;
  /** Waiting times at the scenario's constant rate. */
  readonly waiting: Figures | undefined;
  /**
   * Failures of all rounds, including the floor and the constant rate. Older result files have
   * none.
   */
  readonly failures?: Failures & { readonly asked: number };
  /** Kinds of work within the scenario, the slowest first. */
  readonly kinds: readonly { readonly label: string; readonly p95: number }[];
  /** Processor time per request, which is stable on a busy machine. */
  readonly cpu: Cpu;
}

interface Cpu {
  readonly nodeMs: number;
  readonly postgresMs: number;
  /** Processor time of the load generator, which uses the same cores. */
  readonly clientMs: number;
}

/** Connections at the constant rate: more than a server without overload needs. */
const OPEN_CONNECTIONS = 128;

export async function measure(
  scenario: Scenario,
  fixture: Fixture,
  seconds: number,
): Promise<ScenarioResult> {
  const { name, goal, clients } = scenario;
  const { send, close } = connect(fixture.port, clients);
  try {
    const work = await scenario.server(fixture, send);
    const firstMs = await millisOf(() => work(0));
    const floorWork = scenario.floor?.(fixture);
    await runClients(clients, seconds / 3, work);
    if (floorWork) await runClients(clients, seconds / 6, floorWork);
    const rounds: Round[] = [];
    const cpu: Cpu[] = [];
    const floorRounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = cpuOf(fixture);
      const done = await runClients(clients, seconds, work);
      rounds.push(done);
      cpu.push(cpuEach(before, cpuOf(fixture), done.millis.length));
      if (floorWork) floorRounds.push(await runClients(clients, seconds / 2, floorWork));
    }
    const waiting = await measureWaiting(scenario, fixture, seconds);
    const across = (part: keyof Cpu): number => median(cpu.map((each) => each[part]));
    return {
      name,
      goal,
      lines: fixture.size.lines,
      server: figuresOf(rounds),
      floor: floorWork ? figuresOf(floorRounds) : undefined,
      firstMs,
      waiting: waiting && figuresOf([waiting]),
      failures: allFailures([...rounds, ...floorRounds, ...(waiting ? [waiting] : [])]),
      kinds: slowestKinds(rounds),
      cpu: {
        nodeMs: across('nodeMs'),
        postgresMs: across('postgresMs'),
        clientMs: across('clientMs'),
      },
    };
  } finally {
    close();
  }
}

/** The tables are written during the reads. */
async function measureWaiting(
  { server, openRate }: Scenario,
  fixture: Fixture,
  seconds: number,
): Promise<Round | undefined> {
  if (openRate === undefined) return undefined;
  const { send, close } = connect(fixture.port, OPEN_CONNECTIONS);
  const selling = startSelling(fixture);
  try {
    return await runArrivals(openRate, seconds, await server(fixture, send));
  } finally {
    await selling.stop();
    close();
  }
}

function allFailures(rounds: readonly Round[]): NonNullable<ScenarioResult['failures']> {
  const count = sum(rounds.map(({ failures }) => failures.count));
  const first = rounds.find(({ failures }) => failures.count > 0)?.failures.first;
  return { count, first, asked: count + sum(rounds.map(({ millis }) => millis.length)) };
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, each) => total + each, 0);

async function millisOf(work: () => ReturnType<Work>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const cpuOf = ({ pids }: Fixture): Cpu => {
  const { user, system } = process.cpuUsage();
  return {
    nodeMs: cpuMs(pids.node),
    postgresMs: cpuMs(pids.postgres),
    clientMs: (user + system) / 1000,
  };
};

const cpuEach = (before: Cpu, after: Cpu, count: number): Cpu => ({
  nodeMs: (after.nodeMs - before.nodeMs) / count,
  postgresMs: (after.postgresMs - before.postgresMs) / count,
  clientMs: (after.clientMs - before.clientMs) / count,
});
