/** Lists the reminders that were sent, and the reasons why others were not sent. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { listReminders as declaration } from '@ramal/contract/reminders/reminder-list';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import {
  type ReminderChannel,
  type MessageKind,
  type ReminderState,
  type SkipReason,
  skipReasonTexts,
} from '@ramal/contract/rules/reminders';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { containsLineWords } from '../../foundation/like.ts';
import { boundedTotal, limitOffset, toPageAnswer } from '../../foundation/pages.ts';
import { renewalCreditedTo } from './credited-renewals.ts';

interface Row {
  readonly id: number;
  readonly lineId: number;
  readonly platform: PlatformKey;
  readonly username: string;
  readonly note: string;
  readonly kind: MessageKind;
  readonly days: number;
  readonly state: ReminderState;
  readonly reason: SkipReason | null;
  readonly problem: string | null;
  readonly channel: ReminderChannel | null;
  readonly plannedAt: Date;
  readonly sentAt: Date | null;
  readonly delivery: 'sent' | 'delivered' | 'read' | 'failed' | null;
  readonly text: string;
  readonly renewedAt: Date | null;
}

export const inWords = ({ reason, problem }: Pick<Row, 'reason' | 'problem'>): string | null =>
  reason === null ? problem : skipReasonTexts[reason];

export async function listReminders(
  { db }: AppContext,
  { actor, query }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const which = sql`r.account_id = ${actor.id} ${filtered(query)}`;
  const from = sql`from reminders r join lines l on l.id = r.line_id where ${which}`;
  const total = await boundedTotal(db, sql`select ${from}`);
  const { limit, offset } = limitOffset(query, { ...total, exact: false });
  const order = query.sort === 'sent_at' ? sql`r.sent_at` : sql`r.id`;
  const rows = await db.many<Row>(sql`
    select r.id, l.id as line_id, l.platform, l.username, l.note, r.kind, r.days, r.state, r.reason, r.problem,
      r.channel, r.planned_at, r.sent_at, r.delivery, r.body as text,
      ${renewalCreditedTo} as renewed_at
    ${from} order by ${order} ${raw(query.dir)} nulls last, r.id ${raw(query.dir)}
    limit ${limit} offset ${offset}`);
  return toPageAnswer(
    query,
    total,
    rows.map(({ reason, problem, ...row }) => ({ ...row, reason: inWords({ reason, problem }) })),
  );
}

function filtered({
  state,
  channel,
  threshold,
  kind,
  search,
}: Call<typeof declaration>['query']): Sql {
  return sql`
    ${state ? sql`and r.state = ${state}` : empty}
    ${channel ? sql`and r.channel = ${channel}` : empty}
    ${threshold ? sql`and r.kind = ${threshold.kind} and r.days = ${threshold.days}` : empty}
    ${kind ? sql`and r.kind = ${kind}` : empty}
    ${search ? sql`and ${containsLineWords(sql`l.search`, sql`l.owner_id`, search, false)}` : empty}`;
}
