/**
 * Tests the outbox with delivery kinds that the test declares. Only the answers of their `send` are
 * fake.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { TODAY, type TestContext, createTestContext } from '../../test/context.ts';
import { deleteOldRows } from '../retention/retention.ts';
import { deliverDue } from './deliver.ts';
import type { Delivery, DeliveryKind, DeliveryOutcome } from './delivery.ts';
import { endQueue, enqueueDeliveries, resendDeliveries } from './enqueue.ts';
import { resumeQueue } from './pauses.ts';

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx);
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query('truncate deliveries, delivery_attempts, paused_queues');
});
afterAll(() => ctx.close());

const enqueue = (subjectId: number, queue = 'one', kind = 'letter') =>
  ctx.db.tx((tx) =>
    enqueueDeliveries(ctx, tx, [
      { kind, queue, accountId: seller.id, subjectId, payload: { word: `n${subjectId}` } },
    ]),
  );

type Answering = (delivery: Delivery) => DeliveryOutcome | Promise<DeliveryOutcome>;
const letter = (answering: Answering, more: Partial<DeliveryKind> = {}): DeliveryKind[] => [
  {
    kind: 'letter',
    mayRepeat: false,
    pausesMs: [MINUTE_MS, 5 * MINUTE_MS],
    send: async (_ctx, delivery) => answering(delivery),
    ...more,
  },
];

const rows = async () =>
  (
    await ctx.owner.query(
      'select subject_id::int as subject, state, attempts, reason, reference from deliveries order by id',
    )
  ).rows;
const attempts = async () =>
  (await ctx.owner.query('select outcome, reason, answer from delivery_attempts order by id')).rows;

it('sends a delivery once per subject after its transaction commits', async () => {
  await enqueue(1);
  await enqueue(1);
  await expect(
    ctx.db.tx(async (tx) => {
      await enqueueDeliveries(ctx, tx, [
        { kind: 'letter', queue: 'one', accountId: seller.id, subjectId: 2 },
      ]);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  const sent: unknown[] = [];
  const kinds = letter(({ payload }) => {
    sent.push(payload);
    return { state: 'sent', reference: 'r1', answer: 'ok\0' };
  });
  expect(await deliverDue(ctx, kinds)).toBe(1);
  expect(await deliverDue(ctx, kinds)).toBe(0);
  expect(sent).toEqual([{ word: 'n1' }]);
  expect(await rows()).toEqual([
    { subject: 1, state: 'sent', attempts: 1, reason: '', reference: 'r1' },
  ]);
  expect(await attempts()).toEqual([{ outcome: 'sent', reason: '', answer: 'ok' }]);
});

it('retries after growing pauses and fails after the last attempt', async () => {
  await enqueue(1);
  const ended: string[] = [];
  const kinds = letter(() => ({ state: 'retry', reason: 'busy' }), {
    finished: async (_ctx, _tx, _delivery, { state }) => void ended.push(state),
  });
  const forward = async (ms: number) => {
    ctx.clock.forward(ms);
    return deliverDue(ctx, kinds);
  };
  expect(await deliverDue(ctx, kinds)).toBe(1);
  expect(await forward(MINUTE_MS - 1)).toBe(0);
  expect(await forward(1)).toBe(1);
  expect(await forward(5 * MINUTE_MS - 1)).toBe(0);
  expect(ended).toEqual([]);
  expect(await forward(1)).toBe(1);
  expect(ended).toEqual(['failed']);
  expect(await rows()).toMatchObject([{ state: 'failed', attempts: 3, reason: 'busy' }]);
  expect(await forward(60 * MINUTE_MS)).toBe(0);
});

it('pauses the whole queue for the time that the external system requests', async () => {
  await enqueue(1);
  await enqueue(2, 'other');
  const kinds = letter(({ subjectId, attempt }) =>
    subjectId === 1 && attempt === 1
      ? { state: 'retry', afterMs: 0, pause: { untilMs: 10 * MINUTE_MS, reason: 'slow down' } }
      : { state: 'sent' },
  );
  await deliverDue(ctx, kinds);
  await enqueue(3);
  expect(await deliverDue(ctx, kinds)).toBe(0);
  expect(await rows()).toMatchObject([
    { subject: 1, state: 'waiting' },
    { subject: 2, state: 'sent' },
    { subject: 3, state: 'waiting' },
  ]);
  ctx.clock.forward(10 * MINUTE_MS);
  expect(await deliverDue(ctx, kinds)).toBe(2);
});

it('ends the pause of a queue at once when its cause is fixed', async () => {
  await enqueue(1);
  const refusing = letter(() => ({
    state: 'retry',
    afterMs: 0,
    pause: { untilMs: 60 * MINUTE_MS, reason: 'password' },
  }));
  await deliverDue(ctx, refusing);
  await ctx.db.tx((tx) => resumeQueue(tx, 'one'));
  expect(
    await deliverDue(
      ctx,
      letter(() => ({ state: 'sent' })),
    ),
  ).toBe(1);
});

it('repeats a delivery with an unknown outcome only if its kind allows it', async () => {
  await enqueue(1);
  await enqueue(2, 'two', 'notice');
  const unknown = () => ({ state: 'unknown', reason: 'no answer' }) as const;
  const kinds = [
    ...letter(unknown),
    ...letter(unknown, { kind: 'notice', mayRepeat: true, pausesMs: [MINUTE_MS] }),
  ];
  await deliverDue(ctx, kinds);
  expect(await rows()).toMatchObject([{ state: 'unknown' }, { state: 'waiting' }]);
  ctx.clock.forward(MINUTE_MS);
  await deliverDue(ctx, kinds);
  expect(await rows()).toMatchObject([
    { state: 'unknown', attempts: 1 },
    { state: 'unknown', attempts: 2 },
  ]);
});

it('a delivery of a dead worker has an unknown outcome and a late answer is ignored', async () => {
  await enqueue(1);
  let answer: (outcome: DeliveryOutcome) => void;
  const answered = new Promise<DeliveryOutcome>((resolve) => (answer = resolve));
  let resolveAsked: () => void;
  const isAsked = new Promise<void>((resolve) => (resolveAsked = resolve));
  const silent = deliverDue(
    ctx,
    letter(() => {
      resolveAsked();
      return answered;
    }),
  );
  await isAsked;
  const kinds = letter(() => ({ state: 'sent' }));
  expect(await deliverDue(ctx, kinds)).toBe(0);
  ctx.clock.forward(4 * MINUTE_MS);
  expect(await deliverDue(ctx, kinds)).toBe(0);
  expect(await rows()).toMatchObject([{ state: 'unknown', reason: 'O envio foi interrompido.' }]);
  answer!({ state: 'sent' });
  await silent;
  expect(await rows()).toMatchObject([{ state: 'unknown' }]);
});

it('sends a delivery again with all attempts if it was requested while being sent', async () => {
  await enqueue(1);
  const askAgain = `
    update deliveries set again = state = 'sending',
      state = case when state = 'sending' then state else 'waiting' end where subject_id = 1`;
  let sent = 0;
  const kinds = letter(async () => {
    sent += 1;
    if (sent === 1) await ctx.owner.query(askAgain);
    return sent === 1 ? { state: 'failed', reason: 'old' } : { state: 'sent' };
  });
  expect(await deliverDue(ctx, kinds)).toBe(2);
  expect(await rows()).toMatchObject([{ state: 'sent', attempts: 1 }]);
  expect(await attempts()).toMatchObject([{ outcome: 'failed' }, { outcome: 'sent' }]);
});

it('an unexpected error of one delivery neither stops the others nor repeats it', async () => {
  await enqueue(1);
  await enqueue(2);
  await deliverDue(
    ctx,
    letter(({ subjectId }) => {
      if (subjectId === 1) throw new Error('a fault of ours');
      return { state: 'sent' };
    }),
  );
  expect(await rows()).toMatchObject([{ state: 'unknown' }, { state: 'sent' }]);
});

it('serves every queue while a slow queue has at most four deliveries in flight', async () => {
  for (let subject = 1; subject <= 100; subject += 1) await enqueue(subject, 'slow');
  await enqueue(101, 'quick');
  let release: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  let slow = 0;
  let mostSlow = 0;
  const kinds = letter(async ({ queue }) => {
    if (queue === 'quick') {
      release();
      return { state: 'sent' };
    }
    slow += 1;
    mostSlow = Math.max(mostSlow, slow);
    await released;
    slow -= 1;
    return { state: 'sent' };
  });
  // Two workers at the same time share the four slots.
  await Promise.all([deliverDue(ctx, kinds), deliverDue(ctx, kinds)]);
  expect(mostSlow).toBe(4);
  expect((await rows()).every(({ state }) => state === 'sent')).toBe(true);
});

it('sends one by one in a queue with a delivery that failed twice', async () => {
  const pausesMs = Array.from({ length: 5 }, () => MINUTE_MS);
  const failing = letter(() => ({ state: 'retry' }), { pausesMs });
  await enqueue(1);
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await deliverDue(ctx, failing);
    ctx.clock.forward(MINUTE_MS);
  }
  await deliverDue(ctx, failing);
  for (let subject = 2; subject <= 8; subject += 1) await enqueue(subject);
  let atOnce = 0;
  let most = 0;
  const kinds = letter(
    async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await ctx.db.first(sql`select 1`);
      atOnce -= 1;
      return { state: 'sent' };
    },
    { pausesMs },
  );
  expect(await deliverDue(ctx, kinds)).toBe(7);
  expect(most).toBe(1);
});

it('makes all waiting deliveries due at once when their queue ends', async () => {
  await enqueue(1);
  await deliverDue(
    ctx,
    letter(() => ({
      state: 'retry',
      afterMs: 60 * MINUTE_MS,
      pause: { untilMs: 60 * MINUTE_MS, reason: 'rests' },
    })),
  );
  const gone = letter(() => ({ state: 'failed', reason: 'gone' }));
  expect(await deliverDue(ctx, gone)).toBe(0);
  await ctx.db.tx((tx) => endQueue(ctx, tx, 'one'));
  expect(await deliverDue(ctx, gone)).toBe(1);
  expect(await rows()).toMatchObject([{ state: 'failed', reason: 'gone' }]);
});

it('sends a finished delivery again on request', async () => {
  await enqueue(1);
  await deliverDue(
    ctx,
    letter(() => ({ state: 'failed' })),
  );
  await ctx.db.tx((tx) => resendDeliveries(ctx, tx, sql`kind = 'letter' and subject_id = 1`));
  expect(
    await deliverDue(
      ctx,
      letter(() => ({ state: 'sent' })),
    ),
  ).toBe(1);
  expect(await rows()).toMatchObject([{ state: 'sent' }]);
});

it('deletes a delivery thirty days after its end', async () => {
  await enqueue(1);
  await deliverDue(
    ctx,
    letter(() => ({ state: 'sent' })),
  );
  await enqueue(2);
  ctx.clock.forward(29 * 24 * 60 * MINUTE_MS);
  await deleteOldRows(ctx, 'day');
  expect(await rows()).toHaveLength(2);
  ctx.clock.forward(2 * 24 * 60 * MINUTE_MS);
  await deleteOldRows(ctx, 'day');
  expect(await rows()).toMatchObject([{ subject: 2 }]);
  expect(await attempts()).toEqual([]);
});
