/**
 * Runs all actions on a small tree at the same time. Lines are sold, renewed, deleted and restored;
 * credits are given and withdrawn. Accounts are created, moved, deleted, restored, blocked and
 * limited. No deadlock occurs, not even one that would be retried, nothing fails, and the
 * invariants hold.
 */
import { randomUUID } from 'node:crypto';
import { createIptvLine, deleteIptvLine, extendIptvLine } from '@ramal/contract/lines/iptv-lines';
import { setLimits } from '@ramal/contract/resellers/limits';
import { restoreLine } from '@ramal/contract/lines/lines';
import {
  blockNetwork,
  blockReseller,
  blockResellerAsAdmin,
  deleteNetwork,
  deleteReseller,
  deleteTree,
  restoreReseller,
} from '@ramal/contract/resellers/reseller-acts';
import { createReseller, editReseller, moveCredits } from '@ramal/contract/resellers/resellers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  type TestResponse,
  type TestContext,
  call,
  createTestContext,
} from '../../../test/context.ts';
import { PASSWORD, type Person, line, person } from '../../../test/accounts.ts';
import { expectWholeLedger, expectWholeTree } from '../../../test/tree.ts';
import { runs, seed } from '../../../test/property-runs.ts';
import { createTokens } from '../../sessions/token.ts';

const acts = runs(300);
const AT_ONCE = 20;

let ctx: TestContext;
let admin: Person;
/** admin ─┬─ 0 ─┬─ 2 ─── 5
 *         │     ├─ 3 ─┬─ 6
 *         │     └─ 4  └─ 7
 *         └─ 1                 and two lines each */
const PARENTS = [undefined, undefined, 0, 0, 0, 2, 3, 3];
const people: Person[] = [];
const lines: number[] = [];
beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_LOG: 'silent' });
  admin = await person(ctx, { profile: 'admin' });
  for (const parent of PARENTS) {
    const above = parent === undefined ? admin : people[parent]!;
    const account = await person(ctx, { parent: above, balance: 50_000 });
    people.push(account);
    for (const _ of [1, 2]) lines.push((await line(ctx, account)).id);
  }
});
afterAll(() => ctx.close());

const kinds = {
  sell: 8,
  test: 2,
  renew: 8,
  deleteLine: 2,
  restoreLine: 2,
  give: 8,
  withdraw: 6,
  create: 2,
  edit: 2,
  move: 3,
  deleteReseller: 3,
  deleteNetwork: 2,
  deleteTree: 4,
  restore: 6,
  block: 2,
  blockAsAdmin: 2,
  blockNetwork: 2,
  limit: 3,
} as const;
type Kind = keyof typeof kinds;

const act = fc.record({
  kind: fc.constantFrom(
    ...(Object.keys(kinds) as Kind[]).flatMap((kind) => Array<Kind>(kinds[kind]).fill(kind)),
  ),
  /** Index of the acting account, or the admin. */
  by: fc.oneof(fc.nat(PARENTS.length - 1), fc.constant('admin' as const)),
  on: fc.nat(PARENTS.length - 1),
  other: fc.nat(PARENTS.length - 1),
  line: fc.nat(1_000),
  credits: fc.integer({ min: 10, max: 40 }),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** Creates a session and returns its token, because earlier sessions may have ended. */
async function tokenOf(id: number): Promise<string> {
  const signIn = randomUUID();
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + 3_600_000);
  await ctx.owner.query(
    `insert into sign_ins (id, account_id, reg_password_hash, created_at, expires_at) values ($1, $2, 'x', $3, $4)`,
    [signIn, id, now, until],
  );
  return createTokens(ctx).issue(signIn, id, until);
}

/**
 * Performs an action. Most deletions and blocks are reversed at once, so that accounts can continue
 * to act.
 */
async function send(input: Act): Promise<TestResponse<unknown>> {
  const reply = await sendOnce(input);
  const { kind, credits } = input;
  if (reply.status !== 200 || credits % 4 === 0) return reply;
  if (kind.startsWith('block')) await sendOnce(input);
  if (kind.startsWith('delete') && kind !== 'deleteLine') {
    await restoring(kind === 'deleteNetwork' ? await deletedBelow(input) : people[input.on]!.id);
  }
  return reply;
}

async function sendOnce({
  kind,
  by: actor,
  on,
  other,
  line: index,
  credits,
}: Act): Promise<TestResponse<unknown>> {
  const byAdmin = actor === 'admin';
  const parent = PARENTS[on] === undefined ? admin : people[PARENTS[on]]!;
  const as = { token: await tokenOf(byAdmin ? admin.id : people[actor]!.id) };
  const asParent = { token: await tokenOf(parent.id) };
  const asAdmin = { token: await tokenOf(admin.id) };
  const params = { id: people[on]!.id };
  const ofLine = { id: lines[index % lines.length]! };
  const why = { reason: 'contrato vencido' };
  switch (kind) {
    case 'sell':
    case 'test': {
      const terms =
        kind === 'sell' ? { isOficial: true, credits: 1 } : { isOficial: false, test_hours: 1 };
      const reply = await call(
        ctx,
        createIptvLine,
        { body: { ...terms, nota: 'Cliente', package: 1 } },
        as,
      );
      if (reply.status === 200) lines.push(reply.body.id);
      return reply;
    }
    case 'renew':
      return call(
        ctx,
        extendIptvLine,
        { params: ofLine, body: { credits: 1 } },
        { ...as, key: randomUUID() },
      );
    case 'deleteLine':
      return call(ctx, deleteIptvLine, { params: ofLine, body: {} }, as);
    case 'restoreLine':
      return call(ctx, restoreLine, { params: ofLine }, asAdmin);
    case 'give':
      return call(ctx, moveCredits, { params, body: { credits, sale: 1 } }, asParent);
    case 'withdraw':
      return call(ctx, moveCredits, { params, body: { credits: -credits, sale: 1 } }, asParent);
    case 'create': {
      const body = { username: `nova-${randomUUID()}`, password: PASSWORD, credits };
      return call(ctx, createReseller, { body }, as);
    }
    case 'edit':
      return call(
        ctx,
        editReseller,
        { params, body: { username: people[on]!.username, email: '5511900000001' } },
        as,
      );
    case 'move': {
      const newMaster = byAdmin ? admin.id : people[other]!.id;
      const body = { username: people[on]!.username, email: '5511900000001', newMaster };
      return call(ctx, editReseller, { params, body }, asAdmin);
    }
    case 'deleteReseller':
      return call(ctx, deleteReseller, { params, body: {} }, asAdmin);
    case 'deleteNetwork':
      return call(ctx, deleteNetwork, { params, body: {} }, asAdmin);
    case 'deleteTree':
      return call(ctx, deleteTree, { params, body: {} }, asAdmin);
    case 'restore':
      return restoring(params.id);
    case 'block':
      return call(ctx, blockReseller, { params, body: why }, as);
    case 'blockAsAdmin':
      return call(ctx, blockResellerAsAdmin, { params, body: why }, asAdmin);
    case 'blockNetwork':
      return call(ctx, blockNetwork, { params, body: why }, asAdmin);
    case 'limit':
      return call(
        ctx,
        setLimits,
        { params, body: { credits_a_day: 20 * credits, lines: index } },
        as,
      );
  }
}

const restoring = (id: number): Promise<TestResponse<unknown>> =>
  call(ctx, restoreReseller, { params: { id } }, { token: admin.token });

async function deletedBelow({ on }: Act): Promise<number> {
  const { rows } = await ctx.owner.query<{ id: number }>(
    'select id::int from accounts where parent_id = $1 and deleted_at is not null limit 1',
    [people[on]!.id],
  );
  return rows[0]?.id ?? 0;
}

/** Performs the actions, a limited number of them at the same time. */
async function storm(input: readonly Act[]): Promise<{ kind: Kind; outcome: string }[]> {
  const waiting = input.values();
  const result: { kind: Kind; outcome: string }[] = [];
  const hand = async () => {
    for (const request of waiting) {
      const { status, body } = await send(request);
      result.push({
        kind: request.kind,
        outcome: status === 200 ? 'done' : `${status} ${body.code}`,
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, hand));
  return result;
}

/** Collects the error codes of PostgreSQL during the work, including retried errors. */
async function listening<T>(work: () => Promise<T>): Promise<{ answer: T; codes: string[] }> {
  const client = await ctx.db.pool.connect();
  const response = vi.spyOn(Object.getPrototypeOf(client) as { query(): unknown }, 'query');
  client.release();
  try {
    const answer = await work();
    const failed = response.mock.settledResults.filter(({ type }) => type === 'rejected');
    return { answer, codes: failed.map(({ value }) => String((value as { code?: string }).code)) };
  } finally {
    response.mockRestore();
  }
}

it(
  'causes no deadlock and keeps all invariants for any simultaneous actions',
  {
    timeout: 300_000,
  },
  async () => {
    const which = `seed ${seed}`;
    const input = fc.sample(act, { numRuns: acts, seed });
    const { answer: result, codes } = await listening(() => storm(input));
    expect(codes, which).not.toContain('40P01');
    expect(
      result.filter(({ outcome }) => outcome.startsWith('5')),
      which,
    ).toEqual([]);
    // More than half of the kinds must succeed at least once, or the run proves nothing.
    const done = new Set(
      result.filter(({ outcome }) => outcome === 'done').map(({ kind }) => kind),
    );
    expect(done.size, which).toBeGreaterThan(Object.keys(kinds).length / 2);
    await expectWholeTree(ctx);
    await expectWholeLedger(ctx);
    const { rows } = await ctx.owner.query(`
    select l.id from lines l join accounts a on a.id = l.owner_id
    where a.deleted_at is not null and l.deleted_at is null`);
    expect(rows, which).toEqual([]);
  },
);
