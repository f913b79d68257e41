/** The outbox with kinds of the test. Only the answers of their `send` are fake. */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { TODAY, type TestContext, createTestContext } from '../../test/context.ts';
import { deleteOldDeliveries } from './delete-old-deliveries.ts';
import { deliverDue } from './deliver.ts';
import type { Delivery, DeliveryKind, DeliveryOutcome } from './delivery.ts';
import { endQueue, enqueueDeliveries, sendAgain } from './enqueue.ts';
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

it('sends what was written in a transaction that committed, once for each subject', async () => {
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

it('tries again after growing pauses, and has failed after the last', async () => {
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

it('waits as long as the other side asks, and lets the whole queue rest', async () => {
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

it('a pause that was mended ends at once', async () => {
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

it('what may have arrived is sent again only where twice is better than never', async () => {
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

it('what a worker was sending when it died is unknown, and its late answer counts no more', async () => {
  await enqueue(1);
  let answer: (outcome: DeliveryOutcome) => void;
  const answered = new Promise<DeliveryOutcome>((resolve) => (answer = resolve));
  let asked: () => void;
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const silent = deliverDue(
    ctx,
    letter(() => {
      asked();
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

it('what is asked for while it is being sent is sent once more, with all its tries', async () => {
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

it('an unexpected error of one neither stops the others nor repeats it', async () => {
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

it('serves every queue while one answers slowly, with at most four of it at a time', async () => {
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
  // Two workers at once share the four slots.
  await Promise.all([deliverDue(ctx, kinds), deliverDue(ctx, kinds)]);
  expect(mostSlow).toBe(4);
  expect((await rows()).every(({ state }) => state === 'sent')).toBe(true);
});

it('a queue in which something failed twice sends one by one', async () => {
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

it('what waits in a queue that ends is due at once, whatever it waited for', async () => {
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

it('what ended is sent again by whoever asks for it', async () => {
  await enqueue(1);
  await deliverDue(
    ctx,
    letter(() => ({ state: 'failed' })),
  );
  await ctx.db.tx((tx) => sendAgain(ctx, tx, sql`kind = 'letter' and subject_id = 1`));
  expect(
    await deliverDue(
      ctx,
      letter(() => ({ state: 'sent' })),
    ),
  ).toBe(1);
  expect(await rows()).toMatchObject([{ state: 'sent' }]);
});

it('is kept for thirty days after its end', async () => {
  await enqueue(1);
  await deliverDue(
    ctx,
    letter(() => ({ state: 'sent' })),
  );
  await enqueue(2);
  ctx.clock.forward(29 * 24 * 60 * MINUTE_MS);
  await deleteOldDeliveries.work(ctx, {});
  expect(await rows()).toHaveLength(2);
  ctx.clock.forward(2 * 24 * 60 * MINUTE_MS);
  await deleteOldDeliveries.work(ctx, {});
  expect(await rows()).toMatchObject([{ subject: 2 }]);
  expect(await attempts()).toEqual([]);
});
