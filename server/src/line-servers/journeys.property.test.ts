/**
 * Runs random sequences of actions on lines. They involve the panel, a fake server with all its
 * faults, and a service with signed calls. No credit is lost or created, and both sides agree in
 * the end. The expected credits are calculated only from the responses, as a client of the API
 * would do.
 */
import {
  editIptvLine,
  deleteIptvLine,
  extendIptvLine,
  switchIptvLine,
} from '@ramal/contract/lines/iptv-lines';
import { startBulkLines } from '@ramal/contract/lines/bulk-lines';
import { migrateIptvToP2p, migrateP2pToIptv } from '@ramal/contract/lines/line-migrations';
import { renewLinePassword, restoreLine } from '@ramal/contract/lines/lines';
import { p2pLines } from '@ramal/contract/lines/p2p-lines';
import { HOUR_MS } from '@ramal/contract/rules/durations';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, readAccountBalance, line, p2pLine, person } from '../../test/accounts.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import {
  addSignedServer,
  addXuiServer,
  push,
  ALLOW_LOCAL_SERVERS,
} from '../../test/line-servers.ts';
import { runs, timeLimit } from '../../test/property-runs.ts';
import { type SignedDouble, startSignedPlatform } from '../../test/signed-platform-double.ts';
import { type XuiDouble, type XuiFault, startXui } from '../../test/xui-double.ts';
import { verifyLedger } from '../credits/credits.ts';
import { taskKinds } from '../jobs.ts';
import { runNextTask } from '../tasks/run-tasks.ts';
import { compareServer } from './compare/compare-server.ts';
import { findServer } from './line-servers.sql.ts';

const UNTIL = '2036-01-01';
const RULES = JSON.stringify(
  Object.fromEntries(
    ['missing-there', 'left-behind', 'username', 'password', 'expiry', 'status'].map((kind) => [
      kind,
      'ours',
    ]),
  ),
);

let ctx: TestContext;
let xui: XuiDouble;
let signed: SignedDouble;
let admin: Person;
let servers: readonly number[];
beforeAll(async () => {
  ctx = await createTestContext({ ...ALLOW_LOCAL_SERVERS, RAMAL_LOG: 'silent' });
  xui = await startXui();
  signed = await startSignedPlatform(() => ctx.clock.now().getTime());
  admin = await person(ctx, { profile: 'admin', until: UNTIL });
  servers = [
    (await addXuiServer(ctx, admin, xui)).id,
    (await addSignedServer(ctx, admin, signed, 'p2p')).id,
  ];
  await ctx.owner.query('update line_servers set rules = $1', [RULES]);
});
afterAll(async () => {
  await ctx.close();
  await xui.close();
  await signed.close();
});

const xuiFaults = [
  'dropped',
  'answer-lost',
  'half-answer',
  'page',
  'empty',
  'failure',
  'twice',
  'late',
] as const;
const signedFaults = [
  'dropped',
  'answer-lost',
  'half-answer',
  'page',
  'try-later',
  'broken',
] as const;

const plain = ['extend', 'switch', 'migrate', 'delete', 'restore', 'password', 'rename'] as const;

type Step =
  | { does: 'create'; p2p: boolean; taken: boolean }
  | { does: 'bulk'; act: 'extend' | 'switch-off' | 'delete' }
  | { does: 'faults'; xui: (XuiFault | undefined)[]; signed: SignedDouble['faults'] }
  | { does: 'push'; concurrent: { does: (typeof plain)[number]; which: number } | null }
  | { does: 'wait'; minutes: number }
  | { does: (typeof plain)[number]; which: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('create' as const),
      p2p: fc.boolean(),
      taken: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    }),
  },
  { weight: 9, arbitrary: fc.record({ does: fc.constantFrom(...plain), which: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('bulk' as const),
      act: fc.constantFrom('extend' as const, 'switch-off' as const, 'delete' as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('faults' as const),
      xui: fc.array(fc.option(fc.constantFrom(...xuiFaults), { nil: undefined, freq: 2 }), {
        maxLength: 6,
      }),
      signed: fc.array(fc.option(fc.constantFrom(...signedFaults), { nil: undefined, freq: 2 }), {
        maxLength: 4,
      }),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      does: fc.constant('push' as const),
      // Another step runs while lines are being sent.
      concurrent: fc.option(fc.record({ does: fc.constantFrom(...plain), which: fc.nat(20) })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('wait' as const),
      minutes: fc.integer({ min: 1, max: 90 }),
    }),
  },
);

interface JourneyLine {
  readonly id: number;
  platform: 'iptv' | 'p2p';
  /** Hundredths of credits that the responses charged for the line. */
  charged: number;
}

let names = 80_000_000;
const newName = () => String((names += 1));
const tried = new Set<string>();

class Journey {
  readonly lines: JourneyLine[] = [];
  readonly seller: Person;

  constructor(seller: Person) {
    this.seller = seller;
  }

  async take(step: Step): Promise<void> {
    if (step.does === 'push') {
      await Promise.all([push(ctx), step.concurrent ? this.take(step.concurrent) : undefined]);
      return;
    }
    if (step.does === 'wait') return ctx.clock.forward(step.minutes * 60_000);
    if (step.does === 'faults') {
      xui.faults = [...xui.faults, ...step.xui];
      signed.faults = [...signed.faults, ...step.signed];
      return;
    }
    if (step.does === 'create') return this.create(step);
    if (step.does === 'bulk') return this.bulk(step.act);
    const line = this.lines[step.which % Math.max(1, this.lines.length)];
    if (line) await this.act(line, step.does);
  }

  async create({ p2p, taken }: { p2p: boolean; taken: boolean }): Promise<void> {
    const name = newName();
    if (p2p) {
      if (taken) signed.refusedNames.add(`p${name}`);
      const made = await p2pLine(ctx, this.seller, p2pLines, { name: `p${name}` });
      this.lines.push({ id: made.id, platform: 'p2p', charged: made.charged * 100 });
      return;
    }
    if (taken) xui.seed({ username: name, password: 'de-outro' });
    const made = await line(ctx, this.seller, { username: name });
    this.lines.push({ id: made.id, platform: 'iptv', charged: made.charged * 100 });
  }

  async act(line: JourneyLine, does: (typeof plain)[number]): Promise<void> {
    const params = { id: line.id };
    const as = { token: this.seller.token };
    const isIptv = line.platform === 'iptv';
    const sending = {
      extend: () =>
        isIptv
          ? call(ctx, extendIptvLine, { params, body: { credits: 1 } }, as)
          : call(ctx, p2pLines.extend, { params, body: { credits: 1 } }, as),
      switch: () =>
        isIptv
          ? call(ctx, switchIptvLine, { params, body: {} }, as)
          : call(ctx, p2pLines.toggle, { params, body: {} }, as),
      migrate: () =>
        isIptv
          ? call(ctx, migrateIptvToP2p, { params, body: { productid: 2 } }, as)
          : call(ctx, migrateP2pToIptv, { params, body: { package: 2 } }, as),
      delete: () =>
        isIptv
          ? call(ctx, deleteIptvLine, { params, body: {} }, as)
          : call(ctx, p2pLines.remove, { params, body: {} }, as),
      restore: () => call(ctx, restoreLine, { params }, { token: admin.token }),
      password: () => call(ctx, renewLinePassword, { params, body: {} }, as),
      rename: () =>
        isIptv
          ? call(ctx, editIptvLine, { params, body: { username: newName() } }, as)
          : call(ctx, p2pLines.edit, { params, body: { name: `p${newName()}` } }, as),
    } as const;
    const reply = await sending[does]();
    // The line may be deleted, undone, expired or on the other platform. No other error may occur.
    if (![200, 404, 409, 422].includes(reply.status))
      throw new Error(`${does}: ${JSON.stringify(reply.body)}`);
    if (reply.status !== 200) return;
    tried.add(does);
    if (does === 'extend')
      line.charged += (reply.body as unknown as { charged: number }).charged * 100;
    if (does === 'migrate') line.platform = isIptv ? 'p2p' : 'iptv';
  }

  async bulk(act: 'extend' | 'switch-off' | 'delete'): Promise<void> {
    const body = { act, platform: 'iptv', ...(act === 'extend' ? { credits: 1 } : {}) } as never;
    const started = await call(ctx, startBulkLines, { body }, { token: this.seller.token });
    if (started.status !== 200) return;
    await runNextTask(ctx, taskKinds);
    tried.add(`bulk-${act}`);
    const { rows } = await ctx.owner.query(
      `select line_id::int as id, charged::int from batch_rows where batch_id = $1 and outcome = 'done'`,
      [started.body.batch.id],
    );
    for (const { id, charged } of rows) {
      const line = this.lines.find((each) => each.id === id);
      if (line) line.charged += charged;
    }
  }
}

/** Repairs the servers and completes all pending work. */
async function recover(): Promise<void> {
  xui.faults = [];
  signed.faults = [];
  xui.settle();
  for (let round = 0; round < 6; round += 1) {
    ctx.clock.forward(2 * HOUR_MS);
    await push(ctx);
    for (const id of servers) await compareServer(ctx, (await findServer(ctx.db, id))!);
    await push(ctx);
  }
}

interface ServerState {
  readonly id: number;
  readonly platform: string;
  readonly username: string;
  readonly password: string;
  readonly on: boolean;
  readonly expires: string;
  readonly failed: boolean;
}

async function expectAgreement(seller: Person): Promise<void> {
  const { rows } = await ctx.owner.query<ServerState>(
    `select l.id::int, platform, l.username, l.password, is_on as on,
       extract(epoch from date_trunc('second', expires_at))::bigint::text as expires,
       exists (select from deliveries d join server_lines s on s.id = d.subject_id
         where s.line_id = l.id and s.is_current and d.state = 'failed') as failed
     from lines l where owner_id = $1 and deleted_at is null`,
    [seller.id],
  );
  const here = rows
    .filter(({ failed }) => !failed)
    .map(({ id, platform, username, password, on, expires }) => ({
      id,
      platform,
      username,
      password,
      on,
      expires,
    }));
  const remoteLines = [
    ...[...xui.lines.values()].flatMap((line) => {
      const id = Number(/ramal:.+:(\d+)/.exec(line.admin_notes ?? '')?.[1]);
      return id
        ? [
            {
              id,
              platform: 'iptv',
              username: line.username,
              password: line.password,
              on: line.enabled === '1',
              expires: line.exp_date,
            },
          ]
        : [];
    }),
    ...[...signed.lines.values()].map((line) => ({
      id: line.line,
      platform: 'p2p',
      username: line.username,
      password: line.password,
      on: line.is_on,
      expires: String(line.expires_at),
    })),
  ];
  const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
  const mine = new Set(
    (await ctx.owner.query('select id::int from lines where owner_id = $1', [seller.id])).rows.map(
      ({ id }) => id,
    ),
  );
  expect(remoteLines.filter(({ id }) => mine.has(id)).toSorted(byId)).toEqual(here.toSorted(byId));
}

async function expectMoneyKept({ seller, lines }: Journey, opening: number): Promise<void> {
  const { rows } = await ctx.owner.query<{ id: number; returned: number; refused: boolean }>(
    `select l.id::int,
       (select coalesce(sum(amount), 0)::int from entries where line_id = l.id and reason = 'line-returned') as returned,
       exists (select from events where line_id = l.id and kind = 'line-refused') as refused
     from lines l where owner_id = $1`,
    [seller.id],
  );
  const charged = lines.reduce((sum, line) => sum + line.charged, 0);
  // Every line that was rejected at its creation was refunded completely, and no other line was.
  for (const { id, returned, refused } of rows) {
    const line = lines.find((each) => each.id === id)!;
    expect([id, returned]).toEqual([id, refused ? line.charged : 0]);
    if (refused) tried.add('refused');
  }
  const returned = rows.reduce((sum, row) => sum + row.returned, 0);
  expect(await readAccountBalance(ctx, seller.id)).toBe(opening - charged + returned);
  const report = await verifyLedger(ctx);
  expect([report.sum, report.drifted]).toEqual([0, []]);
}

it(
  'loses and creates no credit in any sequence and ends with both sides equal',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
        ctx.clock.set(TODAY);
        await ctx.owner.query('truncate paused_queues');
        const opening = 3_000;
        const seller = await person(ctx, { balance: opening, until: UNTIL });
        const journey = new Journey(seller);
        for (const step of steps) {
          if (step.does === 'create' && (await readAccountBalance(ctx, seller.id)) < 100) continue;
          await journey.take(step);
        }
        await recover();
        await expectAgreement(seller);
        await expectMoneyKept(journey, opening);
      }),
      { numRuns: runs(25) },
    );
    const { rows } = await ctx.owner.query(
      `select array_agg(distinct outcome) as outcomes from delivery_attempts`,
    );
    // The runs must include every situation. Otherwise the test proves nothing.
    expect(rows[0].outcomes).toEqual(expect.arrayContaining(['sent', 'unknown', 'failed']));
    expect([...tried].toSorted()).toEqual(
      expect.arrayContaining(
        [...plain, 'bulk-delete', 'bulk-extend', 'bulk-switch-off', 'refused'].toSorted(),
      ),
    );
  },
  timeLimit(240_000),
);
