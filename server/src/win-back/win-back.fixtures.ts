/** Creates people of the win-back groups, and runs the worker's jobs of one minute. */
import type { WinBackGroupKey } from '@ramal/contract/win-back/win-back-rules';
import { saveWinBackGroup } from '@ramal/contract/win-back/win-back';
import { DAY_MS } from '@ramal/contract/rules/durations';
import type { Person } from '../../test/accounts.ts';
import { call, type TestContext } from '../../test/context.ts';
import { deliverDue } from '../outbox/outbox.ts';
import { planReminders } from '../reminders/planning/plan-reminders.ts';
import type { TestChannel } from '../reminders/reminders.fixtures.ts';
import { createDeliveryKind } from '../reminders/sending/delivery-kinds.ts';
import { dispatchReminders } from '../reminders/sending/dispatch-reminders.ts';
import { planWinBacks } from './planning/plan-win-backs.ts';

interface NewLine {
  /** Days since the expiry. */
  readonly days: number;
  readonly isTrial?: boolean;
  readonly platform?: 'iptv' | 'p2p';
  readonly whatsapp?: string | null;
  readonly note?: string;
}

let lastLine = 0;

/** Creates an expired line directly in the database. Each line has its own number by default. */
export async function expiredLine(
  ctx: TestContext,
  seller: Person,
  { days, isTrial = false, platform = 'iptv', whatsapp, note = 'Rogério Lima' }: NewLine,
): Promise<number> {
  lastLine += 1;
  const name = `parado${lastLine}`;
  const { rows } = await ctx.owner.query<{ id: number }>(
    `insert into lines (platform, owner_id, username, password, is_trial, test_hours, expires_at, created_at, note,
       whatsapp, short_code)
     values ($1, $2, $3, 'senha', $4, case when $4 then 6 end, $5::timestamptz, $5::timestamptz - interval '30 days',
       $6, $7, $3)
     returning id::int`,
    [
      platform,
      seller.id,
      name,
      isTrial,
      new Date(ctx.clock.now().getTime() - days * DAY_MS),
      note,
      whatsapp === undefined ? `55119${String(10_000_000 + lastLine)}` : whatsapp,
    ],
  );
  return rows[0]!.id;
}

/** Switches a group on over HTTP, with these settings. */
export const switchOn = (
  ctx: TestContext,
  seller: Person,
  group: WinBackGroupKey,
  body: Record<string, unknown> = {},
) =>
  call(ctx, saveWinBackGroup, { body: { group, is_on: true, ...body } }, { token: seller.token });

/** Runs the worker's jobs of one minute. */
export async function runWinBackJobs(
  ctx: TestContext,
  channels: readonly TestChannel[],
): Promise<void> {
  const senders = channels.map(({ sender }) => sender);
  await planReminders(ctx);
  await planWinBacks(ctx, senders);
  await dispatchReminders(ctx, senders);
  await deliverDue(ctx, senders.map(createDeliveryKind));
}

interface WinBackRow {
  readonly line: number;
  readonly group: WinBackGroupKey;
  readonly arm: 'message' | 'control';
  readonly state: string | null;
  readonly reason: string | null;
  readonly body: string | null;
}

export const readWinBackRows = async (ctx: TestContext, seller: Person): Promise<WinBackRow[]> =>
  (
    await ctx.owner.query<WinBackRow>(
      `select b.line_id::int as line, b.group_key as "group", b.arm, r.state, r.reason, r.body
       from win_backs b left join reminders r on r.id = b.reminder_id where b.account_id = $1 order by b.id`,
      [seller.id],
    )
  ).rows;
