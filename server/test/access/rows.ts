/** Types and helpers for the rows of the access table. */
import type { TestContext } from '../context.ts';
import { type Person, line, person } from '../accounts.ts';

/**
 *   admin ─┬─ franchise ── parent ─┬─ owner ─┬─ child
 *          │                       │         └─ target: the account that calls are about
 *          │                       └─ sibling
 *          └─ stranger, blocked, deleted
 */
export const callers = [
  'anonymous',
  'blocked',
  'deleted',
  'stranger',
  'sibling',
  'child',
  'owner',
  'parent',
  'franchise',
  'admin',
] as const;
export type Caller = (typeof callers)[number];
export type Outcomes = Record<Caller, number>;

export type People = Record<Exclude<Caller, 'anonymous'>, Person>;

export const each = (signedIn: Partial<Outcomes> & { otherwise: number }, out = 401): Outcomes => {
  const { otherwise, ...named } = signedIn;
  const outside = { anonymous: out, blocked: out, deleted: out };
  return {
    ...(Object.fromEntries(callers.map((caller) => [caller, otherwise])) as Outcomes),
    ...outside,
    ...named,
  };
};
export const anybody = each({ otherwise: 200 }, 200);
export const signedIn = each({ otherwise: 200 });
export const admins = each({ otherwise: 403, admin: 200 });
export const sellers = each({ otherwise: 200, admin: 403 });
/**
 * Outcomes of a call for which only the owner and the accounts above it have access. Other callers
 * get status 404.
 */
export const ownTree = each({ otherwise: 200, stranger: 404, sibling: 404, child: 404 });
/**
 * Outcomes of a call that needs a grant that only the owner holds. Accounts above the owner would
 * need the grant too.
 */
export const onlyOwner = each({ otherwise: 403, owner: 200 });
/**
 * Outcomes of a call that needs a grant of the owner, if admins hold it by their profile.
 */
export const ownerAndAdmin = { ...onlyOwner, admin: 200 };
/**
 * Outcomes of acts that only admins and the direct parent of an account may do, such as moving
 * credits. In most rows the owner is this parent.
 */
export const neighbours = { ...ownTree, parent: 403, franchise: 403 };

export type CallInput = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown> | readonly unknown[];
  /** File of a call that uploads one. */
  file?: string | Buffer;
};
/**
 * Creates an object for one call, usually an object of the owner. Returns its id or another value
 * that identifies it.
 */
export type About = (ctx: TestContext, people: People) => Promise<number | string>;
export interface Row {
  readonly outcomes: Outcomes;
  /** Returns the request of a caller. `id` is the value that `about` returned. */
  readonly sent?: (id: number | string, people: People) => CallInput;
  readonly about?: About;
}

const aFreshLine: About = async (ctx, { owner }) => (await line(ctx, owner)).id;
const aFreshAccount: About = async (ctx, { owner }) =>
  (await person(ctx, { parent: owner, balance: 1000 })).id;

export const aboutLine = (body?: Record<string, unknown>): Row => ({
  outcomes: ownTree,
  about: aFreshLine,
  sent: (id) => ({ params: { id }, ...(body ? { body } : {}) }),
});
export const aboutAccount = (outcomes: Outcomes, body?: Record<string, unknown>): Row => ({
  outcomes,
  about: aFreshAccount,
  sent: (id) => ({ params: { id }, ...(body ? { body } : {}) }),
});
