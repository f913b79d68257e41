import { moveCredits } from '@ramal/contract/resellers/resellers';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, line, person } from '../../test/accounts.ts';
import { verifyLedger } from './verify-ledger.ts';

let ctx: TestContext;
let child: Person;
let logged: { level: number; msg: string; drifted?: number[] }[];
const prove = () =>
  verifyLedger({
    ...ctx,
    log: pino({}, { write: (text: string) => void logged.push(JSON.parse(text)) }),
  });

beforeEach(async () => {
  logged = [];
  ctx = await createTestContext();
  const parent = await person(ctx, { balance: 10_000 });
  child = await person(ctx, { parent, balance: 0 });
  for (const credits of [20, 10, -15]) {
    await call(
      ctx,
      moveCredits,
      { params: { id: child.id }, body: { credits, sale: 1 } },
      { token: parent.token },
    );
  }
  await line(ctx, child);
});
afterEach(() => ctx.close());

/** Changes the ledger with the rights of the database owner, with the trigger disabled. */
async function tamper(change: string): Promise<void> {
  await ctx.owner.query(
    `alter table entries disable trigger user; ${change}; alter table entries enable trigger user`,
  );
}

const childsWallet = async (): Promise<number> => {
  const { rows } = await ctx.owner.query(
    `select id::int from wallets where account_id = $1 and kind = 'balance'`,
    [child.id],
  );
  return rows[0].id;
};

it('logs and stores that a ledger is consistent', async () => {
  expect(await prove()).toEqual({ entries: 5, wallets: 6, sum: 0, drifted: [] });
  const { rows } = await ctx.owner.query('select sum::int, drifted from ledger_proofs');
  expect(rows).toEqual([{ sum: 0, drifted: [] }]);
  expect(logged).toMatchObject([{ level: 30, msg: 'the ledger is consistent' }]);
});

it('finds a balance that was changed without an entry', async () => {
  await ctx.owner.query('update wallets set balance = balance + 1 where id = $1', [
    await childsWallet(),
  ]);
  expect(await prove()).toMatchObject({ sum: 1, drifted: [await childsWallet()] });
  expect(logged).toMatchObject([
    { level: 50, msg: 'THE LEDGER IS INCONSISTENT', drifted: [await childsWallet()] },
  ]);
});

it('finds credits moved between two balances without an entry although the sum is unchanged', async () => {
  await ctx.owner.query(
    `update wallets set balance = balance + case when account_id = $1 then 100 else -100 end
     where kind = 'balance'`,
    [child.id],
  );
  const proof = await prove();
  expect(proof.sum).toBe(0);
  expect(proof.drifted).toHaveLength(2);
});

it('finds an entry whose amount was changed', async () => {
  await tamper(
    `update entries set amount = amount + 500 where reason = 'credits-given' and amount = 1000`,
  );
  expect((await prove()).drifted).toHaveLength(2);
});

it('finds an entry that was deleted', async () => {
  await tamper(`delete from entries where reason = 'credits-withdrawn'`);
  expect((await prove()).drifted).toHaveLength(2);
});

it('finds a running balance that does not follow from the previous one', async () => {
  await tamper(
    `update entries set to_balance = to_balance + 1 where reason = 'credits-given' and amount = 1000`,
  );
  expect(await prove()).toMatchObject({ sum: 0, drifted: [await childsWallet()] });
});
