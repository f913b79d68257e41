/** Three rounds of each, product and floor in turn: what disturbs the machine disturbs both. */
import { type Figures, figuresOf, median, slowestKinds } from './figures.ts';
import { connect } from './http.ts';
import { type Round, drive } from './load.ts';
import { cpuMs } from './processes.ts';
import type { Goal, Scenario } from './scenario.ts';
import type { Stage } from './stage.ts';

export interface Measured {
  readonly name: string;
  readonly goal: Goal;
  readonly lines: number;
  readonly product: Figures;
  readonly floor: Figures | undefined;
  /** Where the scenario does several kinds of things: the slowest of them. */
  readonly kinds: readonly { readonly label: string; readonly p95: number }[];
  /** Processor time for one thing done: what stays the same on a busy machine. */
  readonly cpu: Cpu;
}

export interface Cpu {
  readonly nodeMs: number;
  readonly postgresMs: number;
}

const ROUNDS = 3;

export async function measure(
  scenario: Scenario,
  stage: Stage,
  seconds: number,
): Promise<Measured> {
  const { name, goal, clients } = scenario;
  const { ask, close } = connect(stage.port, clients);
  try {
    const work = await scenario.product(stage, ask);
    const floorWork = scenario.floor?.(stage);
    await drive(clients, seconds / 3, work);
    if (floorWork) await drive(clients, seconds / 6, floorWork);
    const rounds: Round[] = [];
    const cpu: Cpu[] = [];
    const floorRounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = cpuOf(stage);
      const done = await drive(clients, seconds, work);
      rounds.push(done);
      cpu.push(cpuEach(before, cpuOf(stage), done.millis.length));
      if (floorWork) floorRounds.push(await drive(clients, seconds / 2, floorWork));
    }
    return {
      name,
      goal,
      lines: stage.size.lines,
      product: figuresOf(rounds),
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

const cpuOf = ({ pids }: Stage): Cpu => ({
  nodeMs: cpuMs(pids.node),
  postgresMs: cpuMs(pids.postgres),
});

const cpuEach = (before: Cpu, after: Cpu, count: number): Cpu => ({
  nodeMs: (after.nodeMs - before.nodeMs) / count,
  postgresMs: (after.postgresMs - before.postgresMs) / count,
});
