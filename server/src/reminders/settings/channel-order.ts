/** The channels of reminders in the account's order, each with its cost and its reach. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { saveReminderChannels as declaration } from '@ramal/contract/reminders/reminders';
import { channelLabels, type ReminderChannel } from '@ramal/contract/rules/reminders';
import { moneyText } from '@ramal/contract/rules/message';
import { platformKeys } from '@ramal/contract/rules/platforms';
import sql, { join } from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { localDay } from '../../foundation/clock.ts';
import { combineCtes } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { isCharged } from '../planning/due-customers.sql.ts';
import { readSeller } from '../sending/dispatch-reminders.ts';
import type { Seller } from '../sending/sender.ts';
import { reminderSenders } from '../sending/senders.ts';
import { nextSending } from './hours.ts';
import { automaticChannels, type ChannelRow, openSettings, putChannels } from './settings.sql.ts';

interface ChannelInOrder {
  readonly channel: ReminderChannel;
  readonly isOn: boolean;
  readonly dailyCap: number | null;
  readonly costCents: number;
  readonly reach: number;
  readonly problem: string | null;
  readonly by: string | null;
}

export interface ChannelOrder {
  readonly channels: ChannelInOrder[];
  readonly mostCents: number;
  readonly mostPaid: number;
}

export async function readChannelOrder(
  ctx: AppContext,
  accountId: number,
  channels: readonly ChannelRow[],
): Promise<ChannelOrder> {
  const seller = await readSeller(ctx.db, accountId);
  const reach = await readReach(ctx, seller);
  const channelsInOrder = await Promise.all(
    channels.map(async ({ channel, isOn, dailyCap }): Promise<ChannelInOrder | undefined> => {
      const set = { channel, isOn: isOn, dailyCap: dailyCap, reach: reach.get(channel) ?? 0 };
      if (channel === 'hand') return { ...set, costCents: 0, problem: null, by: null };
      const sender = reminderSenders.find((candidate) => candidate.channel === channel);
      const state = await sender?.state(ctx, seller);
      return state && { ...set, costCents: state.costCents, problem: state.problem, by: state.by };
    }),
  );
  const availableChannels = channelsInOrder.filter((entry) => entry !== undefined);
  return { channels: availableChannels, ...dailyMaximum(availableChannels) };
}

/**
 * Returns the highest cost of a day, in cents, and the number of paid messages, for all channels
 * together.
 */
function dailyMaximum(channels: readonly ChannelInOrder[]): {
  mostCents: number;
  mostPaid: number;
} {
  const paid = channels.filter(({ isOn, costCents: cents }) => isOn && cents > 0);
  const total = (amountOf: (entry: ChannelInOrder) => number) =>
    paid.reduce((sum, entry) => sum + amountOf(entry), 0);
  return {
    mostCents: total(({ costCents: cents, dailyCap: cap }) => cents * (cap ?? 0)),
    mostPaid: total(({ dailyCap: cap }) => cap ?? 0),
  };
}

async function readReach(
  ctx: AppContext,
  seller: Seller,
): Promise<ReadonlyMap<ReminderChannel, number>> {
  const counts = reminderSenders.map(
    ({ reachableCondition: reaches }) => sql`count(*) filter (where ${reaches(ctx, seller)})`,
  );
  const row = await ctx.db.first<{ counts: number[] }>(sql`
    select array[${join([sql`count(*) filter (where l.whatsapp is not null)`, ...counts], ', ')}] as counts
    from lines l
    where l.owner_id = ${seller.id} and l.platform = any(${[...platformKeys]}::text[]) and ${isCharged}`);
  const channels: ReminderChannel[] = ['hand', ...reminderSenders.map(({ channel }) => channel)];
  return new Map(channels.map((channel, index) => [channel, row!.counts[index]!]));
}

export async function saveChannels(
  ctx: AppContext,
  { actor, body, requestMeta }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const wanted: ChannelRow[] = body.channels.map(({ channel, isOn, dailyCap: cap }) => ({
    channel,
    isOn,
    dailyCap: cap ?? null,
  }));
  const channelOrder = await readChannelOrder(ctx, actor.id, wanted);
  refuseUnready(channelOrder);
  if (channelOrder.mostCents !== body.mostCents)
    refuse('cost_changed', { values: { cost: `${moneyText(channelOrder.mostCents)} por dia` } });
  const isAutomatic = automaticChannels(wanted).length > 0;
  const now = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    const before = await openSettings(ctx, tx, actor.id, requestMeta);
    await putChannels(tx, actor.id, wanted);
    const since = isAutomatic ? (before.automaticSince ?? now) : null;
    await tx.run(
      combineCtes({
        settings: sql`
          update reminder_settings set automatic_since = ${since}, plan_at = ${isAutomatic ? now : null},
            base_url = ${requestMeta.baseUrl},
            planned_through = case when automatic_since is null then ${localDay(now, ctx.clock.timeZone)}::date
              else planned_through end
          where account_id = ${actor.id}`,
        // If automatic sending was turned on or off, the planned reminders get or lose their time
        // of sending.
        planned: sql`
          update reminders set try_at = ${isAutomatic ? nextSending(ctx, before) : null}
          where account_id = ${actor.id} and state = 'planned' and (try_at is null) = ${isAutomatic}`,
        event: insertEventCte(requestMeta, {
          kind: 'reminder-channels-set',
          actorId: actor.id,
          after: { ladder: wanted.filter(({ isOn }) => isOn).map(({ channel }) => channel) },
        }),
      }),
    );
  });
  return { message: 'Canais guardados', ...channelOrder };
}

/** Rejects an active channel that cannot send, or that costs money and has no daily cap. */
function refuseUnready({ channels }: ChannelOrder): void {
  for (const [index, entry] of channels.entries()) {
    if (!entry.isOn) continue;
    if (entry.problem !== null)
      refuse('reminder_channel_not_ready', {
        values: { channel: channelLabels[entry.channel], problem: entry.problem },
      });
    if (entry.costCents > 0 && entry.dailyCap === null)
      refuse('invalid_fields', {
        fields: { [`channels.${index}.daily_cap`]: 'Diga quantas mensagens por dia, no máximo.' },
      });
  }
}
