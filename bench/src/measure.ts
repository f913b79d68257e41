/** Runs three rounds, server and floor in turn, so that a disturbance of the machine affects both. */
import { type Figures, figuresOf, median, slowestKinds } from './figures.ts';
import { connect } from './http.ts';
import { type Round, runClients } from './load.ts';
import { cpuMs } from './processes.ts';
import type { Goal, Scenario } from './scenario.ts';
import type { Fixture } from './fixture.ts';

export interface Measured {
  readonly name: string;
  readonly goal: Goal;
  readonly lines: number;
  readonly server: Figures;
  readonly floor: Figures | undefined;
  /** Kinds of work within the scenario, the slowest first. */
  readonly kinds: readonly { readonly label: string; readonly p95: number }[];
  /** Processor time per request, which stays the same on a busy machine. */
  readonly cpu: Cpu;
}

export interface Cpu {
  readonly nodeMs: number;
  readonly postgresMs: number;
}

const ROUNDS = 3;

export async function measure(
  scenario: Scenario,
  fixture: Fixture,
  seconds: number,
): Promise<Measured> {
  const { name, goal, clients } = scenario;
  const { send, close } = connect(fixture.port, clients);
  try {
    const work = await scenario.server(fixture, send);
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
    return {
      name,
      goal,
      lines: fixture.size.lines,
      server: figuresOf(rounds),
      floor: floorWork ? figuresOf(floorRounds) : undefined,
      kinds: slowestKinds(rounds),
      cpu: {
        nodeMs: median(cpu.map(({ nodeMs }) => nodeMs)),
        postgresMs: median(cpu.map(({ postgresMs }) => postgresMs)),
      },
    };
  } finally {
    close();
  }
}

const cpuOf = ({ pids }: Fixture): Cpu => ({
  nodeMs: cpuMs(pids.node),
  postgresMs: cpuMs(pids.postgres),
});

const cpuEach = (before: Cpu, after: Cpu, count: number): Cpu => ({
  nodeMs: (after.nodeMs - before.nodeMs) / count,
  postgresMs: (after.postgresMs - before.postgresMs) / count,
});
