/** An account's current reminder settings: its hours, thresholds and channels. */
import {
  type AutomaticChannel,
  defaultReminders,
  type ReminderChannel,
  reminderChannels,
  type Threshold,
} from '@ramal/contract/rules/reminders';
import sql, { type Sql, empty } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { RequestMeta } from '../../foundation/caller.ts';
import type { Reader, Tx } from '../../foundation/database.ts';

export interface Hours {
  /** Minutes after midnight. */
  readonly sendAt: number;
  readonly quietFrom: number;
  readonly quietUntil: number;
}

export interface ReminderSettings extends Hours {
  readonly accountId: number;
  readonly baseUrl: string;
  readonly automaticSince: Date | null;
  readonly plannedThrough: string | null;
}

/** Defaults of an account without settings. */
export const defaultHours: Hours = { sendAt: 600, quietFrom: 1_260, quietUntil: 480 };

export interface ThresholdRow extends Threshold {
  readonly isOn: boolean;
  readonly since: Date;
  readonly textId: number;
  readonly text: string;
}

export interface ChannelRow {
  readonly channel: ReminderChannel;
  readonly isOn: boolean;
  readonly dailyCap: number | null;
}

/**
 * No channel sends automatically before the account switches it on; sending by hand is possible at
 * once.
 */
export const defaultChannels: readonly ChannelRow[] = reminderChannels.map((channel) => ({
  channel,
  isOn: channel === 'hand',
  dailyCap: null,
}));

const settingsColumns: Sql = sql`
  account_id, send_at, quiet_from, quiet_until,
  base_url, automatic_since, planned_through::text as planned_through`;

export const findSettings = (
  reader: Reader,
  accountId: number,
): Promise<ReminderSettings | undefined> =>
  reader.first(
    sql`select ${settingsColumns} from reminder_settings where account_id = ${accountId}`,
  );

/**
 * Locks the account's reminders against every other caller that plans or dispatches its messages.
 * Returns undefined without settings, or if another caller has the lock and `skipLocked` is set.
 */
export const lockSettings = (
  tx: Tx,
  accountId: number,
  { skipLocked = false } = {},
): Promise<ReminderSettings | undefined> =>
  tx.first(sql`
    select ${settingsColumns} from reminder_settings where account_id = ${accountId}
    for no key update ${skipLocked ? sql`skip locked` : empty}`);

export const readThresholds = (reader: Reader, accountId: number): Promise<ThresholdRow[]> =>
  reader.many(sql`
    select t.kind, t.days, t.is_on, t.since, t.text_id, x.body as text
    from reminder_thresholds t join reminder_texts x on x.id = t.text_id
    where t.account_id = ${accountId} order by t.kind, t.days`);

export const readChannels = (reader: Reader, accountId: number): Promise<ChannelRow[]> =>
  reader.many(sql`
    select channel, is_on, daily_cap from reminder_channels
    where account_id = ${accountId} order by position`);

export const automaticChannels = (
  channels: readonly ChannelRow[],
): (ChannelRow & { channel: AutomaticChannel })[] =>
  channels.filter(
    (row): row is ChannelRow & { channel: AutomaticChannel } => row.isOn && row.channel !== 'hand',
  );

/** Returns the account's locked rows and creates them from the defaults at the first action. */
export async function openSettings(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  accountId: number,
  { baseUrl }: Pick<RequestMeta, 'baseUrl'>,
): Promise<ReminderSettings> {
  const now = clock.now();
  const inserted = await tx.run(sql`
    insert into reminder_settings (account_id, base_url) values (${accountId}, ${baseUrl})
    on conflict (account_id) do nothing`);
  if (inserted > 0) {
    for (const { kind, days, text } of defaultReminders)
      await putThreshold(tx, accountId, { kind, days, text, isOn: true, since: now });
    await putChannels(tx, accountId, defaultChannels);
  }
  return (await lockSettings(tx, accountId))!;
}

interface NewThreshold extends Threshold {
  readonly text: string;
  readonly isOn: boolean;
  readonly since: Date;
}

/**
 * Stores a threshold. A text that was saved before keeps its id, so that its results are counted
 * together.
 */
export const putThreshold = (
  tx: Tx,
  accountId: number,
  { kind, days, text, isOn, since }: NewThreshold,
): Promise<number> =>
  tx.run(sql`
    with same as (
      select id from reminder_texts
      where account_id = ${accountId} and kind = ${kind} and days = ${days} and body = ${text}
      order by id desc limit 1
    ), written as (
      insert into reminder_texts (account_id, kind, days, body, saved_at)
      select ${accountId}, ${kind}, ${days}, ${text}, ${since} where not exists (select from same)
      returning id
    )
    insert into reminder_thresholds (account_id, kind, days, is_on, since, text_id)
    select ${accountId}, ${kind}, ${days}, ${isOn}, ${since}, id from (select id from same union all select id from written) x
    on conflict (account_id, kind, days) do update
    set is_on = excluded.is_on, text_id = excluded.text_id,
      since = case when reminder_thresholds.is_on then reminder_thresholds.since else excluded.since end`);

export async function putChannels(
  tx: Tx,
  accountId: number,
  channels: readonly ChannelRow[],
): Promise<void> {
  await tx.run(sql`
    insert into reminder_channels (account_id, channel, position, is_on, daily_cap)
    select ${accountId}, c.channel, c.position, c.is_on, c.daily_cap
    from unnest(${channels.map(({ channel }) => channel)}::text[], ${channels.map(({ isOn }) => isOn)}::boolean[],
      ${channels.map(({ dailyCap }) => dailyCap)}::int[]) with ordinality c (channel, is_on, daily_cap, position)
    on conflict (account_id, channel) do update
    set position = excluded.position, is_on = excluded.is_on, daily_cap = excluded.daily_cap`);
}
