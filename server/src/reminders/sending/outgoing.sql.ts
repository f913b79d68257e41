import type { ReminderChannel } from '@ramal/contract/rules/reminders';
import sql from 'sql-template-tag';
import type { Reader } from '../../foundation/database.ts';
import type { Hours } from '../settings/settings.sql.ts';
import type { Outgoing } from './sender.ts';

interface Row extends Omit<Outgoing, 'seller'>, Hours {
  readonly sellerId: number;
  readonly sellerName: string;
  readonly sellerEmail: string | null;
  readonly idFranchise: number | null;
}

/** Reads the data of a reminder that every channel needs to send it. */
export async function readOutgoing(
  reader: Reader,
  id: number,
): Promise<(Outgoing & { hours: Hours }) | undefined> {
  const row = await reader.first<Row>(sql`
    select r.id, r.line_id, r.kind, r.days, r.body, r.facts, l.whatsapp, w.email,
      a.id as seller_id, a.username as seller_name, a.email as seller_email, a.id_franchise,
      s.base_url, s.send_at, s.quiet_from, s.quiet_until
    from reminders r join lines l on l.id = r.line_id join accounts a on a.id = r.account_id
    join reminder_settings s on s.account_id = r.account_id
    left join line_reminder_choices w on w.line_id = l.id
    where r.id = ${id}`);
  if (!row) return undefined;
  const { sellerId, sellerName, sellerEmail, idFranchise, sendAt, quietFrom, quietUntil, ...rest } =
    row;
  return {
    ...rest,
    seller: { id: sellerId, username: sellerName, email: sellerEmail, idFranchise },
    hours: { sendAt, quietFrom, quietUntil },
  };
}

/**
 * True if the provider reported that an attempt arrived although its response was a failure or
 * missing.
 */
export const hasArrived = async (reader: Reader, id: number): Promise<boolean> => {
  const row = await reader.first(sql`
    select from reminders where id = ${id} and state = 'queued' and delivery is not null`);
  return row !== undefined;
};

export const isChannelOn = async (
  reader: Reader,
  accountId: number,
  channel: ReminderChannel,
): Promise<boolean> => {
  const row = await reader.first(sql`
    select from reminder_channels
    where account_id = ${accountId} and channel = ${channel} and is_on`);
  return row !== undefined;
};
