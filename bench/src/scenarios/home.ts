/** The first screen after signing in. */
import { rollUpTreeTotals } from '../../../server/src/dashboard/take-tree-totals.ts';
import { readDashboard } from '../../../server/src/dashboard/read-dashboard.ts';
import type { Actor } from '../../../server/src/foundation/caller.ts';
import type { AppContext } from '../../../server/src/foundation/app-context.ts';
import type { Goal, Scenario } from '../scenario.ts';
import type { Person, Stage } from '../stage.ts';

type Who = (stage: Stage, client: number) => Person;

const admin: Who = (stage) => stage.admin;
const typical: Who = ({ sellers, drawing }) => drawing.from(sellers);
const large: Who = (stage, client) => stage.large[client % stage.large.length]!;

/** The dashboard looks at one setting: where the next bonus is. */
const asContext = ({ floor }: Stage): AppContext =>
  ({ ...floor, config: { bonusGoals: [] } }) as unknown as AppContext;

/**
 * What the worker does once a minute (the product measured here runs without one), and what leaves the
 * figures that the dashboards after it read. No HTTP on either side.
 */
const rollUp: Scenario = {
  name: 'dashboard: all trees rolled up',
  clients: 1,
  goal: { p95: 1_100 },
  product: (stage) => async () => void (await rollUpTreeTotals(stage.floor)),
  floor: (stage) => async () => void (await rollUpTreeTotals(stage.floor)),
};

function dashboard(name: string, who: Who, goal: Goal): Scenario {
  return {
    name: `dashboard: ${name}`,
    clients: 8,
    goal,
    product: (stage, ask) => async (client) => {
      await ask({ path: '/api/dash-reseller', token: who(stage, client).token });
    },
    floor: (stage) => async (client) => {
      const { id } = who(stage, client);
      const profile = id === stage.admin.id ? 'admin' : 'reseller';
      await readDashboard(asContext(stage), { id, profile } as Actor);
    },
  };
}

export const homes: readonly Scenario[] = [
  rollUp,
  dashboard('admin', admin, { p95: 12 }),
  dashboard('typical', typical, { p95: 12 }),
  dashboard('owner of 10,000', large, { p95: 45 }),
];
