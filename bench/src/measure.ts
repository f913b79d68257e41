/** Three rounds of each, product and floor in turn: what disturbs the machine disturbs both. */
import { type Figures, figuresOf, slowestKinds } from './figures.ts';
import { connect } from './http.ts';
import { type Round, drive } from './load.ts';
import type { Goal, Scenario } from './scenario.ts';
import type { Stage } from './stage.ts';

export interface Measured {
  readonly name: string;
  readonly goal: Goal;
  readonly product: Figures;
  readonly floor: Figures | undefined;
  /** Where the scenario does several kinds of things: the slowest of them. */
  readonly kinds: readonly { readonly label: string; readonly p95: number }[];
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
    const floorRounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push(await drive(clients, seconds, work));
      if (floorWork) floorRounds.push(await drive(clients, seconds / 2, floorWork));
    }
    return {
      name,
      goal,
      product: figuresOf(rounds),
      floor: floorWork ? figuresOf(floorRounds) : undefined,
      kinds: slowestKinds(rounds),
    };
  } finally {
    close();
  }
}
