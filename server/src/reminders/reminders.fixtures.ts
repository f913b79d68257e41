/**
 * Creates an account with customers, and channels whose answers the test sets. Everything else is
 * real.
 */
import type { AutomaticChannel, ReminderChannel } from '@ramal/contract/rules/reminders';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { startReminderRun } from '@ramal/contract/reminders/reminder-list';
import sql from 'sql-template-tag';
import { line, type Person, person } from '../../test/accounts.ts';
import { call, type TestContext } from '../../test/context.ts';
import { type DeliveryOutcome, deliverDue } from '../outbox/outbox.ts';
import { planReminders } from './planning/plan-reminders.ts';
import { createDeliveryKind } from './sending/delivery-kinds.ts';
import { dispatchReminders } from './sending/dispatch-reminders.ts';
import type { Outgoing, ReminderSender } from './sending/sender.ts';

export interface TestChannel {
  readonly sender: ReminderSender;
  /** Reminders that the test channel accepted, oldest first. */
  readonly taken: Outgoing[];
  answer: (reminder: Outgoing) => DeliveryOutcome | Promise<DeliveryOutcome>;
  /** Lines that the channel does not reach. */
  readonly unreachable: Set<number>;
  problem: string | null;
  room: number;
}

export function testChannel(channel: AutomaticChannel, costCents = 0): TestChannel {
  const made: TestChannel = {
    taken: [],
    answer: () => ({ state: 'sent', reference: `${channel}-ok` }),
    unreachable: new Set(),
    problem: null,
    room: Number.POSITIVE_INFINITY,
    sender: {
      channel,
      state: async () => ({ problem: made.problem, by: '@robo', costCents, queue: `${channel}:1` }),
      reachableCondition: () => sql`not (l.id = any(${[...made.unreachable]}::bigint[]))`,
      countRemaining: async () => made.room,
      send: async (_ctx, reminder) => {
        made.taken.push(reminder);
        return made.answer(reminder);
      },
    },
  };
  return made;
}

/** Deletes all reminders, their settings and deliveries, and the rows of these other tables. */
export const emptyReminders = (ctx: TestContext, ...others: readonly string[]) =>
  ctx.owner.query(`truncate ${[...tables, ...others].join(', ')} cascade`);

const tables = [
  'reminders',
  'reminder_uses',
  'reminder_channels',
  'reminder_thresholds',
  'reminder_settings',
  'deliveries',
  'delivery_attempts',
  'paused_queues',
];

/** Creates a seller with reminders set up and these channels on in this order. */
export async function remindingSeller(
  ctx: TestContext,
  channels: readonly { channel: ReminderChannel; cap?: number }[],
  until = '2027-12-31T00:00:00Z',
): Promise<Person> {
  const seller = await person(ctx, { balance: 1_000_000, until });
  await call(ctx, startReminderRun, { body: {} }, { token: seller.token });
  await switchChannels(ctx, seller, channels);
  return seller;
}

export async function switchChannels(
  ctx: TestContext,
  seller: Person,
  channels: readonly { channel: ReminderChannel; cap?: number }[],
): Promise<void> {
  await ctx.owner.query('update reminder_channels set is_on = false where account_id = $1', [
    seller.id,
  ]);
  for (const [place, { channel, cap }] of channels.entries())
    await ctx.owner.query(
      `update reminder_channels set is_on = true, position = $3, daily_cap = $4
       where account_id = $1 and channel = $2`,
      [seller.id, channel, place, cap ?? null],
    );
  const isAutomatic = channels.some(({ channel }) => channel !== 'hand');
  await ctx.owner.query(
    `update reminder_settings set automatic_since = case when $2 then coalesce(automatic_since, $3::timestamptz) end,
       plan_at = case when $2 then $3::timestamptz end where account_id = $1`,
    [seller.id, isAutomatic, ctx.clock.now()],
  );
}

/** Creates a line of the seller that expires in this many days. */
export async function createExpiringLine(
  ctx: TestContext,
  seller: Person,
  days: number,
  note = 'Dona Célia',
) {
  const { id } = await line(ctx, seller, { nota: note, whatsapp: '5511955550142' });
  await ctx.owner.query('update lines set created_at = $2 where id = $1', [id, ctx.clock.now()]);
  await endAt(ctx, id, new Date(ctx.clock.now().getTime() + days * DAY_MS));
  return id;
}

export const endAt = (ctx: TestContext, id: number, at: Date) =>
  ctx.owner.query('update lines set expires_at = $2 where id = $1', [id, at]);

/** Renews a line like the use case, at the time of the test. */
export async function renew(ctx: TestContext, id: number, days = 30): Promise<void> {
  await ctx.owner.query(
    `with before as (select id, owner_id, expires_at from lines where id = $1),
       after as (update lines set expires_at = greatest(expires_at, $2::timestamptz) + make_interval(days => $3)
         where id = $1 returning expires_at)
     insert into events (at, kind, actor_id, account_id, line_id, before, after, request, source)
     select $2, 'line-extended', owner_id, owner_id, before.id,
       jsonb_build_object('expiresAt', before.expires_at), jsonb_build_object('expiresAt', after.expires_at), 't', 1
     from before, after`,
    [id, ctx.clock.now(), days],
  );
}

/** Runs the worker's jobs of one minute. */
export async function runReminderJobs(
  ctx: TestContext,
  channels: readonly TestChannel[],
): Promise<void> {
  const senders = channels.map(({ sender }) => sender);
  await planReminders(ctx);
  await dispatchReminders(ctx, senders);
  await deliverDue(ctx, senders.map(createDeliveryKind));
}

export const readReminderRows = async (ctx: TestContext, seller: Person) =>
  (
    await ctx.owner.query(
      `select line_id::int as line, period, kind, days, state, reason, channel, tried, body
       from reminders where account_id = $1 order by id`,
      [seller.id],
    )
  ).rows;
