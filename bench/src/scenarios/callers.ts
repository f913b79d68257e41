/** Accounts that send the requests, and the pages that they read. */
import type { Account, Fixture } from '../fixture.ts';
import { type Goal, READS_A_SECOND, type Scenario } from '../scenario.ts';

export type Caller = (fixture: Fixture, client: number) => Account;

export const admin: Caller = (fixture) => fixture.admin;
/** Selects one of the large owners, which are directly below the admin. */
export const large: Caller = (fixture, client) => fixture.large[client % fixture.large.length]!;
/** Returns a direct child of an account near the root, with a tree of its own. */
export const master: Caller = ({ pair }) => pair[1];
export const seller: Caller = ({ sellers, random }) => random.from(sellers);
export const hotOwner: Caller = (fixture) => fixture.large[1]!;

/** Query parameters of a call. Undefined parameters are not sent. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export const queryText = (query: Query): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)]],
    ),
  ).toString();

interface Page {
  /** Path of the call. The id of the calling account replaces `:id`. */
  readonly path: string;
  readonly caller: Caller;
  readonly query?: Query;
  readonly goal: Goal;
  readonly floor?: Scenario['floor'];
  /**
   * True for a request that takes most of a second. It is measured with one client and without a
   * constant rate, because further requests would only wait.
   */
  readonly alone?: boolean;
}

export function pageScenario(
  name: string,
  { path, caller, query = {}, goal, floor, alone }: Page,
): Scenario {
  const text = queryText(query);
  return {
    name,
    clients: alone ? 1 : 8,
    goal,
    openRate: alone ? undefined : READS_A_SECOND,
    floor,
    server: (fixture, send) => async (client) => {
      const { id, token } = caller(fixture, client);
      await send({ path: `${path.replace(':id', String(id))}?${text}`, token });
    },
  };
}
