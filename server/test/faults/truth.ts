/**
 * Compares the responses that the clients received with the database. Each query returns the errors
 * that it finds. `tests` contains the free test lines that were created in addition to the paid
 * lines.
 */
import pg from 'pg';
import pino from 'pino';
import { expect } from 'vitest';
import { verifyLedger } from '../../src/credits/credits.ts';
import { openDatabase } from '../../src/foundation/database.ts';
import type { AppContext } from '../../src/foundation/app-context.ts';
import { type CompletedAct, OPENING_CREDITS, type Seller } from './trade.ts';

export async function expectTruth(
  databaseUrl: string,
  done: readonly CompletedAct[],
  sellers: readonly Seller[],
  tests: readonly number[] = [],
): Promise<void> {
  const owner = new pg.Client(databaseUrl);
  await owner.connect();
  try {
    await expectEachOnce(owner, done, tests);
    await expectNothingHalfMade(owner);
    await expectBalances(owner, done, sellers);
  } finally {
    await owner.end();
  }
  await expectProof(databaseUrl);
}

const reasons: Record<CompletedAct['kind'], string> = {
  created: 'line-created',
  extended: 'line-extended',
  moved: 'credits-given',
};

/**
 * Expects that each successful key has exactly one ledger entry with its line. No other entry with
 * a key, and no other line, may exist.
 */
async function expectEachOnce(
  owner: pg.Client,
  done: readonly CompletedAct[],
  tests: readonly number[],
): Promise<void> {
  const written = await owner.query<{
    key: string;
    reason: string;
    amount: string;
    line_id: string | null;
  }>(`select key, reason, amount, line_id from entries where key is not null`);
  const shape = (key: string, reason: string, amount: number, line: number | undefined): string =>
    `${key} ${reason} ${amount} ${line ?? '-'}`;
  const inDatabase = written.rows.map((row) =>
    shape(row.key, row.reason, Number(row.amount), row.line_id ? Number(row.line_id) : undefined),
  );
  const result = done.map(({ key, kind, spent, lineId }) =>
    shape(key, reasons[kind], spent, lineId),
  );
  expect(inDatabase.toSorted(), 'entries beside acknowledgements').toEqual(result.toSorted());
  const lines = await owner.query<{ id: string }>('select id from lines');
  const created = done.flatMap(({ kind, lineId }) => (kind === 'created' ? [lineId!] : []));
  expect(
    lines.rows.map(({ id }) => Number(id)).toSorted(ascending),
    'lines beside acknowledgements',
  ).toEqual([...created, ...tests].toSorted(ascending));
}

const ascending = (a: number, b: number): number => a - b;

/** Queries for invalid rows, by the name of the error. */
const halves: Record<string, string> = {
  'a line without exactly one charge': `
    select l.id from lines l left join entries e on e.line_id = l.id and e.reason = 'line-created'
    group by l.id having count(e.id) <> case when is_trial then 0 else 1 end`,
  'a line without exactly one event of its making': `
    select l.id from lines l left join events e on e.line_id = l.id and e.kind = 'line-created'
    group by l.id having count(e.id) <> 1`,
  'a charge without its line': `
    select id from entries where reason in ('line-created', 'line-extended') and line_id is null`,
  'a line whose expiry is not what was paid': `
    select l.id from lines l left join entries e on e.line_id = l.id and e.reason = 'line-extended'
    group by l.id having not is_trial and l.expires_at <> date_trunc('minute', l.created_at) + interval '30 days' * (1 + count(e.id))`,
  'an extension without its event': `
    select line_id from (
      select line_id, 1 as n from entries where reason = 'line-extended'
      union all select line_id, -1 from events where kind = 'line-extended'
    ) both_sides group by line_id having sum(n) <> 0`,
  'a key without the answer it was given': `
    select e.id from entries e left join idempotency_keys k using (key)
    where e.key is not null and (k.key is null or k.answer is null)`,
  'a key that took effect without an entry': `
    select k.key from idempotency_keys k left join entries e using (key) where e.id is null`,
};

async function expectNothingHalfMade(owner: pg.Client): Promise<void> {
  for (const [what, question] of Object.entries(halves)) {
    expect((await owner.query(question)).rows, what).toEqual([]);
  }
}

async function expectBalances(
  owner: pg.Client,
  done: readonly CompletedAct[],
  sellers: readonly Seller[],
): Promise<void> {
  const { rows } = await owner.query<{ total: string }>(
    `select sum(balance) as total from wallets where account_id = any($1)`,
    [sellers.map(({ id }) => id)],
  );
  const spent = done.reduce((sum, act) => sum + act.spent, 0);
  const givenToChildren = 1_000 * sellers.length;
  const opened = OPENING_CREDITS * 100 * sellers.length;
  expect(Number(rows[0]?.total), 'balances beside acknowledgements').toBe(
    opened - givenToChildren - spent,
  );
}

async function expectProof(databaseUrl: string): Promise<void> {
  const db = openDatabase({ url: databaseUrl, connections: 1 });
  try {
    const ctx = { db, log: pino({ level: 'silent' }) } as unknown as AppContext;
    expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
  } finally {
    await db.close();
  }
}
