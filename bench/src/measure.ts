/**
 * Measures a scenario in three rounds that alternate between the server and the floor (see
 * scenario.ts), so that a disturbance of the machine affects both. Then sends requests at a
 * constant rate while lines are sold.
 */
import type { Fixture } from './fixture.ts';
import { connect } from './http.ts';
import {
  type Round,
  type Work,
  summarizeRounds,
  median,
  runArrivals,
  runClients,
  slowestKinds,
  sum,
} from './load.ts';
import { benchCpuMs, cpuMs } from './server.ts';
import { ROUNDS, type Scenario, type ScenarioResult } from './scenario.ts';
import { sellUntil } from './scenarios/selling.ts';

/**
 * Number of connections for requests at the constant rate. A server without overload uses fewer.
 */
const OPEN_CONNECTIONS = 128;
/** Sales that run during the reads at the constant rate: at most five per second. */
const SALES = { clients: 1, pauseMs: 200 };

export async function measure(
  scenario: Scenario,
  fixture: Fixture,
  seconds: number,
): Promise<ScenarioResult> {
  const { name, goal, clients } = scenario;
  const { send, close } = connect([fixture.port], clients);
  try {
    const work = await scenario.server(fixture, send);
    const firstStart = performance.now();
    await work(0);
    const firstMs = performance.now() - firstStart;
    const floorWork = scenario.floor?.(fixture);
    await runClients(clients, seconds / 3, work);
    if (floorWork) await runClients(clients, seconds / 6, floorWork);
    const { rounds, floorRounds, spent } = await runRounds(
      { clients, seconds, work, floorWork },
      () => [cpuMs(fixture.pids.node), cpuMs(fixture.pids.postgres), benchCpuMs()],
    );
    const waiting = await measureWaiting(scenario, fixture, seconds);
    const [nodeMs = 0, postgresMs = 0, clientMs = 0] = spent;
    return {
      name,
      goal,
      lines: fixture.size.lines,
      server: summarizeRounds(rounds),
      floor: floorWork && summarizeRounds(floorRounds),
      firstMs,
      waiting: waiting && summarizeRounds([waiting]),
      failures: allFailures([...rounds, ...floorRounds, ...(waiting ? [waiting] : [])]),
      kinds: slowestKinds(rounds),
      cpu: { nodeMs, postgresMs, clientMs },
    };
  } finally {
    close();
  }
}

interface Rounds {
  readonly clients: number;
  readonly seconds: number;
  readonly work: Work;
  readonly floorWork?: Work | undefined;
}

/**
 * Runs the rounds of server and floor alternately. `spent` contains, for each value of
 * `spentSoFar`, the median over the rounds of its increase per request.
 */
export async function runRounds(
  { clients, seconds, work, floorWork }: Rounds,
  spentSoFar: () => readonly number[] | Promise<readonly number[]>,
) {
  const rounds: Round[] = [];
  const floorRounds: Round[] = [];
  const perRound: number[][] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    const before = await spentSoFar();
    const round = await runClients(clients, seconds, work);
    const after = await spentSoFar();
    rounds.push(round);
    perRound.push(after.map((value, index) => (value - before[index]!) / round.millis.length));
    if (floorWork) floorRounds.push(await runClients(clients, seconds / 2, floorWork));
  }
  const spent = perRound[0]!.map((_, index) => median(perRound.map((values) => values[index]!)));
  return { rounds, floorRounds, spent };
}

/** Measures reads at the constant rate while lines are sold, so that the tables change. */
async function measureWaiting(
  { server, openRate }: Scenario,
  fixture: Fixture,
  seconds: number,
): Promise<Round | undefined> {
  if (openRate === undefined) return undefined;
  const { send, close } = connect([fixture.port], OPEN_CONNECTIONS);
  const controller = new AbortController();
  const selling = sellUntil(controller.signal, fixture, SALES);
  try {
    return await runArrivals(openRate, seconds, await server(fixture, send));
  } finally {
    controller.abort();
    await selling;
    close();
  }
}

function allFailures(rounds: readonly Round[]): ScenarioResult['failures'] {
  const count = sum(rounds.map(({ failures }) => failures.count));
  const first = rounds.find(({ failures }) => failures.count > 0)?.failures.first;
  return { count, first, asked: count + sum(rounds.map(({ millis }) => millis.length)) };
}
