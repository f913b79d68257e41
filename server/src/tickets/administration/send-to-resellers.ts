/**
 * Sends a message of the administration to a tree: one ticket, with a row for each receiving
 * account.
 */
import { refuse } from '@ramal/contract/api/errors';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { sendMessageToResellers as declaration } from '@ramal/contract/tickets/administration-messages';
import sql, { type Sql } from 'sql-template-tag';
import { findAccessibleAccount } from '../../access/access.ts';
import { recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { hasText, plainLines, safeHtml } from '../../foundation/safe-html.ts';
import { isRecipient, sendAdministrationMessage } from './administration-messages.ts';

const MAX_TITLE_LENGTH = 60;
const NO_TITLE = 'Mensagem da administração';

export async function sendToResellers(
  ctx: AppContext,
  { actor, requestMeta, body }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const html = await safeHtml(body.texto);
  if (!hasText(html)) refuse('invalid_fields', { fields: { texto: 'Escreva a mensagem.' } });
  return ctx.db.tx(async (tx) => {
    const resellerId = await findAccessibleAccount(tx, actor, body.revenda);
    const { id, sent } = await sendAdministrationMessage(tx, {
      senderId: actor.id,
      title: htmlToTitle(html),
      html,
      recipients: recipientsOf(resellerId, body),
      sentTo: resellerId,
      at: ctx.clock.now(),
    });
    await recordEvent(tx, requestMeta, {
      kind: 'message-sent',
      actorId: actor.id,
      accountId: resellerId,
      after: { ticket: id, sent },
    });
    return { id, sent, message: 'Mensagem enviada com sucesso!' };
  });
}

/**
 * Selects the recipients: the reseller, its direct children (first level), or its tree, which
 * includes the reseller itself.
 */
function recipientsOf(
  id: number,
  { arvore: isTree, nivelUm: isFirstLevel }: { arvore: boolean; nivelUm: boolean },
): Sql {
  const chosen = isTree
    ? sql`ancestors @> ${[id]}::bigint[]`
    : isFirstLevel
      ? sql`parent_id = ${id}`
      : sql`id = ${id}`;
  return sql`select id from accounts where ${chosen} and ${isRecipient}`;
}

/**
 * Returns the first sentence as a title if it fits completely, and otherwise a general title. The
 * call contains no title.
 */
export function htmlToTitle(html: string): string {
  const words = html.replace(/<\/?a\b[^>]*>/gi, '').replace(/<\/t[dh]>/gi, ' ');
  const [line = ''] = plainLines(words).replace(/^• /, '').split('\n');
  const [sentence = ''] = line
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?]) /);
  return sentence === '' || sentence.length > MAX_TITLE_LENGTH ? NO_TITLE : sentence;
}
