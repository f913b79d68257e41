/**
 * Tests concurrent movements between 200 wallets through a database proxy that breaks connections
 * and loses responses. The test repeats each request under its key until it receives a response. It
 * sends some requests several times at once. At the end, every balance must equal the balance in
 * the model. The long form sends thousands of requests.
 */
import { randomUUID } from 'node:crypto';
import { createIptvLine } from '@ramal/contract/lines/iptv-lines';
import { deleteReseller, restoreReseller } from '@ramal/contract/resellers/reseller-acts';
import { createReseller, moveCredits } from '@ramal/contract/resellers/resellers';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DatabaseProxy, openProxy } from '../../test/database-proxy.ts';
import {
  type TestResponse,
  type TestContext,
  call,
  createTestContext,
} from '../../test/context.ts';
import { isLong } from '../../test/property-runs.ts';
import { makePanelServer } from '../app.ts';
import { type Db, openDatabase } from '../foundation/database.ts';
import { createTokens } from '../sessions/token.ts';
import { verifyLedger } from './verify-ledger.ts';

const movements = isLong ? 10_000 : 300;
const STORM = Math.min(500, movements);

/** Number of resellers below the admin. Each has nine children. The admin has no wallet. */
const PARENTS = 20;
const WALLETS = 200;
const OPENING = 20_000;
const parentOf = (index: number): number => index % PARENTS;

let ctx: TestContext;
let proxy: DatabaseProxy;
let fragile: { readonly db: Db; readonly server: FastifyInstance };
/** Ids of the accounts by index. The last one is the admin. */
let ids: number[];
let tokens: string[];
const ADMIN = WALLETS;

beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_LOG: 'silent' });
  ids = await openWallets();
  tokens = await Promise.all(ids.map(signIn));
  proxy = await openProxy(String(ctx.db.pool.options.connectionString));
  const db = openDatabase({ url: proxy.url, connections: 10, answerTimeoutMs: 5_000 });
  const { config, clock, secrets, log } = ctx;
  fragile = { db, server: await makePanelServer({ config, clock, secrets, log, db }) };
});
afterAll(async () => {
  await fragile.server.close();
  await fragile.db.close();
  await proxy.close();
  await ctx.close();
});

async function openWallets(): Promise<number[]> {
  const { rows } = await ctx.owner.query<{ ids: number[] }>(
    `with admin as (
       insert into accounts (id, username, password_hash, profile, ancestors)
       values (1000, 'chefe', 'x', 'admin', '{1000}') returning id
     ), parents as (
       insert into accounts (id, username, password_hash, profile, parent_id, ancestors)
       select 1001 + n, 'pai-' || n, 'x', 'reseller', 1000, array[1000, 1001 + n]
       from generate_series(0, $1 - 1) n returning id
     ), children as (
       insert into accounts (id, username, password_hash, profile, parent_id, ancestors)
       select 1001 + n, 'filha-' || n, 'x', 'reseller', 1001 + n % $1, array[1000, 1001 + n % $1, 1001 + n]
       from generate_series($1, $2 - 1) n returning id
     )
     select array(select id::int from parents union all select id::int from children order by 1) as ids`,
    [PARENTS, WALLETS],
  );
  await ctx.owner.query(`select setval('accounts_id_seq', 5000)`);
  await ctx.owner.query(
    `with opened as (
       insert into wallets (account_id, kind, balance)
       select id, kind, case kind when 'balance' then $1::bigint else 0 end
       from accounts, unnest(array['balance', 'portal']) kind where profile <> 'admin'
       returning id, account_id, kind
     )
     insert into entries (from_wallet, to_wallet, amount, to_balance, reason, actor_id, account_id)
     select (select id from wallets where kind = 'issuance'), id, $1, $1, 'opening-credits', 1000, account_id
     from opened where kind = 'balance'`,
    [OPENING],
  );
  return [...rows[0]!.ids, 1000];
}

async function signIn(id: number): Promise<string> {
  const signInId = randomUUID();
  const until = new Date(ctx.clock.now().getTime() + 3_600_000 * 12);
  await ctx.owner.query(
    `insert into sign_ins (id, account_id, reg_password_hash, created_at, expires_at) values ($1, $2, 'x', $3, $4)`,
    [signInId, id, ctx.clock.now(), until],
  );
  return createTokens(ctx).issue(signInId, id, until);
}

const wallet = fc.nat(WALLETS - 1);
const child = fc.integer({ min: PARENTS, max: WALLETS - 1 });
const hundredths = fc.oneof(
  fc.integer({ min: 1000, max: 9000 }),
  fc.constantFrom(999, 1000, 20_000),
);
const copies = fc.constantFrom(1, 1, 1, 2, 3);
/**
 * Movement of credits. `by` is an admin or the direct parent. A negative amount withdraws credits.
 */
const move = fc.record({
  kind: fc.constant('move' as const),
  target: wallet,
  byAdmin: fc.boolean(),
  amount: fc.tuple(hundredths, fc.boolean()).map(([amount, gives]) => (gives ? amount : -amount)),
  copies,
});
const sell = fc.record({ kind: fc.constant('sell' as const), seller: wallet, copies });
const open = fc.record({
  kind: fc.constant('open' as const),
  by: fc.nat(PARENTS - 1),
  amount: hundredths,
  copies,
});
/** Deletes an account with its credits and restores it. */
const remove = fc.record({
  kind: fc.constant('remove' as const),
  target: child,
  copies: fc.constant(1),
});
const act = fc.oneof(
  { weight: 60, arbitrary: move },
  { weight: 35, arbitrary: sell },
  { weight: 1, arbitrary: open },
  { weight: 4, arbitrary: remove },
);
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

const fault = fc.oneof(
  { weight: 3, arbitrary: fc.constant('calm' as const) },
  { weight: 2, arbitrary: fc.constant('lose a commit' as const) },
  { weight: 1, arbitrary: fc.constant('cut' as const) },
);
const storm = fc.record({
  acts: fc.array(act, { minLength: STORM, maxLength: STORM }),
  faults: fc.array(fault, { minLength: 8, maxLength: 8 }),
});

interface AnsweredAct {
  readonly act: Act;
  readonly key: string;
  /** Final responses of all copies of the request. */
  readonly replies: readonly Reply[];
}

interface Reply extends TestResponse<unknown> {
  /**
   * True if the response of an earlier attempt was lost. The server may have performed that
   * attempt.
   */
  readonly afterLostAnswer: boolean;
}

const AT_ONCE = 24;

/** Sends the acts in groups and distributes the faults evenly among them. */
async function rage(acts: readonly Act[], faults: readonly string[]): Promise<AnsweredAct[]> {
  const sent: AnsweredAct[] = [];
  let next = 0;
  const every = Math.ceil(acts.length / (faults.length + 1));
  const worker = async () => {
    for (let at = next++; at < acts.length; at = next++) {
      if (at > 0 && at % every === 0) await strike(faults[at / every - 1]!);
      const act = acts[at]!;
      const key = randomUUID();
      const replies = await Promise.all(
        Array.from({ length: act.copies }, () => untilAnswered(act, key)),
      );
      sent.push({ act, key, replies });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return sent;
}

let struck = 0;
async function strike(what: string): Promise<void> {
  if (what === 'calm') return;
  struck += 1;
  if (what === 'lose a commit') return proxy.loseNextCommit();
  await proxy.cut();
  await proxy.mend();
}

let unanswered = 0;

/**
 * Repeats the same request under the same key until it succeeds or is rejected, as a client does.
 */
async function untilAnswered(act: Act, key: string): Promise<Reply> {
  for (let tries = 0; tries < 60; tries += 1) {
    const reply = await send(act, key);
    if (reply.status < 500) return { ...reply, afterLostAnswer: tries > 0 };
    unanswered += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`never answered: ${JSON.stringify(act)}`);
}

function send(act: Act, key: string): Promise<TestResponse<unknown>> {
  const as = (index: number) => ({ token: tokens[index]!, key });
  switch (act.kind) {
    case 'move': {
      const actor = act.byAdmin || act.target < PARENTS ? ADMIN : parentOf(act.target);
      const body = { credits: act.amount / 100, sale: 5 };
      return call(fragile, moveCredits, { params: { id: ids[act.target]! }, body }, as(actor));
    }
    case 'sell': {
      const body = { isOficial: true, credits: 1, nota: 'Cliente', package: 1 };
      return call(fragile, createIptvLine, { body }, as(act.seller));
    }
    case 'open': {
      const body = { username: `p-${key}`, password: 'abrir-conta-1', credits: act.amount / 100 };
      return call(fragile, createReseller, { body }, as(act.by));
    }
    case 'remove':
      return removeAndRestore(act.target, as(ADMIN));
  }
}

/**
 * Deletes and restores an account, then creates its tokens again. The restoration is another
 * request, so it uses another key.
 */
async function removeAndRestore(
  target: number,
  as: { token: string; key: string },
): Promise<TestResponse<unknown>> {
  const params = { id: ids[target]! };
  const removed = await call(fragile, deleteReseller, { params, body: {} }, as);
  if (removed.status >= 500) return removed;
  const restored = await untilRestored(params, { ...as, key: randomUUID() });
  tokens[target] = await signIn(params.id);
  return restored;
}

async function untilRestored(
  params: { id: number },
  as: { token: string; key: string },
): Promise<TestResponse<unknown>> {
  for (;;) {
    const reply = await call(fragile, restoreReseller, { params }, as);
    if (reply.status < 500) return reply;
    unanswered += 1;
  }
}

type Balances = Map<number, number>;

async function balancesNow(): Promise<Balances> {
  const { rows } = await ctx.owner.query<{ id: number; balance: string }>(
    `select account_id::int as id, balance from wallets where kind = 'balance' and account_id <= 1000 + $1`,
    [WALLETS],
  );
  return new Map(rows.map(({ id, balance }) => [id, Number(balance)]));
}

/** Applies exactly the acknowledged acts to the model. */
function apply(balances: Balances, act: Act): void {
  const shift = (index: number, actor: number) => {
    if (index !== ADMIN) balances.set(ids[index]!, balances.get(ids[index]!)! + actor);
  };
  if (act.kind === 'sell') shift(act.seller, -100);
  if (act.kind === 'open') shift(act.by, -act.amount);
  if (act.kind !== 'move') return;
  shift(act.byAdmin || act.target < PARENTS ? ADMIN : parentOf(act.target), -act.amount);
  shift(act.target, act.amount);
}

/**
 * Applies the deletions and restorations to the model, as the entries show them. Checks that each
 * occurred at most once.
 */
async function applyDeletions(balances: Balances, after: number): Promise<number> {
  const { rows } = await ctx.owner.query<{
    from: number | null;
    to: number | null;
    amount: string;
  }>(
    `select f.account_id::int as from, t.account_id::int as to, e.amount
     from entries e join wallets f on f.id = e.from_wallet join wallets t on t.id = e.to_wallet
     where e.id > $1 and e.reason in ('reseller-deleted', 'reseller-restored')`,
    [after],
  );
  for (const { from, to, amount } of rows) {
    if (from !== null) balances.set(from, balances.get(from)! - Number(amount));
    if (to !== null) balances.set(to, balances.get(to)! + Number(amount));
  }
  const { rows: twice } = await ctx.owner.query(
    `select deletion_id, reason, from_wallet from entries where deletion_id is not null
     group by 1, 2, 3 having count(*) > 1`,
  );
  expect(twice).toEqual([]);
  return rows.length;
}

const newestEntry = async (): Promise<number> =>
  Number((await ctx.owner.query('select max(id) as id from entries')).rows[0].id);

const done = { move: 0, sell: 0, open: 0, remove: 0 };
let refused = 0;

async function expectModel(
  before: Balances,
  newest: number,
  sent: readonly AnsweredAct[],
): Promise<void> {
  const { rows } = await ctx.owner.query<{ key: string; n: number }>(
    'select key, count(*)::int as n from entries where key = any($1) group by key',
    [sent.map(({ key }) => key)],
  );
  const entryCounts = new Map(rows.map(({ key, n }) => [key, n]));
  for (const { act, key, replies } of sent) {
    const acknowledged = replies.filter(({ status }) => status === 200);
    const unexpected = replies.filter(
      ({ status, body }) => status !== 200 && !fair.has(String(body.code)),
    );
    expect([act, unexpected.map(({ body }) => body)]).toEqual([act, []]);
    const isDone =
      acknowledged.length > 0 || (entryCounts.has(key) && replies.some(mayHaveHappened));
    if (isDone) done[act.kind] += 1;
    else refused += 1;
    for (const reply of acknowledged) expect(reply.body).toEqual(acknowledged[0]!.body);
    if (act.kind === 'remove') continue;
    expect([act, entryCounts.get(key) ?? 0]).toEqual([act, isDone ? 1 : 0]);
    if (isDone) apply(before, act);
  }
  await applyDeletions(before, newest);
  expect(await balancesNow()).toEqual(before);
  expect(Math.min(...before.values())).toBeGreaterThanOrEqual(0);
  expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
}

/**
 * True if the request may have been applied although it failed. This happens only if a response was
 * lost and the caller was deleted afterwards. Such a caller is signed out and cannot read the
 * result. All other callers receive the result under the same key.
 */
const mayHaveHappened = ({ afterLostAnswer, status }: Reply): boolean =>
  afterLostAnswer && status === 401;

/**
 * Error codes that a correct server may return: too few credits, or a target or caller that is
 * deleted at that moment.
 */
const fair = new Set([
  'insufficient_credits',
  'child_insufficient_credits',
  'minimum_operation',
  'reseller_not_found',
  'not_direct_child',
  'deletion_not_found',
  'token_without_account',
  'token_ended',
]);

it(
  `performs each acknowledged one of ${movements} movements once over ${WALLETS} wallets with a failing database`,
  { timeout: 1_800_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(storm, async ({ acts, faults }) => {
        const [before, newest] = [await balancesNow(), await newestEntry()];
        await expectModel(before, newest, await rage(acts, faults));
      }),
      { numRuns: Math.ceil(movements / STORM) },
    );
    // Fails if the run made too few movements.
    expect(done.move).toBeGreaterThan(movements / 10);
    expect(done.sell).toBeGreaterThan(movements / 10);
    expect(refused).toBeGreaterThan(0);
    expect(struck).toBeGreaterThan(0);
    console.info(`storm: ${JSON.stringify({ done, refused, struck, unanswered })}`);
  },
);
