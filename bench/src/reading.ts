/** A page somebody reads: over HTTP, and as its floor the same use case on connections of its own. */
import type { Actor } from '../../server/src/foundation/caller.ts';
import type { AppContext } from '../../server/src/foundation/app-context.ts';
import type { Scenario } from './scenario.ts';
import type { Person, Stage } from './stage.ts';

export interface Who {
  readonly person: (stage: Stage, client: number) => Person;
  readonly profile: 'admin' | 'reseller';
}

export const admin: Who = { person: ({ admin: one }) => one, profile: 'admin' };
/** Near the root: thousands of accounts below, and 10,000 lines of its own. */
export const large: Who = {
  person: (stage, client) => stage.large[client % stage.large.length]!,
  profile: 'reseller',
};

/** Of a house without brands. */
const config = { dataFolder: '/nowhere' } as AppContext['config'];

interface Page {
  readonly name: string;
  /** `:id` is whoever reads. */
  readonly path: string;
  readonly who: Who;
  readonly p95: number;
  /** What the worker keeps for it. */
  readonly prepare?: (stage: Stage) => Promise<unknown>;
}

/** `read` takes a call as the room does; its query is sent as it is, so defaults stand in it. */
export function reading<Query extends Record<string, string | number>>(
  { name, path, who, p95, prepare }: Page,
  query: Query,
  read: (
    ctx: AppContext,
    asked: { actor: Actor; query: Query; params: { id: number } },
  ) => Promise<unknown>,
): Scenario {
  const text = new URLSearchParams(
    Object.entries(query).map(([key, value]) => [key, String(value)]),
  ).toString();
  return {
    name,
    clients: 8,
    goal: { p95 },
    product: async (stage, ask) => {
      await prepare?.(stage);
      return async (client) => {
        const { id, token } = who.person(stage, client);
        await ask({ path: `${path.replace(':id', String(id))}?${text}`, token });
      };
    },
    floor: (stage) => async (client) => {
      const { id, username } = who.person(stage, client);
      const nothing: ReadonlySet<never> = new Set();
      const actor = {
        id,
        username,
        profile: who.profile,
        grants: nothing,
        flags: nothing,
      } as unknown as Actor;
      await read({ ...stage.floor, config }, { actor, query, params: { id } });
    },
  };
}
