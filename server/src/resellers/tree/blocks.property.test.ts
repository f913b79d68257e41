/**
 * Compares blocks by an ancestor, by an admin and of nested networks, in any order, with a model.
 * Accounts are deleted and restored in between.
 */
import {
  blockNetwork,
  blockReseller,
  blockResellerAsAdmin,
  deleteReseller,
  restoreReseller,
} from '@ramal/contract/resellers/reseller-acts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, person } from '../../../test/accounts.ts';
import { runs, timeLimit } from '../../../test/property-runs.ts';

let ctx: TestContext;
let admin: Person;
/**
 * Parent of the root account. Tests need it because an admin cannot set the block of a parent
 * (R-16).
 */
let upline: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  upline = await person(ctx, { parent: admin });
});
afterAll(() => ctx.close());

interface Node {
  readonly id: number;
  readonly parent: Node | undefined;
  byUpline: boolean;
  /**
   * `alone` if an admin blocked only this account. If an admin blocked a network with this account,
   * the top node of the network. Otherwise undefined.
   */
  byAdmin: 'alone' | Node | undefined;
  isGone: boolean;
}

/** 0 ─┬─ 1 ─┬─ 3 ── 5      5 is a leaf, so deleting it moves no account.
 *     │     └─ 4
 *     └─ 2 */
const PARENTS = [undefined, 0, 0, 1, 1, 3];
const LEAF = 5;

async function plant(): Promise<Node[]> {
  const nodes: Node[] = [];
  const people: Person[] = [];
  for (const parent of PARENTS) {
    const account = await person(ctx, { parent: parent === undefined ? upline : people[parent]! });
    people.push(account);
    const above = parent === undefined ? undefined : nodes[parent]!;
    nodes.push({
      id: account.id,
      parent: above,
      byUpline: false,
      byAdmin: undefined,
      isGone: false,
    });
  }
  return nodes;
}

/** Returns the node and its ancestors, from the node upwards. */
const path = (node: Node): Node[] => [node, ...(node.parent ? path(node.parent) : [])];

const acts = ['upline', 'administration', 'network', 'come or go'] as const;
const act = fc.record({ kind: fc.constantFrom(...acts), at: fc.nat(LEAF) });

/** Model of the rules: returns the expected error code, or undefined after changing the model. */
function expectedError(
  nodes: readonly Node[],
  kind: (typeof acts)[number],
  node: Node,
): string | undefined {
  if (kind === 'come or go') {
    node.isGone = !node.isGone;
    return undefined;
  }
  if (node.isGone) return 'reseller_not_found';
  if (kind === 'upline') {
    if (node.byAdmin) return 'blocked_by_admin';
    node.byUpline = !node.byUpline;
  }
  if (kind === 'administration') toggleAlone(nodes, node);
  if (kind === 'network') toggleNetwork(nodes, node);
  return undefined;
}

/**
 * Models an admin who blocks or unblocks a single account. The unblock also removes the parent's
 * block. The account stays blocked if one of its ancestors is blocked with its whole network.
 */
function toggleAlone(nodes: readonly Node[], node: Node): void {
  if (node.byAdmin !== 'alone') {
    node.byAdmin = 'alone';
    return;
  }
  const networks = new Set(nodes.map(({ byAdmin }) => byAdmin));
  node.byUpline = false;
  node.byAdmin = path(node).find((above) => networks.has(above));
}

function toggleNetwork(nodes: readonly Node[], network: Node): void {
  const limited = nodes.filter(({ byAdmin }) => byAdmin === network);
  if (limited.some(({ isGone }) => !isGone)) {
    const others = new Set(nodes.map(({ byAdmin }) => byAdmin));
    for (const node of limited)
      node.byAdmin = path(node).find((above) => above !== network && others.has(above));
    return;
  }
  for (const node of nodes) if (path(node).includes(network)) node.byAdmin ??= network;
}

async function send(kind: (typeof acts)[number], { id, isGone }: Node) {
  const as = { token: admin.token };
  const sent = { params: { id }, body: { reason: 'contrato vencido' } };
  if (kind === 'upline') return call(ctx, blockReseller, sent, { token: upline.token });
  if (kind === 'administration') return call(ctx, blockResellerAsAdmin, sent, as);
  if (kind === 'network') return call(ctx, blockNetwork, sent, as);
  return isGone
    ? call(ctx, restoreReseller, { params: { id } }, as)
    : call(ctx, deleteReseller, { params: { id }, body: {} }, as);
}

async function readBlocks(nodes: readonly Node[]): Promise<unknown[]> {
  const { rows } = await ctx.owner.query(
    `select id::int, blocked_at is not null as upline, blocked_by_admin_at is not null as administration,
       blocked_network_id::int as network, deleted_at is not null as gone
     from accounts where id = any($1) order by id`,
    [nodes.map(({ id }) => id)],
  );
  return rows;
}

const asKept = (nodes: readonly Node[]): unknown[] =>
  nodes.map(({ id, byUpline, byAdmin, isGone }) => ({
    id,
    upline: byUpline,
    administration: byAdmin !== undefined,
    network: typeof byAdmin === 'object' ? byAdmin.id : null,
    gone: isGone,
  }));

it(
  'keeps every account as the model says for any order of blocks and unblocks',
  { timeout: timeLimit(120_000) },
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 30 }), async (input) => {
        const nodes = await plant();
        for (const { kind, at } of input) {
          const node = nodes[kind === 'come or go' ? LEAF : at]!;
          const reply = await send(kind, node);
          expect([kind, at, reply.body.code]).toEqual([kind, at, expectedError(nodes, kind, node)]);
          expect([kind, at, await readBlocks(nodes)]).toEqual([kind, at, asKept(nodes)]);
        }
      }),
      { numRuns: runs(15) },
    ),
);
