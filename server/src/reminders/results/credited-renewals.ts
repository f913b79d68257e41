/** Lists renewals credited to reminders: those within three days after the last reminder. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { DAY_MS } from '@ramal/contract/rules/durations';
import type { getCreditedRenewals as declaration } from '@ramal/contract/reminders/reminders';
import {
  CREDITED_RENEWAL_DAYS,
  CREDITED_RENEWAL_LOOKBACK_DAYS,
  type ReminderChannel,
  type ReminderKind,
} from '@ramal/contract/rules/reminders';
import sql, { type Sql } from 'sql-template-tag';
import { isNotUndone } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';

/**
 * Time of the renewal that is credited to `reminders r`. Null if the line was not renewed within
 * CREDITED_RENEWAL_DAYS after it, or if another reminder was sent in between.
 */
export const renewalCreditedTo: Sql = sql`(
  select min(e.at) from events e
  where e.line_id = r.line_id and e.kind = 'line-extended' and r.kind = 'due' and r.state = 'sent'
    and ${isNotUndone('e')} and e.at > r.sent_at and e.at <= r.sent_at + make_interval(days => ${CREDITED_RENEWAL_DAYS})
    and not exists (select from reminders later where later.line_id = r.line_id and later.kind = 'due'
      and later.state = 'sent' and later.sent_at > r.sent_at and later.sent_at < e.at))`;

interface Row {
  readonly kind: ReminderKind;
  readonly days: number;
  readonly textId: number;
  readonly text: string;
  readonly channel: ReminderChannel;
  readonly sent: number;
  readonly renewed: number;
}

export async function readCreditedRenewals(
  { db, clock }: AppContext,
  { actor }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const from = new Date(clock.now().getTime() - CREDITED_RENEWAL_LOOKBACK_DAYS * DAY_MS);
  const rows = await db.many<Row>(sql`
    select b.kind, b.days, b.text_id, x.body as text, b.channel, count(*) as sent, count(b.renewed_at) as renewed
    from (
      select r.kind, r.days, r.text_id, r.channel, ${renewalCreditedTo} as renewed_at
      from reminders r
      where r.account_id = ${actor.id} and r.kind = 'due' and r.state = 'sent' and r.sent_at > ${from}
    ) b join reminder_texts x on x.id = b.text_id
    group by b.kind, b.days, b.text_id, x.body, b.channel
    order by count(b.renewed_at) desc, count(*) desc, b.days, b.text_id, b.channel`);
  return {
    sent: rows.reduce((sum, { sent }) => sum + sent, 0),
    renewed: rows.reduce((sum, { renewed }) => sum + renewed, 0),
    rows,
  };
}
