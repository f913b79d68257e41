/** The first screen after signing in. */
import { rollUpTreeTotals } from '../../../server/src/dashboard/take-tree-totals.ts';
import { readDashboard } from '../../../server/src/dashboard/read-dashboard.ts';
import type { Caller } from '../../../server/src/foundation/caller.ts';
import type { AppContext } from '../../../server/src/foundation/app-context.ts';
import { HOME, statement } from '../floors/records.ts';
import { type Goal, READS_A_SECOND, type Scenario } from '../scenario.ts';
import type { Account, Fixture } from '../fixture.ts';

type PickAccount = (fixture: Fixture, client: number) => Account;

const admin: PickAccount = (fixture) => fixture.admin;
const typical: PickAccount = ({ sellers, random }) => random.from(sellers);
const large: PickAccount = (fixture, client) => fixture.large[client % fixture.large.length]!;

/** The dashboard reads one setting: the threshold of the next bonus. */
const asContext = ({ app }: Fixture): AppContext =>
  ({ ...app, config: { bonusGoals: [] } }) as unknown as AppContext;

/**
 * The worker's job of every minute, without HTTP. The measured server does not run it, and the
 * dashboards below read its totals.
 */
const rollUp: Scenario = {
  name: 'dashboard: all trees rolled up',
  clients: 1,
  goal: { p95: 1_100 },
  server: (fixture) => async () => void (await rollUpTreeTotals(fixture.app)),
  direct: (fixture) => async () => void (await rollUpTreeTotals(fixture.app)),
};

function dashboard(name: string, pickAccount: PickAccount, goal: Goal): Scenario {
  return {
    name: `dashboard: ${name}`,
    clients: 8,
    goal,
    openRate: READS_A_SECOND,
    floor: statement('home', HOME, (fixture, client) => [pickAccount(fixture, client).id]),
    server: (fixture, send) => async (client) => {
      await send({ path: '/api/dash-reseller', token: pickAccount(fixture, client).token });
    },
    direct: (fixture) => async (client) => {
      const { id } = pickAccount(fixture, client);
      const profile = id === fixture.admin.id ? 'admin' : 'reseller';
      await readDashboard(asContext(fixture), {
        actor: { id, profile },
      } as Caller);
    },
  };
}

export const homeScenarios: readonly Scenario[] = [
  rollUp,
  dashboard('admin', admin, { p95: 12 }),
  dashboard('typical', typical, { p95: 12 }),
  dashboard('owner of 10,000', large, { p95: 40 }),
];
