/**
 * Messages of the administration. Each is stored once as a ticket without a chat, with a row for
 * each account that receives it. The row also contains whether the account read it (Q-MESSAGE).
 */
import { ADMINISTRATION, RESELLER_TICKETS } from '@ramal/contract/rules/tickets';
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../../foundation/database.ts';
import { safeHtml } from '../../foundation/safe-html.ts';
import { notify } from '../../notices/notices.ts';
import { publishTicketChange } from '../ticket.ts';
import { ticketPath, ticketSubject } from '../ticket-notices.ts';

/** Condition on an account: only sellers that are not deleted receive messages. */
export const isRecipient = sql`deleted_at is null and profile <> 'admin'`;

interface NewAdministrationMessage {
  readonly senderId: number;
  readonly title: string;
  /** Sanitised here by an allow list, and again when it is shown. */
  readonly html: string;
  /** A query with one column, the ids of the recipients. */
  readonly recipients: Sql;
  /**
   * The reseller that receives the message, alone or with its network. Undefined for a message that
   * a reseller forwards.
   */
  readonly sentTo?: number;
  readonly forwardedFrom?: ForwardedFrom;
  readonly at: Date;
}

interface ForwardedFrom {
  /** The ticket of the message as the administration sent it. */
  readonly from: number;
  readonly by: number;
  /** Additional text of the reseller; empty if the reseller wrote none. */
  readonly text: string;
}

/**
 * Sends the message in the caller's transaction. Returns its ticket and the number of recipients.
 */
export async function sendAdministrationMessage(
  tx: Tx,
  { senderId, title, html, recipients, sentTo, forwardedFrom, at }: NewAdministrationMessage,
): Promise<{ id: number; sent: number }> {
  const ticket = await tx.first<{ id: number }>(sql`
    insert into tickets (system, status, category, title, content, account_id, sent_to,
      passed_on_from, passed_on_by, word, created_at, last_at)
    values (${RESELLER_TICKETS}, 3, ${ADMINISTRATION}, ${title}, ${await safeHtml(html)}, ${senderId}, ${sentTo ?? null},
      ${forwardedFrom?.from ?? null}, ${forwardedFrom?.by ?? null}, ${forwardedFrom?.text ?? null}, ${at}, ${at})
    returning id`);
  const { id } = ticket!;
  const sent = await tx.run(sql`
    insert into ticket_readers (ticket_id, account_id, sent_at)
    select ${id}, chosen.id, ${at} from (${recipients}) as chosen (id) on conflict do nothing`);
  await publishTicketChange(tx, { id });
  await notify(tx, {
    accounts: sql`select account_id from ticket_readers where ticket_id = ${id} and sent_at is not null`,
    kind: 'message',
    subject: ticketSubject(id),
    title,
    body: 'Mensagem da administração',
    path: ticketPath({ id, system: RESELLER_TICKETS }),
    at,
  });
  return { id, sent };
}
