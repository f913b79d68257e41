/**
 * Property test of the tree under random actions: accounts are created, moved, deleted and
 * restored, credits given and lines sold. Sequential runs are compared with a model, concurrent
 * runs with the invariants.
 */
import { createIptvLine } from '@ramal/contract/lines/iptv-lines';
import {
  deleteNetwork,
  deleteReseller,
  deleteTree,
  restoreReseller,
} from '@ramal/contract/resellers/reseller-acts';
import { createReseller, editReseller, moveCredits } from '@ramal/contract/resellers/resellers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type TestResponse,
  type TestContext,
  call,
  createTestContext,
} from '../../../test/context.ts';
import { PASSWORD, type Person, person, session } from '../../../test/accounts.ts';
import { expectWholeLedger, expectWholeTree } from '../../../test/tree.ts';
import { runs, timeLimit } from '../../../test/property-runs.ts';

let ctx: TestContext;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(() => ctx.close());

const deleting = { reseller: deleteReseller, network: deleteNetwork, tree: deleteTree };
type Reach = keyof typeof deleting;

/**
 * `a` and `b` are indexes of nodes. Index 0 is the admin, who never receives credits and is never
 * moved or deleted.
 */
interface Act {
  readonly kind: 'create' | 'give' | 'move' | 'delete' | 'restore' | 'sell';
  readonly a: number;
  readonly b: number;
  readonly reach: Reach;
  readonly hundredths: number;
}
const weights: Record<Act['kind'], number> = {
  create: 2,
  give: 3,
  move: 6,
  delete: 4,
  restore: 6,
  sell: 2,
};
const kinds = (Object.keys(weights) as Act['kind'][]).flatMap((kind) =>
  Array.from({ length: weights[kind] }, () => kind),
);
const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom(...kinds),
  a: fc.nat(30),
  b: fc.nat(30),
  reach: fc.constantFrom<Reach>('reseller', 'network', 'tree'),
  hundredths: fc.integer({ min: 1000, max: 4000 }),
});
const manyActs = fc.array(act, { minLength: 8, maxLength: 30 });

interface Deletion {
  readonly about: Node;
  readonly owner: Node;
  readonly nodes: readonly Node[];
  readonly moved: readonly Node[];
  /** Expected credits and number of lines of each node. */
  readonly held: readonly {
    readonly node: Node;
    readonly balance: number;
    readonly lines: number;
  }[];
}

interface Node {
  readonly id: number;
  readonly username: string;
  parent: Node | undefined;
  gone: Deletion | undefined;
  balance: number;
  lines: number;
}

const isAdmin = (node: Node): boolean => node.parent === undefined;
const above = (node: Node): Node[] => (node.parent ? [...above(node.parent), node] : [node]);

/** admin ─┬─ 1 ─┬─ 3 ── 5        Each run creates one tree below the same admin.
 *          │     └─ 4
 *          └─ 2 */
async function plant(): Promise<Node[]> {
  const root: Node = {
    id: admin.id,
    username: admin.username,
    parent: undefined,
    gone: undefined,
    balance: 0,
    lines: 0,
  };
  const nodes = [root];
  const people = [admin];
  for (const parent of [0, 0, 1, 1, 3]) {
    const account = await person(ctx, { parent: people[parent]!, balance: 3000 });
    people.push(account);
    nodes.push(nodeOf(account, nodes[parent]!, 3000));
  }
  return nodes;
}

const nodeOf = (
  { id, username }: { id: number; username: string },
  parent: Node,
  balance: number,
): Node => ({ id, username, parent, gone: undefined, balance, lines: 0 });

let counter = 0;

async function tokenOf(node: Node): Promise<string> {
  return isAdmin(node) ? admin.token : (await session(ctx, node.username)).token;
}

async function send(nodes: readonly Node[], input: Act): Promise<TestResponse<unknown>> {
  const [a, b] = [pick(nodes, input.a), pick(nodes, input.b)];
  const as = { token: admin.token };
  const params = { id: a.id };
  switch (input.kind) {
    case 'create': {
      const username = `arvore-${(counter += 1)}`;
      const body = { username, password: PASSWORD, credits: input.hundredths / 100 };
      return call(ctx, createReseller, { body }, { token: await tokenOf(b) });
    }
    case 'give': {
      const body = { credits: input.hundredths / 100, sale: 1 };
      return call(ctx, moveCredits, { params, body }, as);
    }
    case 'move': {
      const body = { username: a.username, email: '5511900000001', newMaster: b.id };
      return call(ctx, editReseller, { params, body }, as);
    }
    case 'delete':
      return call(ctx, deleting[input.reach], { params, body: {} }, as);
    case 'restore':
      return call(ctx, restoreReseller, { params }, as);
    case 'sell': {
      const body = { isOficial: true, credits: 1, nota: 'Cliente', package: 1 };
      return call(ctx, createIptvLine, { body }, { token: await tokenOf(a) });
    }
  }
}

/** Picks a node. `a` is never the admin; `b` is any account. */
const pick = (nodes: readonly Node[], index: number): Node => nodes[index % nodes.length]!;

/**
 * True if an account can send the request. The admin is never the target, and deleted accounts
 * cannot sign in.
 */
function isPossible(nodes: readonly Node[], input: Act): boolean {
  const [a, b] = [pick(nodes, input.a), pick(nodes, input.b)];
  if (input.kind === 'create') return !b.gone;
  if (isAdmin(a)) return false;
  return input.kind !== 'sell' || !a.gone;
}

/** Model of the rules: returns the expected error code, or undefined after changing the model. */
function expectedError(
  nodes: Node[],
  input: Act,
  reply: TestResponse<unknown>,
): string | undefined {
  const [a, b] = [pick(nodes, input.a), pick(nodes, input.b)];
  const { kind, hundredths } = input;
  if (kind === 'create') {
    if (!isAdmin(b) && b.balance < hundredths) return 'insufficient_credits';
    b.balance -= isAdmin(b) ? 0 : hundredths;
    nodes.push(nodeOf(reply.body as { id: number; username: string }, b, hundredths));
    return undefined;
  }
  if (kind === 'restore') return expectedRestoreError(a);
  if (kind === 'sell') {
    if (a.balance < 100) return 'insufficient_credits';
    a.balance -= 100;
    a.lines += 1;
    return undefined;
  }
  if (a.gone) return 'reseller_not_found';
  if (kind === 'give') a.balance += hundredths;
  if (kind === 'delete') remove(nodes, a, input.reach);
  if (kind === 'move' && a.parent !== b) {
    if (b.gone) return 'new_master_unknown';
    if (above(b).includes(a)) return 'new_master_below';
    a.parent = b;
  }
  return undefined;
}

function remove(nodes: readonly Node[], about: Node, reach: Reach): void {
  const undeleted = nodes.filter((node) => !node.gone);
  const tree = undeleted.filter((node) => above(node).includes(about));
  const deletedNodes = { reseller: [about], network: tree.filter((node) => node !== about), tree }[
    reach
  ];
  const owner = reach === 'network' ? about : about.parent!;
  const moved = reach === 'reseller' ? undeleted.filter(({ parent }) => parent === about) : [];
  const limited = deletedNodes
    .toSorted((x, y) => above(x).length - above(y).length || x.id - y.id)
    .map((node) => ({ node, balance: node.balance, lines: node.lines }));
  const deletion = { about, owner, nodes: deletedNodes, moved, held: limited };
  for (const { node, balance } of limited) {
    owner.balance += isAdmin(owner) ? 0 : balance;
    Object.assign(node, { gone: deletion, balance: 0, lines: 0 });
  }
  for (const node of moved) node.parent = owner;
}

function expectedRestoreError({ gone }: Node): string | undefined {
  if (!gone) return 'reseller_not_found';
  const { about, owner, nodes, moved, held: limited } = gone;
  if (nodes.some(({ parent }) => parent!.gone && parent!.gone !== gone)) return 'owner_deleted';
  for (const { node, balance, lines } of limited) {
    const back = isAdmin(owner) ? balance : Math.min(balance, owner.balance);
    owner.balance -= isAdmin(owner) ? 0 : back;
    Object.assign(node, { gone: undefined, balance: back, lines });
  }
  for (const node of moved) if (!node.gone && node.parent === owner) node.parent = about;
  return undefined;
}

interface StoredNode {
  readonly id: number;
  readonly path: number[];
  readonly gone: boolean;
  readonly balance: number;
  readonly lines: number;
}

async function treeNow(nodes: readonly Node[]): Promise<StoredNode[]> {
  const { rows } = await ctx.owner.query<StoredNode>(
    `select a.id::int, to_json(ancestors) as path, deleted_at is not null as gone,
       coalesce((select balance::int from wallets w where w.account_id = a.id and kind = 'balance'), 0) as balance,
       (select count(*)::int from lines l where l.owner_id = a.id and l.deleted_at is null) as lines
     from accounts a where a.id = any($1) order by a.id`,
    [nodes.map(({ id }) => id)],
  );
  return rows;
}

const asTold = (nodes: readonly Node[]): StoredNode[] =>
  nodes
    .map((node) => ({
      id: node.id,
      path: above(node).map(({ id }) => id),
      gone: node.gone !== undefined,
      balance: node.balance,
      lines: node.lines,
    }))
    .toSorted((x, y) => x.id - y.id);

it(
  'returns the model’s response and tree for every sequential action',
  { timeout: timeLimit(180_000) },
  async () => {
    await fc.assert(
      fc.asyncProperty(manyActs, async (acts) => {
        await ctx.owner.query('delete from rate_limits');
        const nodes = await plant();
        for (const input of acts) {
          if (!isPossible(nodes, input)) continue;
          const reply = await send(nodes, input);
          expect([input, reply.body.code]).toEqual([input, expectedError(nodes, input, reply)]);
          expect([input, await treeNow(nodes)]).toEqual([input, asTold(nodes)]);
        }
        await expectWholeTree(ctx);
        await expectWholeLedger(ctx);
      }),
      { numRuns: runs(10) },
    );
  },
);

it(
  'keeps the tree valid and the ledger balanced for simultaneous actions',
  { timeout: timeLimit(180_000) },
  async () => {
    await fc.assert(
      fc.asyncProperty(manyActs, async (acts) => {
        const nodes = await plant();
        const replies = await Promise.all(
          acts
            .filter((input) => isPossible(nodes, input))
            .map((input) => send(nodes, input).catch(wasDeletedFirst)),
        );
        expect(replies.filter((reply) => reply && reply.status >= 500)).toEqual([]);
        await expectWholeTree(ctx);
        await expectWholeLedger(ctx);
        for (const { id } of nodes) {
          await call(ctx, restoreReseller, { params: { id } }, { token: admin.token });
        }
        await expectWholeTree(ctx);
        await expectWholeLedger(ctx);
      }),
      { numRuns: runs(10) },
    );
  },
);

/** The account may have been deleted by another action before it signed in. */
function wasDeletedFirst(error: unknown): undefined {
  expect(String(error)).toContain('sign-in failed');
}
