/**
 * Runs random acts on random lines and undoes them. The line, its payments and reminders, the
 * balance, the limits and the counts must be as before. The log contains two more events, and the
 * ledger an entry and its counter-entry.
 */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { getBatch, listBatchRows } from '@ramal/contract/batches';
import { startBulkLines } from '@ramal/contract/lines/bulk-lines';
import {
  editIptvLine,
  endOfDayIptvLine,
  extendIptvLine,
  switchIptvLine,
  trustIptvLine,
} from '@ramal/contract/lines/iptv-lines';
import { markLinePaid, setLinePrice } from '@ramal/contract/lines/line-payments';
import { setLineWhatsapp } from '@ramal/contract/lines/lines';
import { listMessages } from '@ramal/contract/lines/messages';
import { saveLineReminders } from '@ramal/contract/reminders/customers';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { MAX_UNDO_HUNDREDTHS, undoAct } from '@ramal/contract/undo';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, line, person } from '../../test/accounts.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { runs, timeLimit } from '../../test/property-runs.ts';
import { makePanelServer } from '../app.ts';
import { batchTask } from '../batches/batches.ts';
import { verifyLedger } from '../credits/credits.ts';
import { openDatabase } from '../foundation/database.ts';
import { readAllUsage } from '../limits/limits.ts';
import { bulkLineKinds } from '../lines/bulk/bulk-actions.ts';
import { runTask } from '../tasks/run-tasks.ts';

let ctx: TestContext;
/** A second process on the same database. */
let other: { readonly server: FastifyInstance };
let closeOther: () => Promise<void>;
beforeAll(async () => {
  ctx = await createTestContext();
  const url = String(ctx.db.pool.options.connectionString);
  const db = openDatabase({ url, connections: 4 });
  const server = await makePanelServer({ ...ctx, db });
  other = { server };
  closeOther = async () => {
    await server.close();
    await db.close();
  };
});
afterAll(async () => {
  await closeOther();
  await ctx.close();
});

/** Acts of «desfazer em vez de perguntar», and the edits in place, which never ask. */
const undoable: readonly Endpoint[] = [
  extendIptvLine,
  switchIptvLine,
  endOfDayIptvLine,
  trustIptvLine,
  setLinePrice,
  editIptvLine,
  setLineWhatsapp,
  markLinePaid,
  saveLineReminders,
];

interface Act {
  readonly endpoint: Endpoint;
  readonly body: Record<string, unknown>;
}

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.constantFrom(1, 2.9, 5.6).map((credits) => ({ endpoint: extendIptvLine, body: { credits } })),
  fc.constant({ endpoint: switchIptvLine, body: {} }),
  fc.constant({ endpoint: trustIptvLine, body: {} }),
  fc.constant({ endpoint: endOfDayIptvLine, body: {} }),
  fc.record({
    endpoint: fc.constant(editIptvLine),
    body: fc.record({ nota: fc.constantFrom('Ana', 'Bia, sala', '') }),
  }),
  fc.record({
    endpoint: fc.constant(editIptvLine),
    body: fc.record({
      nota: fc.constantFrom('Cida', ''),
      price_cents: fc.integer({ min: 1, max: 9_000 }),
    }),
  }),
  fc.record({
    endpoint: fc.constant(setLineWhatsapp),
    body: fc.record({ whatsapp: fc.constantFrom('5511987654321', '') }),
  }),
  fc.record({
    endpoint: fc.constant(setLinePrice),
    body: fc.record({ price_cents: fc.option(fc.integer({ min: 1, max: 9_000 })) }),
  }),
  fc.record({ endpoint: fc.constant(markLinePaid), body: fc.record({ paid: fc.boolean() }) }),
  fc.record({
    endpoint: fc.constant(saveLineReminders),
    body: fc.record({
      email: fc.constantFrom('ana@exemplo.com', null),
      left_out: fc.boolean(),
      resumed: fc.boolean(),
    }),
  }),
);

const perform = (
  id: number,
  by: Person,
  { endpoint, body }: Act,
  at: { server: FastifyInstance } = ctx,
) => call(at, endpoint, { params: { id }, body }, { token: by.token });
const undo = (id: string, by: Person, at: { server: FastifyInstance } = ctx, key?: string) =>
  call(at, undoAct, { params: { id }, body: {} }, { token: by.token, ...(key ? { key } : {}) });

const undoIdIn = (body: unknown): string | undefined => (body as { undo_id?: string }).undo_id;

/** Everything that an undo must restore. */
async function snapshot(id: number, seller: Person) {
  const { rows } = await ctx.owner.query(
    `select to_jsonb(l) as line,
      (select to_jsonb(p) from line_prices p where p.line_id = l.id) as price,
      (select jsonb_agg(to_jsonb(p) - 'id' order by p.period) from line_payments p where p.line_id = l.id) as payments,
      (select jsonb_agg(to_jsonb(r) order by r.id) from reminders r where r.line_id = l.id) as reminders,
      (select to_jsonb(w) from line_reminder_choices w where w.line_id = l.id) as choices,
      (select balance from wallets where account_id = l.owner_id and kind = 'balance') as balance,
      (select count(*) from events e where e.line_id = l.id and e.kind = 'line-extended'
        and not exists (select from undone_events u where u.event_id = e.id)) as renewals
     from lines l where l.id = $1`,
    [id],
  );
  return { ...rows[0], usage: await readAllUsage(ctx.db, ctx, seller.id) };
}

async function counts(id: number) {
  const { rows } = await ctx.owner.query<{ events: number; entries: number }>(
    `select (select count(*)::int from events where line_id = $1) as events,
      (select count(*)::int from entries where line_id = $1) as entries`,
    [id],
  );
  return rows[0]!;
}

it(
  'restores line and money and limits and adds one counter-event for each event',
  async () => {
    const undone = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { maxLength: 4 }),
        act,
        fc.integer({ min: 0, max: 40 }),
        async (before, tried, days) => {
          ctx.clock.set(TODAY);
          const seller = await person(ctx, { balance: 3_000, until: '2027-03-01' });
          const { id } = await line(ctx, seller);
          for (const earlier of before) await perform(id, seller, earlier);
          ctx.clock.forward(days * DAY_MS);
          const former = await snapshot(id, seller);
          const formerCounts = await counts(id);
          const reply = await perform(id, seller, tried);
          const undoId = undoIdIn(reply.body);
          const done = await counts(id);
          const isChanged = JSON.stringify(done) !== JSON.stringify(formerCounts);
          expect(undoId !== undefined).toBe(isChanged);
          if (undoId === undefined) return;
          undone.add(tried.endpoint.name);
          const { status } = await undo(undoId, seller, other);
          expect(status).toBe(200);
          expect(await snapshot(id, seller)).toEqual(former);
          const added = done.events - formerCounts.events;
          expect(await counts(id)).toEqual({
            events: formerCounts.events + 2 * added,
            entries: formerCounts.entries + 2 * (done.entries - formerCounts.entries),
          });
          expect((await undo(undoId, seller)).body.code).toBe('undo_done');
        },
      ),
      { numRuns: runs(60) },
    );
    expect([...undone].toSorted()).toEqual(undoable.map(({ name }) => name).toSorted());
    expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
  },
  timeLimit(90_000),
);

it(
  'undoes an act or performs the next one but never both when two processes run them at once',
  async () => {
    ctx.clock.set(TODAY);
    const outcomes = new Set<string>();
    for (let round = 0; round < runs(12); round += 1) {
      const seller = await person(ctx, { balance: 1_000 });
      const { id } = await line(ctx, seller);
      const extension = { endpoint: extendIptvLine, body: { credits: 1 } };
      const first = await perform(id, seller, extension);
      const undoId = undoIdIn(first.body)!;
      const [undone, next, again] = await Promise.all([
        undo(undoId, seller, other),
        perform(id, seller, extension),
        undo(undoId, seller),
      ]);
      expect(next.status).toBe(200);
      const done = [undone, again].filter(({ status }) => status === 200).length;
      expect(done).toBeLessThanOrEqual(1);
      outcomes.add(
        [undone, again]
          .map(({ body }) => body.code ?? 'undone')
          .toSorted()
          .join(),
      );
      const balance = (await snapshot(id, seller)).balance as string;
      expect(Number(balance)).toBe(1_000 - 100 - 100 - (done === 1 ? 0 : 100));
    }
    for (const outcome of outcomes)
      expect(['undo_done,undone', 'undo_changed,undo_changed']).toContain(outcome);
    expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
  },
  timeLimit(60_000),
);

it('answers a repeated undo with the same key once', async () => {
  ctx.clock.set(TODAY);
  const seller = await person(ctx, { balance: 1_000 });
  const { id } = await line(ctx, seller);
  const former = await snapshot(id, seller);
  const undoId = undoIdIn(
    (await perform(id, seller, { endpoint: extendIptvLine, body: {} })).body,
  )!;
  const key = 'desfazer-000000000001';
  const replies = await Promise.all(
    [1, 2, 3].map((n) => undo(undoId, seller, n === 2 ? other : ctx, key)),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(replies[0]!.body).toMatchObject({ balance: 9, lines: [{ id }] });
  expect(await snapshot(id, seller)).toEqual(former);
});

async function renewMany(seller: Person, ids: readonly number[], credits: number) {
  const body = { platform: 'iptv', act: 'extend', ids, credits, accept_partial: true } as never;
  const started = await call(ctx, startBulkLines, { body }, { token: seller.token });
  expect(started.status).toBe(200);
  const { id, task } = started.body.batch;
  await runTask(ctx, [batchTask(bulkLineKinds as never)], task.id);
  return id;
}

const readBatch = async (id: number, by: Person) =>
  (await call(ctx, getBatch, { params: { id } }, { token: by.token })).body;

it(
  'undoes a bulk renewal of up to ten credits as a whole',
  async () => {
    let undone = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          officials: fc.integer({ min: 1, max: 6 }),
          tests: fc.integer({ min: 0, max: 2 }),
          credits: fc.constantFrom(0.6, 1, 2, 5),
          balance: fc.constantFrom(150, 400, 5_000),
          days: fc.integer({ min: 0, max: 40 }),
        }),
        async ({ officials, tests, credits, balance, days }) => {
          ctx.clock.set(TODAY);
          // Each official line costs one credit when it is created.
          const seller = await person(ctx, {
            balance: officials * 100 + balance,
            until: '2027-03-01',
          });
          const ids: number[] = [];
          for (let made = 0; made < officials + tests; made += 1) {
            const { id } = await line(ctx, seller, { isOficial: made < officials });
            ids.push(id);
          }
          ctx.clock.forward(days * DAY_MS);
          const former = await Promise.all(ids.map((id) => snapshot(id, seller)));
          const formerCounts = await Promise.all(ids.map((id) => counts(id)));
          const batchId = await renewMany(seller, ids, credits);
          const batch = await readBatch(batchId, seller);
          const isSmall = Math.round(credits * 100) * officials <= MAX_UNDO_HUNDREDTHS;
          expect(batch.undo !== undefined).toBe(isSmall && batch.done > 0);
          if (!batch.undo) return;
          undone += 1;
          const reply = await undo(batch.undo.id, seller, other);
          expect(reply.status).toBe(200);
          expect(await Promise.all(ids.map((id) => snapshot(id, seller)))).toEqual(former);
          const renewed = await call(
            ctx,
            listBatchRows,
            { params: { id: batchId }, query: { outcome: 'done' } },
            { token: seller.token },
          );
          const renewedIds = renewed.body.data.map(({ line_id: lineId }) => lineId);
          expect(await Promise.all(ids.map((id) => counts(id)))).toEqual(
            formerCounts.map(({ events, entries }, index) => {
              const added = renewedIds.includes(ids[index]!) ? 2 : 0;
              return { events: events + added, entries: entries + added };
            }),
          );
          expect(renewed.body.data.every(({ message }) => /^venceu? em \d/.test(message))).toBe(
            true,
          );
          const after = await readBatch(batchId, seller);
          expect(after).toMatchObject({ done: batch.done, charged: 0 });
          expect(after.undone_at_timestamp).toBeDefined();
          expect(after.undo).toBeUndefined();
          const informed = await call(
            ctx,
            listMessages,
            { query: { batch: batchId } },
            { token: seller.token },
          );
          expect(informed.body.total).toBe(0);
          expect((await undo(batch.undo.id, seller)).body.code).toBe('undo_done');
        },
      ),
      { numRuns: runs(30) },
    );
    expect(undone).toBeGreaterThan(0);
    expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
  },
  timeLimit(90_000),
);

it('refuses the undo of a bulk renewal after its time and after a change of one line', async () => {
  ctx.clock.set(TODAY);
  const seller = await person(ctx, { balance: 3_000, until: '2027-03-01' });
  const lines = [await line(ctx, seller), await line(ctx, seller)];
  const ids = lines.map(({ id }) => id);
  const late = (await readBatch(await renewMany(seller, ids, 1), seller)).undo!;
  expect(late.seconds_left).toBe(15);
  ctx.clock.forward(15_000);
  expect((await undo(late.id, seller)).body.code).toBe('undo_over');
  const batchId = await renewMany(seller, ids, 1);
  const changed = (await readBatch(batchId, seller)).undo!;
  await perform(ids[0]!, seller, { endpoint: switchIptvLine, body: {} });
  const former = await Promise.all(ids.map((id) => snapshot(id, seller)));
  expect((await undo(changed.id, seller)).body.code).toBe('undo_changed');
  expect(await Promise.all(ids.map((id) => snapshot(id, seller)))).toEqual(former);
  const batch = await readBatch(batchId, seller);
  expect(batch).toMatchObject({ charged: 2 });
  expect(batch.undone_at_timestamp).toBeUndefined();
});
