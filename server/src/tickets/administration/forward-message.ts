/**
 * A reseller forwards a message of the administration to all its descendants, once, with a text of
 * its own.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { forwardMessage as declaration } from '@ramal/contract/tickets/administration-messages';
import sql, { type Sql } from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { ReaderAccount } from '../../foundation/caller.ts';
import type { Reader } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { escapeHtml } from '../../foundation/safe-html.ts';
import { isRecipient, sendAdministrationMessage } from './administration-messages.ts';

/** Selects the accounts that receive the messages that this account forwards. */
const networkBelow = (accountId: number): Sql => sql`
  select id from accounts
  where ancestors @> ${[accountId]}::bigint[] and id <> ${accountId} and ${isRecipient}`;

interface Original {
  readonly id: number;
  readonly senderId: number;
  readonly title: string;
  readonly content: string;
  readonly isPassedOn: boolean;
}

/**
 * Selects the original message of the administration, if this account received it from any sender.
 */
const original = (actorId: number, ticketId: number): Sql => sql`
  select o.id, o.account_id as sender_id, o.title, o.content,
    exists (select from tickets p where p.passed_on_from = o.id and p.passed_on_by = ${actorId}) as is_passed_on
  from tickets t
    join ticket_readers r on r.ticket_id = t.id and r.account_id = ${actorId} and r.sent_at is not null
    join tickets o on o.id = coalesce(t.passed_on_from, t.id)
  where t.id = ${ticketId}`;

/**
 * Returns the number of accounts that a forwarded message would reach; 0 if the account may not
 * forward it or has already done so.
 */
export async function countForwardRecipients(
  reader: Reader,
  actor: ReaderAccount,
  ticketId: number,
): Promise<number> {
  const message = await reader.first<Original>(original(actor.id, ticketId));
  if (!message || message.isPassedOn) return 0;
  const row = await reader.first<{ count: number }>(
    sql`select count(*)::int as count from (${networkBelow(actor.id)}) below`,
  );
  return row!.count;
}

export async function forwardMessage(
  ctx: AppContext,
  { actor, requestMeta, params, body }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  return ctx.db.tx(async (tx) => {
    // If two calls arrive at once, the second waits and then finds the message already forwarded.
    await tx.run(sql`
      select from ticket_readers
      where ticket_id = ${params.id} and account_id = ${actor.id} for no key update`);
    const message = await tx.first<Original>(original(actor.id, params.id));
    if (!message) return refuse('message_not_found');
    if (message.isPassedOn) return refuse('message_passed_on');
    const { id, sent } = await sendAdministrationMessage(tx, {
      senderId: message.senderId,
      title: message.title,
      html: `${introduction(body.palavra)}${message.content}`,
      recipients: networkBelow(actor.id),
      forwardedFrom: { from: message.id, by: actor.id, text: body.palavra },
      at: ctx.clock.now(),
    });
    if (sent === 0) refuse('nobody_below');
    await recordEvent(tx, requestMeta, {
      kind: 'message-passed-on',
      actorId: actor.id,
      after: { ticket: id, sent },
    });
    return { id, sent, message: 'Mensagem repassada.' };
  });
}

/**
 * Returns the introduction of a forwarded message. It contains no name, because an account may not
 * see the names of accounts above its parent.
 */
const introduction = (text: string): string =>
  '<p><em>Repassada por uma revenda acima da sua.</em></p>' +
  (text === ''
    ? ''
    : `<blockquote><p>${escapeHtml(text).replaceAll('\n', '<br>')}</p></blockquote>`);
