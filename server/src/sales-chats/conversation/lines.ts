/** Lines of the proved number with the seller of the chat. No other line is ever shown (Q-CHATPROOF). */
import sql, { empty } from 'sql-template-tag';
import { formatDate } from '../../foundation/clock.ts';
import { hasTrustedNumber } from '../../coupons/coupons.ts';
import { type Line, lineColumns } from '../../lines/lines.ts';
import { maskUsername } from '../../storefront/storefront.ts';
import { type Conversation, MAX_OPTIONS, type ProvedConversation } from './conversation.ts';

/**
 * Lists the lines, those that expire last first. A test counts as the person's own only with a proved
 * number. Otherwise a payment would turn the test of a stranger into an official line.
 */
export const listOwnLines = (
  { ctx, chat, phone }: ProvedConversation,
  kind: 'all' | 'official' | 'test' = 'all',
): Promise<Line[]> =>
  ctx.db.many(sql`
    select ${lineColumns(ctx.clock.now())} from lines l
    where l.whatsapp = ${phone} and l.owner_id = ${chat.accountId} and l.deleted_at is null
      ${kind === 'all' ? empty : sql`and l.is_trial = ${kind === 'test'}`}
      ${kind === 'test' ? sql`and ${hasTrustedNumber(sql`l`)}` : empty}
    order by l.expires_at desc, l.id desc limit ${MAX_OPTIONS}`);

/** Returns the line, if it still belongs to the proved number and to the seller. */
export const findOwnLine = async (
  conversation: ProvedConversation,
  lineId: number,
): Promise<Line | undefined> => (await listOwnLines(conversation)).find(({ id }) => id === lineId);

/** Label of a line in a list: «77•••482, até 20/12». */
export const labelLine = ({ ctx }: Conversation, { username, expiresAt }: Line): string =>
  `${maskUsername(username)}, até ${formatDate(expiresAt, ctx.clock.timeZone).slice(0, 5)}`;
