/**
 * Sends reminders through Meta's Cloud API. Within 24 hours after a message from the customer, Meta
 * accepts the account's own text. Otherwise it accepts only an approved template.
 */
import sql from 'sql-template-tag';
import {
  findNumber,
  isTemplateApproved,
  toParameter,
  sendWhatsapp,
  getTemplateName,
  whatsappQueueOf,
  countRemainingWhatsappRecipients,
} from '../../../messaging/messaging.ts';
import { refuseWhatsapp, toWhatsappId } from '../../customers/whatsapp.ts';
import type { Outgoing, ReminderSender } from '../sender.ts';

export const whatsappSender: ReminderSender = {
  channel: 'whatsapp',
  state: async ({ db }, { idFranchise }) => {
    const number = await findNumber(db, idFranchise);
    const by = number ? number.displayNumber || number.phoneNumberId : null;
    const isReady =
      number !== undefined && (await isTemplateApproved(db, number.id, getTemplateName('due')));
    return {
      problem: !number
        ? 'Ainda não há um número do WhatsApp. Peça à administração para cadastrar um.'
        : (number.fault ?? (isReady ? null : 'A Meta ainda não aprovou o modelo da mensagem.')),
      by,
      costCents: number?.costCents ?? 0,
      queue: number ? whatsappQueueOf(number) : 'whatsapp',
    };
  },
  // Condition: the line has a number that WhatsApp did not reject as unregistered. A new number of
  // the line is tried again.
  reachableCondition:
    () => sql`(l.whatsapp is not null and not exists (select from line_reminder_choices w
    where w.line_id = l.id and w.refused_whatsapp = l.whatsapp))`,
  countRemaining: async (ctx, { idFranchise }) => {
    const number = await findNumber(ctx.db, idFranchise);
    return number ? countRemainingWhatsappRecipients(ctx, number) : 0;
  },
  send: async (ctx, reminder, { attempt }, signal) => {
    const { whatsapp, body, seller, id, lineId } = reminder;
    const number = await findNumber(ctx.db, seller.idFranchise);
    if (!number) return { state: 'failed', reason: 'O número do WhatsApp foi retirado.' };
    if (!whatsapp) return { state: 'failed', reason: 'O WhatsApp do cliente foi excluído.' };
    const { meaning, ...outcome } = await sendWhatsapp(
      ctx,
      number,
      {
        to: whatsapp,
        text: body,
        template: templateOf(reminder),
        ownId: toWhatsappId(id),
        attempt,
      },
      signal,
    );
    if (meaning === 'no_whatsapp') await ctx.db.tx((tx) => tx.run(refuseWhatsapp(lineId)));
    return outcome;
  },
};

function templateOf({ kind, facts }: Outgoing) {
  // Only two templates exist. The text about a refused debit uses the template about the expiry.
  const name = getTemplateName(kind === 'renewed' ? 'renewed' : 'due');
  const customer = toParameter(facts.name, 'tudo bem');
  return kind === 'renewed'
    ? { name, parameters: [customer, toParameter(facts.due, 'a data combinada')] }
    : {
        name,
        parameters: [
          customer,
          toParameter(facts.when, `vence em ${facts.due}`),
          toParameter(facts.value, 'o combinado'),
          toParameter(facts.link, 'fale com quem vendeu a assinatura'),
        ],
      };
}
