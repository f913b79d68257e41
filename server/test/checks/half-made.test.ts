/**
 * Acts that move credits are complete or have no effect. A fault at any step undoes the whole act.
 * A retry with the same key then does the act once.
 */
import { randomUUID } from 'node:crypto';
import { createLineFromCode } from '@ramal/contract/activation';
import { createIptvLine, extendIptvLine } from '@ramal/contract/lines/iptv-lines';
import { createReseller, moveCredits } from '@ramal/contract/resellers/resellers';
import type { FastifyInstance } from 'fastify';
import type { Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePanelServer } from '../../src/app.ts';
import type { Db, StatementMode, Tx } from '../../src/foundation/database.ts';
import { app } from '../activation.ts';
import { type TestContext, call, createTestContext } from '../context.ts';
import { PASSWORD, type Person, line, person } from '../accounts.ts';

let ctx: TestContext;
let seller: Person;
let child: Person;
let lineId: number;
beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_LOG: 'silent' });
  seller = await person(ctx, { balance: 1_000_000, grants: ['lines.new-p2p'] });
  child = await person(ctx, { parent: seller, balance: 5000 });
  lineId = (await line(ctx, seller)).id;
});
afterAll(() => ctx.close());

type At = { server: FastifyInstance };
const as = (key: string) => ({ token: seller.token, key });
/** Activation codes by idempotency key, so that a retry with a key sends the same code. */
const codes = new Map<string, string>();
const codeFor = async (key: string): Promise<string> => {
  if (!codes.has(key)) codes.set(key, (await app(ctx)).code);
  return codes.get(key)!;
};
const acts = {
  create: (at: At, key: string) =>
    call(at, createIptvLine, { body: { isOficial: true, nota: 'Cliente', package: 1 } }, as(key)),
  'create from a code': async (at: At, key: string) =>
    call(at, createLineFromCode, { body: { code: await codeFor(key) } }, as(key)),
  extend: (at: At, key: string) =>
    call(at, extendIptvLine, { params: { id: lineId }, body: { credits: 1 } }, as(key)),
  'create a reseller': async (at: At, key: string) => {
    // An account may set only a few passwords in a minute. The test sets more, so the counts are
    // deleted.
    await ctx.owner.query(`delete from rate_limits where key like 'password-setting:%'`);
    return call(
      at,
      createReseller,
      { body: { username: `nova-${key.slice(0, 8)}`, password: PASSWORD, credits: 5 } },
      as(key),
    );
  },
  'move credits': (at: At, key: string) =>
    call(at, moveCredits, { params: { id: child.id }, body: { credits: 10, sale: 1 } }, as(key)),
};

const always = [
  'insert on entries',
  'insert on events',
  'update on wallets',
  'insert on idempotency_keys',
  'update on idempotency_keys',
];
/** For each act, the writes that can fail. */
const writes: Record<keyof typeof acts, string[]> = {
  create: [...always, 'insert on lines'],
  'create from a code': [...always, 'insert on lines', 'update on activation_codes'],
  extend: [...always, 'update on lines'],
  'create a reseller': [...always, 'insert on accounts'],
  'move credits': always,
};

/** Reads all data that these acts write. */
async function everything() {
  const { rows } = await ctx.owner.query(
    `select (select json_agg(l order by id) from (select id, expires_at, trusted_at from lines) l) as lines,
      (select json_agg(w order by id) from (select id, balance from wallets) w) as wallets,
      (select count(*)::int from accounts) as accounts, (select count(*)::int from entries) as entries,
      (select count(*)::int from events where kind <> 'signed-in') as events, (select count(*)::int from idempotency_keys) as keys,
      (select count(*)::int from activation_codes where line_id is not null) as used`,
  );
  return rows[0];
}

/**
 * Expects that the failed act wrote nothing. Then expects that a retry with the same key does the
 * act once.
 */
async function expectUndoneThenDone(
  act: (at: At, key: string) => Promise<{ status: number; body: unknown }>,
  at: At,
  key: string,
) {
  const before = await everything();
  expect((await act(at, key)).status).toBe(503);
  expect(await everything()).toEqual(before);
  return async () => {
    const done = await act(ctx, key);
    expect(done.status).toBe(200);
    const after = await everything();
    expect([
      after.entries - before.entries,
      after.events - before.events,
      after.keys - before.keys,
    ]).toEqual([1, 1, 1]);
    expect((await act(ctx, key)).body).toEqual(done.body);
    expect(await everything()).toEqual(after);
  };
}

const broken = () => Object.assign(new Error('planted'), { code: '57P01' });

/**
 * A server whose transactions fail at step number `failingStep`. Every statement has two steps:
 * before it and after it. The server is created once, because its creation takes long.
 */
let breaking: At;
let failingStep = 0;
let reached = 0;
const pass = () => {
  reached += 1;
  if (reached === failingStep) throw broken();
};
const failAt = (step: number) => {
  failingStep = step;
  reached = 0;
};
beforeAll(async () => {
  const db: Db = { ...ctx.db, tx: (work) => ctx.db.tx((tx) => work(stepwise(tx))) };
  const { config, clock, secrets, log } = ctx;
  breaking = { server: await makePanelServer({ config, clock, secrets, log, db }) };
});
afterAll(() => breaking.server.close());

function stepwise(tx: Tx): Tx {
  const between = async <R>(act: () => Promise<R>): Promise<R> => {
    pass();
    const result = await act();
    pass();
    return result;
  };
  const steps: Omit<Tx, symbol> = {
    run: (query, plan) => between(() => tx.run(query, plan)),
    // The real method sends the statement together with the commit. Here the statement is sent
    // first, so that a fault is possible between them.
    finish: async (query, plan) => void (await between(() => tx.run(query, plan))),
    many: <Row>(query: Sql, plan?: StatementMode) => between(() => tx.many<Row>(query, plan)),
    first: <Row>(query: Sql, plan?: StatementMode) => between(() => tx.first<Row>(query, plan)),
  };
  return steps as Tx;
}

describe.each(Object.entries(acts))('%s', (name, act) => {
  it('a fault before or after any statement leaves nothing half-done', async () => {
    failAt(0);
    expect((await act(breaking, randomUUID())).status).toBe(200);
    const steps = reached;
    expect(steps).toBeGreaterThanOrEqual(4);
    for (let step = 1; step <= steps; step += 1) {
      failAt(step);
      const retry = await expectUndoneThenDone(act, breaking, randomUUID());
      expect(reached).toBeGreaterThanOrEqual(step);
      await retry();
    }
  });

  it.each(writes[name as keyof typeof acts])(
    'a fault at the %s leaves nothing half-done',
    async (position) => {
      await ctx.owner.query(
        `create or replace function fail() returns trigger language plpgsql as
         $$ begin raise exception 'planted' using errcode = '53100'; end $$;
         create or replace trigger fail before ${position} for each row execute function fail()`,
      );
      const key = randomUUID();
      const retry = await expectUndoneThenDone(act, ctx, key);
      await ctx.owner.query(`drop trigger fail on ${position.split(' ').at(-1)}`);
      await retry();
    },
  );
});
