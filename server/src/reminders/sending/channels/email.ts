/**
 * Sends reminders by the operator's relay, in the seller's name, to customers with a known e-mail
 * address.
 */
import { thresholdLabel } from '@ramal/contract/rules/reminders';
import sql from 'sql-template-tag';
import { emailQueueOf, findRelay, isSuppressed, sendEmail } from '../../../messaging/messaging.ts';
import { stopUrl } from '../../customers/stop-link.ts';
import type { Outgoing, ReminderSender } from '../sender.ts';

export const emailSender: ReminderSender = {
  channel: 'email',
  state: async ({ db }, { idFranchise }) => {
    const relay = await findRelay(db, idFranchise);
    return {
      problem: relay
        ? relay.fault
        : 'O envio de e-mail ainda não está configurado. Peça à administração.',
      by: relay ? relay.fromAddress : null,
      costCents: 0,
      queue: relay ? emailQueueOf(relay) : 'email',
    };
  },
  reachableCondition: ({ clock }) => sql`exists (select from line_reminder_choices w
    where w.line_id = l.id and w.email is not null and not ${isSuppressed(sql`w.email`, clock.now())})`,
  send: async (ctx, reminder, _delivery, signal) => {
    const { id, email, body, seller } = reminder;
    if (!email) return { state: 'failed', reason: 'O e-mail do cliente foi excluído.' };
    const url = await stopUrl(ctx, reminder);
    return sendEmail(
      ctx,
      {
        id: `reminder-${id}`,
        franchiseId: seller.idFranchise,
        to: email,
        subject: subjectOf(reminder),
        fromName: seller.username,
        replyTo: seller.email ?? undefined,
        title: subjectOf(reminder),
        paragraphs: body.split(/\n{2,}/),
        footer: footerOf(reminder),
        footerLink: { label: 'Não quero mais receber lembretes', url },
        unsubscribeUrl: url,
      },
      signal,
    );
  },
};

const footerOf = ({ kind, seller }: Outgoing): string =>
  kind === 'win-back'
    ? `Você recebe este e-mail porque já assinou ou testou com ${seller.username}.`
    : `Você recebe este e-mail porque tem uma assinatura com ${seller.username}.`;

/** Returns a subject such as «Sua assinatura vence amanhã às 21:00». */
const subjectOf = ({ kind, days, facts }: Outgoing): string =>
  kind === 'renewed'
    ? 'Renovação confirmada'
    : kind === 'win-back'
      ? 'Quer voltar a assistir?'
      : `Sua assinatura ${facts.when || thresholdLabel({ kind, days })}`;
