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
import { readSeller } from '../sending/hand-over.ts';
import type { Seller } from '../sending/sender.ts';
import { reminderSenders } from '../sending/senders.ts';
import { nextSending } from './hours.ts';
import { automaticChannels, type ChannelRow, openSettings, putChannels } from './settings.sql.ts';

interface LadderRung {
  readonly channel: ReminderChannel;
  readonly isOn: boolean;
  readonly dailyCap: number | null;
  readonly costCents: number;
  readonly reach: number;
  readonly problem: string | null;
  readonly by: string | null;
}

export interface Ladder {
  readonly channels: LadderRung[];
  readonly mostCents: number;
  readonly mostPaid: number;
}

export async function readLadder(
  ctx: AppContext,
  accountId: number,
  channels: readonly ChannelRow[],
): Promise<Ladder> {
  const seller = await readSeller(ctx.db, accountId);
  const reach = await readReach(ctx, seller);
  const rungs = await Promise.all(
    channels.map(async ({ channel, isOn, dailyCap }): Promise<LadderRung | undefined> => {
      const set = { channel, isOn: isOn, dailyCap: dailyCap, reach: reach.get(channel) ?? 0 };
      if (channel === 'hand') return { ...set, costCents: 0, problem: null, by: null };
      const sender = reminderSenders.find((candidate) => candidate.channel === channel);
      const state = await sender?.state(ctx, seller);
      return state && { ...set, costCents: state.costCents, problem: state.problem, by: state.by };
    }),
  );
  const availableChannels = rungs.filter((rung) => rung !== undefined);
  return { channels: availableChannels, ...mostOf(availableChannels) };
}

/**
 * Returns the highest cost of a day, in cents, and the number of paid messages, for all channels
 * together.
 */
function mostOf(rungs: readonly LadderRung[]): { mostCents: number; mostPaid: number } {
  const paid = rungs.filter(({ isOn, costCents: cents }) => isOn && cents > 0);
  const total = (amountOf: (rung: LadderRung) => number) =>
    paid.reduce((sum, rung) => sum + amountOf(rung), 0);
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
    ({ reaches }) => sql`count(*) filter (where ${reaches(ctx, seller)})`,
  );
  const row = await ctx.db.first<{ counts: number[] }>(sql`
    select array[${join([sql`count(*) filter (where l.whatsapp is not null)`, ...counts], ', ')}] as counts
    from lines l
    where l.owner_id = ${seller.id} and l.platform = any(${[...platformKeys]}::text[]) and ${isCharged}`);
  const channels: ReminderChannel[] = ['hand', ...reminderSenders.map(({ channel }) => channel)];
  return new Map(channels.map((channel, place) => [channel, row!.counts[place]!]));
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
  const ladder = await readLadder(ctx, actor.id, wanted);
  refuseUnready(ladder);
  if (ladder.mostCents !== body.mostCents)
    refuse('cost_changed', { values: { cost: `${moneyText(ladder.mostCents)} por dia` } });
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
        // Reminders planned for sending by hand may become automatic, and the reverse.
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
  return { message: 'Canais guardados', ...ladder };
}

/** Rejects a paid channel without a cap and an active channel that cannot send. */
function refuseUnready({ channels }: Ladder): void {
  for (const [place, rung] of channels.entries()) {
    if (!rung.isOn) continue;
    if (rung.problem !== null)
      refuse('reminder_channel_not_ready', {
        values: { channel: channelLabels[rung.channel], problem: rung.problem },
      });
    if (rung.costCents > 0 && rung.dailyCap === null)
      refuse('invalid_fields', {
        fields: { [`channels.${place}.daily_cap`]: 'Diga quantas mensagens por dia, no máximo.' },
      });
  }
}
