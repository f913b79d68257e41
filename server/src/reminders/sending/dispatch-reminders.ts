/**
 * Job that runs every minute: assigns each due reminder to the first channel, in the account's
 * channel order, that can deliver it. It also records why the reminders of past days were not sent.
 * Only one worker serves an account at a time.
 */
import type { AutomaticChannel } from '@ramal/contract/rules/reminders';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { localDay } from '../../foundation/clock.ts';
import { isUnavailable, type Reader, type Tx } from '../../foundation/database.ts';
import { enqueueDeliveries, resendDeliveries } from '../../outbox/outbox.ts';
import { hasOpenAct } from '../../undo/undo.ts';
import { maySend } from '../planning/plan-reminders.ts';
import { afterQuiet } from '../../foundation/time/quiet-hours.ts';
import {
  automaticChannels,
  type ChannelRow,
  lockSettings,
  readChannels,
  type ReminderSettings,
} from '../settings/settings.sql.ts';
import { reminderDeliveryKind } from './delivery-kinds.ts';
import type { ChannelState, ReminderSender, Seller } from './sender.ts';

const MAX_CLAIMED = 500;
/**
 * Interval after which a reminder without a channel is tried again, because the customer may have
 * connected by then.
 */
const AGAIN_MS = 15 * MINUTE_MS;

export async function dispatchReminders(
  ctx: AppContext,
  senders: readonly ReminderSender[],
): Promise<void> {
  await closeOverdue(ctx);
  for (const accountId of await accountsWithDue(ctx)) {
    try {
      let handled = MAX_CLAIMED;
      while (handled === MAX_CLAIMED) handled = await dispatchAccount(ctx, senders, accountId);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      ctx.log.error({ err: error, accountId }, 'reminders could not be dispatched');
    }
  }
}

/** Condition: the reminder waits for an automatic channel and is not part of a run by hand. */
const isDue = (now: Date): Sql => sql`
  r.state = 'planned' and r.try_at <= ${now} and r.until > ${now}
  and (r.held_until is null or r.held_until <= ${now})
  and not ${hasOpenAct(sql`r.line_id`, now)}`;

async function accountsWithDue({ db, clock }: AppContext): Promise<number[]> {
  const rows = await db.many<{ accountId: number }>(sql`
    select distinct r.account_id from reminders r join accounts a on a.id = r.account_id
    where ${isDue(clock.now())} and ${maySend} order by 1`);
  return rows.map(({ accountId }) => accountId);
}

interface Waiting {
  readonly id: number;
  readonly lineId: number;
  readonly tried: readonly string[];
  /** Channels that are ready and can reach the reminder's customer. */
  readonly reached: readonly AutomaticChannel[];
}

export interface ReadyChannel {
  readonly sender: ReminderSender;
  readonly row: ChannelRow;
  readonly state: ChannelState;
}

const dispatchAccount = (
  ctx: AppContext,
  senders: readonly ReminderSender[],
  accountId: number,
): Promise<number> =>
  ctx.db.tx(async (tx) => {
    const settings = await lockSettings(tx, accountId, { skipLocked: true });
    if (!settings) return 0;
    const now = ctx.clock.now();
    const quietEnd = afterQuiet(now, settings, ctx.clock.timeZone);
    if (quietEnd > now) return postpone(tx, accountId, now, quietEnd);
    const seller = await readSeller(tx, accountId);
    const channels = await readReadyChannels(ctx, tx, senders, seller);
    const waiting = await findWaiting(ctx, tx, seller, channels);
    const served = await serve(ctx, tx, { settings, seller, channels, waiting });
    const unserved = waiting.filter(({ id }) => !served.has(id)).map(({ id }) => id);
    if (unserved.length > 0)
      await tx.run(sql`
        update reminders set try_at = ${new Date(now.getTime() + AGAIN_MS)}
        where id = any(${unserved}::bigint[])`);
    return waiting.length;
  });

const postpone = async (tx: Tx, accountId: number, now: Date, until: Date): Promise<number> => {
  await tx.run(sql`
    update reminders r set try_at = ${until} where r.account_id = ${accountId} and ${isDue(now)}`);
  return 0;
};

export async function readSeller(tx: Pick<Tx, 'first'>, accountId: number): Promise<Seller> {
  const seller = await tx.first<Seller>(sql`
    select id, username, email, id_franchise from accounts where id = ${accountId}`);
  return seller!;
}

/** Returns the channels that are on and can send, in the account's order. */
export async function readReadyChannels(
  ctx: AppContext,
  tx: Reader,
  senders: readonly ReminderSender[],
  seller: Seller,
): Promise<ReadyChannel[]> {
  const channels: ReadyChannel[] = [];
  for (const row of automaticChannels(await readChannels(tx, seller.id))) {
    const sender = senders.find(({ channel }) => channel === row.channel);
    const state = await sender?.state(ctx, seller);
    if (sender && state && state.problem === null) channels.push({ sender, row, state });
  }
  return channels;
}

const findWaiting = (
  ctx: AppContext,
  tx: Tx,
  seller: Seller,
  channels: readonly ReadyChannel[],
): Promise<Waiting[]> => {
  const reachedChannels = channels.map(
    ({ sender }) =>
      sql`case when ${sender.reachableCondition(ctx, seller)} then ${sender.channel}::text end`,
  );
  const reachedList = reachedChannels.reduce(
    (list, channel) => sql`array_append(${list}, ${channel})`,
    sql`'{}'::text[]`,
  );
  return tx.many<Waiting>(sql`
    select r.id, r.line_id, r.tried, array_remove(${reachedList}, null) as reached
    from reminders r join lines l on l.id = r.line_id
    where r.account_id = ${seller.id} and ${isDue(ctx.clock.now())}
    order by r.kind = 'win-back', r.try_at, r.id limit ${MAX_CLAIMED} for no key update of r skip locked`);
};

interface SellerReminders {
  readonly settings: ReminderSettings;
  readonly seller: Seller;
  readonly channels: readonly ReadyChannel[];
  readonly waiting: readonly Waiting[];
}

/**
 * Assigns reminders to the channels in the channel order, up to the daily cap of each channel.
 * Returns the assigned reminders.
 */
async function serve(
  ctx: AppContext,
  tx: Tx,
  { settings, seller, channels, waiting }: SellerReminders,
): Promise<ReadonlySet<number>> {
  const served = new Set<number>();
  for (const { sender, row, state } of channels) {
    const candidates = waiting.filter(
      ({ id, tried, reached }) =>
        !served.has(id) && !tried.includes(sender.channel) && reached.includes(sender.channel),
    );
    const room = (await sender.countRemaining?.(ctx, seller)) ?? Number.POSITIVE_INFINITY;
    const wanted = Math.min(candidates.length, Math.max(0, room));
    const granted = await claimDailyUses(ctx, tx, { accountId: settings.accountId, row, wanted });
    const ids = candidates.slice(0, granted).map(({ id }) => id);
    await enqueue(
      ctx,
      tx,
      { accountId: seller.id, channel: sender.channel, queue: state.queue },
      ids,
    );
    for (const id of ids) served.add(id);
  }
  return served;
}

interface DailyClaim {
  readonly accountId: number;
  readonly row: ChannelRow;
  readonly wanted: number;
}

/**
 * Returns how many of these reminders the channel's daily cap allows, and adds them to the day's
 * count.
 */
async function claimDailyUses(
  { clock }: AppContext,
  tx: Tx,
  { accountId, row: { channel, dailyCap }, wanted }: DailyClaim,
): Promise<number> {
  if (wanted === 0) return 0;
  const day = localDay(clock.now(), clock.timeZone);
  const before = await tx.first<{ used: number }>(sql`
    select used from reminder_uses
    where account_id = ${accountId} and channel = ${channel} and day = ${day}`);
  const remaining = dailyCap === null ? wanted : Math.max(0, dailyCap - (before?.used ?? 0));
  const granted = Math.min(wanted, remaining);
  if (granted === 0) return 0;
  await tx.run(sql`
    insert into reminder_uses (account_id, channel, day, used)
    values (${accountId}, ${channel}, ${day}, ${granted})
    on conflict (account_id, channel, day) do update set used = reminder_uses.used + excluded.used`);
  return granted;
}

interface ChannelQueue {
  readonly accountId: number;
  readonly channel: AutomaticChannel;
  readonly queue: string;
}

async function enqueue(
  ctx: AppContext,
  tx: Tx,
  { accountId, channel, queue }: ChannelQueue,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(sql`
    update reminders set state = 'queued', channel = ${channel}, try_at = null
    where id = any(${ids}::bigint[]) and state = 'planned'`);
  const kind = reminderDeliveryKind(channel);
  await enqueueDeliveries(
    ctx,
    tx,
    ids.map((subjectId) => ({ kind, queue, accountId, subjectId })),
  );
  // A reminder that was planned again after its expiry moved already has a delivery, which is sent
  // again.
  await resendDeliveries(ctx, tx, sql`kind = ${kind} and subject_id = any(${ids}::bigint[])`);
}

/** If a try was due for longer than this at the end of the day, no worker ran. */
const WAS_DUE_MS = 5 * MINUTE_MS;

/** Records why reminders were not sent by the end of their day. */
const closeOverdue = ({ db, clock }: AppContext): Promise<number> =>
  db.tx((tx) =>
    tx.run(sql`
      update reminders r set state = 'skipped', try_at = null, reason = case
        when not (${maySend}) then 'off'
        when r.try_at < r.until - ${`${WAS_DUE_MS} milliseconds`}::interval and r.held_until is null then 'late'
        when exists (select from reminder_channels c
          where c.account_id = r.account_id and c.channel = 'hand' and c.is_on) and r.kind = 'due' then 'not-sent'
        else 'no-channel' end
      from accounts a
      where a.id = r.account_id and r.state = 'planned' and r.until <= ${clock.now()}`),
  );
