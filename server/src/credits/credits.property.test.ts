/**
 * Property test of credits in a small tree. It sends random movements, openings of accounts and
 * sales, each once or more under the same key. Sequential runs are compared with a model.
 * Concurrent runs are checked against the invariants.
 */
import { randomUUID } from 'node:crypto';
import { createIptvLine } from '@ramal/contract/lines/iptv-lines';
import { createReseller, moveCredits } from '@ramal/contract/resellers/resellers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type TestResponse,
  type TestContext,
  call,
  createTestContext,
} from '../../test/context.ts';
import { type Person, person } from '../../test/accounts.ts';
import { runs, timeLimit } from '../../test/property-runs.ts';
import { verifyLedger } from './verify-ledger.ts';

let ctx: TestContext;
/** Order: the admin, the root reseller, its two children, and one child of the first child. */
let people: Person[];
const parents = [undefined, 0, 1, 1, 2];

beforeAll(async () => {
  ctx = await createTestContext();
  people = [await person(ctx, { profile: 'admin' })];
  for (const parent of parents.slice(1)) {
    people.push(await person(ctx, { parent: people[parent!]!, balance: 3000 }));
  }
});
afterAll(() => ctx.close());

type Act =
  | {
      readonly kind: 'move';
      readonly actor: number;
      readonly target: number;
      readonly hundredths: number;
    }
  | { readonly kind: 'open'; readonly actor: number; readonly hundredths: number }
  | { readonly kind: 'sell'; readonly actor: number };

const account = fc.integer({ min: 0, max: parents.length - 1 });
/** Index of an account that can sell a line. Index 0 is the admin, who owns no lines. */
const seller = fc.integer({ min: 1, max: parents.length - 1 });
const amount = fc.oneof(fc.integer({ min: 1, max: 2500 }), fc.constantFrom(999, 1000, 1001, 5000));
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      actor: account,
      target: account,
      hundredths: amount,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      actor: account,
      target: account,
      hundredths: amount.map((hundredths) => -hundredths),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('open' as const),
      actor: account,
      hundredths: amount,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sell' as const), actor: seller }) },
);
/** `copies` is the number of times that the same request is sent. */
const sendings = fc.array(fc.record({ act, copies: fc.integer({ min: 1, max: 3 }) }), {
  minLength: 5,
  maxLength: 25,
});

interface Sending {
  readonly key: string;
  readonly send: () => Promise<TestResponse<unknown>>;
}

/** Prepares a request that can be sent several times with the same body and the same key. */
function prepare(input: Act): Sending {
  const key = randomUUID();
  const as = { token: people[input.actor]!.token, key };
  if (input.kind === 'move') {
    const body = { credits: input.hundredths / 100, sale: 5 };
    return {
      key,
      send: () => call(ctx, moveCredits, { params: { id: people[input.target]!.id }, body }, as),
    };
  }
  if (input.kind === 'open') {
    const body = {
      username: `p-${key}`,
      password: 'abrir-conta-1',
      credits: input.hundredths / 100,
    };
    return { key, send: () => call(ctx, createReseller, { body }, as) };
  }
  const body = { isOficial: true, credits: 1, nota: 'Cliente', package: 1 };
  return { key, send: () => call(ctx, createIptvLine, { body }, as) };
}

type Balances = Map<number, number>;

/**
 * Applies the act to the model. Returns the error code that the rules require, or undefined if the
 * act succeeds.
 */
function expectedError(balances: Balances, input: Act): string | undefined {
  const { actor } = input;
  const mine = actor === 0 ? Number.POSITIVE_INFINITY : balances.get(actor)!;
  const shift = (index: number, actor: number) =>
    index !== 0 && balances.set(index, balances.get(index)! + actor);
  if (input.kind !== 'move') {
    const cost = input.kind === 'sell' ? 100 : input.hundredths;
    if (mine < cost) return 'insufficient_credits';
    shift(actor, -cost);
    return undefined;
  }
  const { target, hundredths } = input;
  const visible = actor === 0 || path(target).includes(actor);
  if (!visible) return 'reseller_not_found';
  if (actor !== 0 && parents[target] !== actor) return 'not_direct_child';
  if (target === 0) return 'cannot_credit_admin';
  const theirs = balances.get(target)!;
  if (hundredths > 0 && hundredths < 1000) return 'minimum_operation';
  if (hundredths > mine) return 'insufficient_credits';
  if (-hundredths > theirs) return 'child_insufficient_credits';
  if (hundredths < 0 && -hundredths < 1000 && -hundredths !== theirs) return 'minimum_operation';
  shift(actor, -hundredths);
  shift(target, hundredths);
  return undefined;
}

function path(index: number): number[] {
  const parent = parents[index];
  return parent === undefined ? [index] : [...path(parent), index];
}

async function balancesNow(): Promise<Balances> {
  const { rows } = await ctx.owner.query(
    `select account_id::int as id, balance::int from wallets where kind = 'balance' and account_id = any($1)`,
    [people.map((person) => person.id)],
  );
  const byId = new Map(rows.map((row) => [row.id as number, row.balance as number]));
  return new Map(people.slice(1).map((person, i) => [i + 1, byId.get(person.id)!]));
}

/**
 * Checks the invariants: no balance is below zero, every chain of running balances is complete, and
 * all balances add up to zero.
 */
async function expectWhole(): Promise<void> {
  const { rows: wallets } = await ctx.owner.query(
    'select id::int, kind, balance::int from wallets',
  );
  const { rows: entries } = await ctx.owner.query(
    `select from_wallet::int, to_wallet::int, amount::int, from_balance::int, to_balance::int from entries order by id`,
  );
  const sums = new Map<number, number>(wallets.map((wallet) => [wallet.id, 0]));
  const system = new Set(
    wallets.filter((wallet) => wallet.balance === null).map((wallet) => wallet.id),
  );
  const follow = (wallet: number, change: number, running: number | null) => {
    sums.set(wallet, sums.get(wallet)! + change);
    expect(running).toBe(system.has(wallet) ? null : sums.get(wallet));
    expect(running ?? 0).toBeGreaterThanOrEqual(0);
  };
  for (const entry of entries) {
    follow(entry.from_wallet, -entry.amount, entry.from_balance);
    follow(entry.to_wallet, entry.amount, entry.to_balance);
  }
  const accountWallets = wallets.filter((wallet) => !system.has(wallet.id));
  expect(accountWallets.map((wallet) => wallet.balance)).toEqual(
    accountWallets.map((wallet) => sums.get(wallet.id)),
  );
  expect([...sums.values()].reduce((a, b) => a + b, 0)).toBe(0);
  expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
}

async function entriesUnder(keys: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await ctx.owner.query(
    'select key, count(*)::int as n from entries where key = any($1) group by key',
    [keys],
  );
  return new Map(rows.map((row) => [row.key as string, row.n as number]));
}

it(
  'returns the model’s response and balance for every sequential request',
  { timeout: timeLimit(120_000) },
  async () => {
    await fc.assert(
      fc.asyncProperty(sendings, async (input) => {
        await ctx.owner.query('delete from rate_limits');
        const balances = await balancesNow();
        for (const { act, copies } of input) {
          const sending = prepare(act);
          const expected = expectedError(balances, act);
          const replies = await Promise.all(Array.from({ length: copies }, sending.send));
          for (const reply of replies) {
            expect([act, reply.body.code]).toEqual([act, expected]);
            expect(reply.body).toEqual(replies[0]!.body);
          }
          expect(await balancesNow()).toEqual(balances);
          expect((await entriesUnder([sending.key])).get(sending.key) ?? 0).toBe(expected ? 0 : 1);
        }
        await expectWhole();
      }),
      { numRuns: runs(30) },
    );
  },
);

it(
  'performs each acknowledged request exactly once when all run at the same time',
  { timeout: timeLimit(120_000) },
  async () => {
    await fc.assert(
      fc.asyncProperty(sendings, async (input) => {
        const before = await balancesNow();
        const sent = input.map(({ act, copies }) => ({ act, copies, ...prepare(act) }));
        const replies = await Promise.all(
          sent.map(({ copies, send }) => Promise.all(Array.from({ length: copies }, send))),
        );
        const entries = await entriesUnder(sent.map(({ key }) => key));
        for (const [i, { act, key }] of sent.entries()) {
          const acknowledged = replies[i]!.filter((reply) => reply.status === 200);
          expect(replies[i]!.every((reply) => reply.status < 500)).toBe(true);
          for (const reply of acknowledged) expect(reply.body).toEqual(acknowledged[0]!.body);
          expect(entries.get(key) ?? 0).toBe(acknowledged.length > 0 ? 1 : 0);
          if (acknowledged.length > 0) apply(before, act);
        }
        expect(await balancesNow()).toEqual(before);
        await expectWhole();
      }),
      { numRuns: runs(30) },
    );
  },
);

/** Applies an acknowledged act to the model. The order of the acts does not matter. */
function apply(balances: Balances, act: Act): void {
  const shift = (index: number, actor: number) =>
    index !== 0 && balances.set(index, balances.get(index)! + actor);
  if (act.kind === 'move') {
    shift(act.actor, -act.hundredths);
    shift(act.target, act.hundredths);
  } else shift(act.actor, act.kind === 'sell' ? -100 : -act.hundredths);
}

it('grants only one of two requests for the last credits', async () => {
  const parent = await person(ctx, { balance: 1000 });
  const child = await person(ctx, { parent });
  const give = () =>
    call(
      ctx,
      moveCredits,
      { params: { id: child.id }, body: { credits: 10, sale: 1 } },
      { token: parent.token },
    );
  const replies = await Promise.all(Array.from({ length: 40 }, give));
  const codes = replies.map((reply) => reply.body.code ?? 'done').toSorted();
  expect(codes).toEqual(['done', ...Array.from({ length: 39 }, () => 'insufficient_credits')]);
  await expectWhole();
});

it('lets opposite movements between two accounts finish without a deadlock', async () => {
  const parent = await person(ctx, { balance: 50_000 });
  const child = await person(ctx, { parent, balance: 50_000 });
  const move = (credits: number) =>
    call(
      ctx,
      moveCredits,
      { params: { id: child.id }, body: { credits, sale: 1 } },
      { token: parent.token },
    );
  const sell = () =>
    call(
      ctx,
      createIptvLine,
      { body: { isOficial: true, credits: 1, nota: 'x', package: 1 } },
      { token: child.token },
    );
  const replies = await Promise.all(
    Array.from({ length: 90 }, (_, i) => (i % 3 === 0 ? sell() : move(i % 3 === 1 ? 10 : -10))),
  );
  expect(replies.map((reply) => reply.status)).toEqual(Array.from({ length: 90 }, () => 200));
  await expectWhole();
});
