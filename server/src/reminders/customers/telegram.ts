/** The link that opens a customer's chat with the brand's bot, and the messages of that chat. */
import { refuse } from '@ramal/contract/api/errors';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { inviteCustomerToTelegram as declaration } from '@ramal/contract/reminders/customers';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Reader } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { type CustomerChats, inviteToTelegram } from '../../messaging/messaging.ts';
import { storeReply } from './replies.ts';
import { type CustomerLine, findOwnLine, resumeReminders, stopReminders } from './choices.ts';

/** Long, because customers may read the message with the link days later. */
const LINK_VALID_MS = 7 * DAY_MS;

export async function inviteCustomer(
  ctx: AppContext,
  { actor, params }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  return ctx.db.tx(async (tx) => {
    const { id: lineId, whatsapp } = await findOwnLine(tx, actor.id, params.id);
    const invitation = await inviteToTelegram(ctx, tx, {
      franchiseId: actor.idFranchise,
      recipient: { lineId },
      validMs: LINK_VALID_MS,
    });
    const { url, expiresAt } = invitation ?? refuse('telegram_bot_missing');
    return {
      url,
      message: `Para receber os lembretes da sua assinatura pelo Telegram, abra este link e toque em Iniciar: ${url}`,
      whatsapp,
      expiresAt,
    };
  });
}

const customersOf = (reader: Reader, lineIds: readonly number[]): Promise<CustomerLine[]> =>
  reader.many(sql`
    select id as line_id, owner_id as account_id from lines
    where id = any(${[...lineIds]}::bigint[]) order by id`);

/** «parar» stops the reminders in every channel. Opening a new link resumes them. */
export const customerChats: CustomerChats = {
  stopped: async (tx, lineIds, now) =>
    stopReminders(tx, await customersOf(tx, lineIds), 'telegram', now),
  replied: (tx, lineIds, text, at) => storeReply(tx, lineIds, { channel: 'telegram', text, at }),
  connected: async (tx, lineId) => resumeReminders(tx, await customersOf(tx, [lineId]), 'telegram'),
};
