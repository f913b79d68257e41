/**
 * A month of reminders over all channels. Workers stop or run twice, some days have no worker,
 * clocks jump, and channels answer late, never or with an error. No customer receives a message
 * twice.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext, TODAY, type TestContext } from '../../test/context.ts';
import { runs, timeLimit } from '../../test/property-runs.ts';
import type { DeliveryOutcome } from '../outbox/outbox.ts';
import {
  emptyReminders,
  createExpiringLine,
  remindingSeller,
  renew,
  readReminderRows,
  type TestChannel,
  testChannel,
  runReminderJobs,
} from './reminders.fixtures.ts';
import type { Outgoing } from './sending/sender.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

const DAYS = 30;
const LINES = 14;
type Draw = (below: number) => number;

/**
 * The customers' phones: counts the messages that a provider accepted, by reminder. A reminder
 * belongs to one line, paid period and threshold.
 */
class Phones {
  readonly got = new Map<string, number>();

  take({ id }: Pick<Outgoing, 'id'>): void {
    this.got.set(String(id), (this.got.get(String(id)) ?? 0) + 1);
  }
}

/**
 * Simulates one answer of a provider. An accepted message reaches the phone, whatever the provider
 * answers.
 */
async function answer(
  draw: Draw,
  phones: Phones,
  channels: readonly TestChannel[],
  reminder: Outgoing,
): Promise<DeliveryOutcome> {
  const kind = draw(10);
  if (kind === 0) return { state: 'failed', reason: 'bloqueado' };
  if (kind === 1) return { state: 'retry', reason: 'ocupado' };
  if (kind === 2) return { state: 'retry', afterMs: 20 * MINUTE_MS, reason: 'espere' };
  if (kind === 3) return { state: 'unknown', reason: 'sem resposta' };
  phones.take(reminder);
  if (kind === 4) return { state: 'unknown', reason: 'sem resposta' };
  if (kind === 5) throw new Error('the answer cannot be read');
  // The worker stops during the request, so its attempt has no outcome.
  if (kind === 6) {
    await ctx.owner.query(
      `update deliveries set attempts = attempts + 1 where subject_id = $1 and state = 'sending'`,
      [reminder.id],
    );
    return { state: 'sent' };
  }
  // The provider answers after the lease has expired and another worker has written the outcome.
  if (kind === 7) {
    ctx.clock.forward(4 * MINUTE_MS);
    await runReminderJobs(ctx, channels);
  }
  return { state: 'sent', reference: `ok-${reminder.id}` };
}

/** Simulates one day; some days have no worker at all. */
async function day(
  draw: Draw,
  midnight: number,
  channels: readonly TestChannel[],
  lines: readonly number[],
): Promise<boolean> {
  if (draw(8) === 0) return false;
  const at = (ms: number) => ctx.clock.set(new Date(midnight + ms).toISOString());
  at(9 * HOUR_MS);
  await runReminderJobs(ctx, channels);
  if (draw(3) === 0) await renew(ctx, lines[draw(lines.length)]!);
  at(10 * HOUR_MS);
  await Promise.all([runReminderJobs(ctx, channels), runReminderJobs(ctx, channels)]);
  if (draw(3) === 0) {
    at(10 * HOUR_MS - (1 + draw(120)) * MINUTE_MS);
    await runReminderJobs(ctx, channels);
  }
  for (const hour of [11, 15, 20]) {
    at(hour * HOUR_MS + draw(30) * MINUTE_MS);
    await runReminderJobs(ctx, channels);
  }
  return true;
}

it(
  'sends each due customer at most one message per threshold and records the true result',
  () =>
    fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat({ max: 1_000_000 })), async (stream) => {
        const draw: Draw = (below) => stream.next().value % below;
        ctx.clock.set(TODAY);
        await emptyReminders(ctx);
        const channels = (['telegram', 'email', 'whatsapp', 'webhook'] as const).map((channel) =>
          testChannel(channel),
        );
        const phones = new Phones();
        for (const channel of channels)
          channel.answer = (reminder) => answer(draw, phones, channels, reminder);
        const until = new Date(Date.parse(TODAY) + 400 * DAY_MS).toISOString();
        const seller = await remindingSeller(
          ctx,
          [{ channel: 'hand' }, ...channels.map(({ sender }) => ({ channel: sender.channel }))],
          until,
        );
        const lines: number[] = [];
        for (let count = 0; count < LINES; count += 1)
          lines.push(await createExpiringLine(ctx, seller, 1 + draw(DAYS - 6)));
        for (const id of lines) if (draw(3) === 0) channels[0]!.unreachable.add(id);

        const first = Date.parse('2026-11-25T03:00:00Z');
        const worked = new Set<string>();
        for (let count = 0; count < DAYS; count += 1) {
          const midnight = first + count * DAY_MS;
          if (await day(draw, midnight, channels, lines))
            worked.add(new Date(midnight).toISOString().slice(0, 10));
        }
        // Runs the jobs after the last day. They write the outcomes of attempts that were in
        // progress when the last worker stopped, and close that day.
        for (const later of [10, 34, 58]) {
          ctx.clock.set(new Date(first + DAYS * DAY_MS + later * HOUR_MS).toISOString());
          for (const channel of channels)
            channel.answer = () => ({ state: 'failed', reason: 'fim' });
          await runReminderJobs(ctx, channels);
        }

        const { rows: reminders } = await ctx.owner.query<{
          id: string;
          state: string;
          day: string;
          due: string;
          days: number;
        }>(
          `select id, state, day::text, days, (due_at at time zone 'America/Sao_Paulo')::date::text as due
           from reminders where account_id = $1 order by id`,
          [seller.id],
        );
        expect(reminders.length).toBeGreaterThan(LINES);
        const wrong = reminders.filter(({ id, state }) => {
          const got = phones.got.get(id) ?? 0;
          return state === 'sent' ? got !== 1 : got > (state === 'unknown' ? 1 : 0);
        });
        expect(wrong).toEqual([]);
        await expectAllThere(seller.id, worked);
        expect((await readReminderRows(ctx, seller)).some(({ state }) => state === 'unknown')).toBe(
          true,
        );
      }),
      { numRuns: runs(1) },
    ),
  timeLimit(60_000),
);

/**
 * Expects a row for every threshold of every line that was never renewed, on days with and without
 * a worker.
 */
async function expectAllThere(sellerId: number, worked: ReadonlySet<string>): Promise<void> {
  const { rows: missing } = await ctx.owner.query(
    `select l.id, t.days from lines l
     cross join (select days from reminder_thresholds where account_id = $1 and kind = 'due') t
     where l.owner_id = $1
       and not exists (select from events e where e.line_id = l.id and e.kind = 'line-extended')
       and ((l.expires_at at time zone 'America/Sao_Paulo')::date + t.days)::text = any($2)
       and not exists (select from reminders r where r.line_id = l.id and r.kind = 'due' and r.days = t.days)`,
    [sellerId, [...worked]],
  );
  expect(missing).toEqual([]);
}
