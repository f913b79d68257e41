/** A page that is read over HTTP, and the use case behind it, called directly. */
import type { Actor } from '../../server/src/foundation/caller.ts';
import type { AppContext } from '../../server/src/foundation/app-context.ts';
import { type Goal, READS_A_SECOND, type Scenario } from './scenario.ts';
import type { Work } from './load.ts';
import type { Account, Fixture } from './fixture.ts';

export interface Caller {
  readonly account: (fixture: Fixture, client: number) => Account;
  readonly profile: 'admin' | 'reseller';
}

export const admin: Caller = { account: ({ admin: account }) => account, profile: 'admin' };
/** An account near the root with thousands of accounts below it and 10,000 lines. */
export const large: Caller = {
  account: (fixture, client) => fixture.large[client % fixture.large.length]!,
  profile: 'reseller',
};

/** A configuration without brands. */
const config = { dataFolder: '/nowhere' } as AppContext['config'];

interface Page {
  readonly name: string;
  /** `:id` is replaced by the calling account. */
  readonly path: string;
  readonly caller: Caller;
  readonly goal: Goal;
  readonly floor?: (fixture: Fixture) => Work;
  /**
   * Measured with one client and without a constant rate, because a request that takes most of a
   * second would only queue.
   */
  readonly alone?: boolean;
  /** Runs the worker's job that the page depends on. */
  readonly prepare?: (fixture: Fixture) => Promise<unknown>;
}

/**
 * `read` is the use case behind the call. The query is sent unchanged, so it contains the defaults.
 */
export function pageScenario<Query extends Record<string, string | number | boolean>>(
  { name, path, caller, goal, floor, alone, prepare }: Page,
  query: Query,
  read: (
    ctx: AppContext,
    input: { actor: Actor; query: Query; params: { id: number } },
  ) => Promise<unknown>,
): Scenario {
  const text = new URLSearchParams(
    Object.entries(query).map(([key, value]) => [key, String(value)]),
  ).toString();
  return {
    name,
    clients: alone ? 1 : 8,
    goal,
    ...(!alone && { openRate: READS_A_SECOND }),
    ...(floor && { floor }),
    server: async (fixture, send) => {
      await prepare?.(fixture);
      return async (client) => {
        const { id, token } = caller.account(fixture, client);
        await send({ path: `${path.replace(':id', String(id))}?${text}`, token });
      };
    },
    direct: (fixture) => async (client) => {
      const { id, username } = caller.account(fixture, client);
      const nothing: ReadonlySet<never> = new Set();
      const actor = {
        id,
        username,
        profile: caller.profile,
        grants: nothing,
        flags: nothing,
      } as unknown as Actor;
      await read({ ...fixture.app, config }, { actor, query, params: { id } });
    },
  };
}
