import { PORTAL_TICKETS, RESELLER_TICKETS } from '@ramal/contract/rules/tickets';
import {
  assignTicket as assignDeclaration,
  blockTicket as blockDeclaration,
  createTicket as createDeclaration,
  finishTicket as finishDeclaration,
  getTicket,
  listPortalTickets,
  listResellerUsers,
  listTicketAdmins,
  listTickets as listDeclaration,
  readTicket as readDeclaration,
  removeTicketMessage,
  sendTicketMessage,
} from '@ramal/contract/tickets/tickets';
import { exportTickets as exportDeclaration } from '@ramal/contract/tickets/export-tickets';
import {
  postponeTicket as postponeDeclaration,
  reopenTicket as reopenDeclaration,
} from '@ramal/contract/tickets/ticket-acts';
import { readTicketContext, readTicketFacts } from '@ramal/contract/tickets/ticket-facts';
import { countTickets } from '@ramal/contract/tickets/ticket-counts';
import * as answers from '@ramal/contract/tickets/ticket-answers';
import { getTicketPicture, uploadTicketPicture } from '@ramal/contract/tickets/ticket-pictures';
import * as messages from '@ramal/contract/tickets/administration-messages';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { consume, createRateLimiter } from '../foundation/limits/rate-limiter.ts';
import { forwardMessage } from './administration/forward-message.ts';
import { answerIncident, listIncidents } from './incidents.ts';
import { createAnswer, deleteAnswer, editAnswer, listAnswers } from './ticket-answers.ts';
import { readReport } from './ticket-report.ts';
import { fetchPicture, uploadPicture } from './pictures.ts';
import { countWaiting } from './count-tickets.ts';
import { createTicket } from './create-ticket.ts';
import { exportTickets } from './export-tickets.ts';
import { listTickets } from './list-tickets.ts';
import { listUsers } from './list-users.ts';
import { markRead, readTicket } from './read-ticket.ts';
import { sendMessage } from './send-message.ts';
import {
  assignTicket,
  blockTicket,
  finishTicket,
  listAdmins,
  removeMessage,
  reopenTicket,
} from './ticket-acts.ts';
import {
  countRecipients,
  listSentMessages,
  listUnreadRecipients,
} from './administration/receipts.ts';
import { sendToResellers } from './administration/send-to-resellers.ts';
import { postponeTicket } from './postpone-ticket.ts';
import { readContext } from './ticket-context.ts';
import { readFacts } from './ticket-facts.ts';

export function ticketRoutes(ctx: AppContext): Binding[] {
  const opening = createRateLimiter(ctx, 'ticket-opening');
  const writing = createRateLimiter(ctx, 'ticket-message');
  const drawing = createRateLimiter(ctx, 'ticket-picture');
  return [
    bind(listDeclaration, (call) => listTickets(ctx, call, RESELLER_TICKETS, call.query)),
    bind(listPortalTickets, (call) => listTickets(ctx, call, PORTAL_TICKETS, call.query)),
    bind(createDeclaration, async (call) => {
      await consume(opening, String(call.actor.id));
      return createTicket(ctx, call);
    }),
    bind(getTicket, ({ actor, params, query }) => readTicket(ctx, actor, params.id, query.after)),
    bind(sendTicketMessage, async (call) => {
      await consume(writing, String(call.actor.id));
      const { bodyText = '', clientId, pictures } = call.body;
      return sendMessage(ctx, call, call.params.id, { body: bodyText, clientId, pictures });
    }),
    bind(readDeclaration, ({ actor, params, body }) =>
      markRead(ctx, actor, params.id, body.number),
    ),
    bind(finishDeclaration, (call) => finishTicket(ctx, call, call.params.id)),
    bind(reopenDeclaration, (call) => reopenTicket(ctx, call, call.params.id)),
    bind(postponeDeclaration, (call) =>
      postponeTicket(ctx, call.actor, call.params.id, call.body.until),
    ),
    bind(readTicketContext, ({ actor, params }) => readContext(ctx, actor, params.id)),
    bind(blockDeclaration, (call) => blockTicket(ctx, call, call.params.id)),
    bind(removeTicketMessage, (call) => removeMessage(ctx, call, call.params.id)),
    bind(assignDeclaration, (call) =>
      assignTicket(ctx, call, call.params.id, call.body.accountId ?? undefined),
    ),
    bind(messages.forwardMessage, (call) => forwardMessage(ctx, call)),
    bind(messages.sendMessageToResellers, (call) => sendToResellers(ctx, call)),
    bind(listTicketAdmins, () => listAdmins(ctx)),
    bind(exportDeclaration, (call) => exportTickets(ctx, call)),
    bind(countTickets, ({ actor }) => countWaiting(ctx, actor)),
    bind(listResellerUsers, ({ actor, query }) => listUsers(ctx, actor, query.search)),
    bind(readTicketFacts, ({ actor, query }) =>
      readFacts(ctx, ctx.db, actor, { lineId: query.line, streamIds: query.channels ?? [] }),
    ),
    bind(uploadTicketPicture, async (call) => {
      await consume(drawing, String(call.actor.id));
      return uploadPicture(ctx, call, call.params.id, call.file);
    }),
    bind(getTicketPicture, ({ actor, params }) => fetchPicture(ctx, actor, params.name)),
    ...adminRoutes(ctx),
  ];
}

const adminRoutes = (ctx: AppContext): Binding[] => [
  bind(answers.listTicketAnswers, () => listAnswers(ctx)),
  bind(answers.createTicketAnswer, (call) => createAnswer(ctx, call, call.body)),
  bind(answers.editTicketAnswer, (call) => editAnswer(ctx, call, call.params.id, call.body)),
  bind(answers.deleteTicketAnswer, (call) => deleteAnswer(ctx, call, call.params.id)),
  bind(answers.listIncidents, ({ query }) => listIncidents(ctx, query.systemTypeId)),
  bind(answers.answerIncident, (call) => {
    const { key, bodyText: body, clientId, systemTypeId: system } = call.body;
    return answerIncident(ctx, call, { key, body, clientId, system });
  }),
  bind(messages.countMessageRecipients, (call) => countRecipients(ctx, call)),
  bind(messages.listSentMessages, (call) => listSentMessages(ctx, call)),
  bind(messages.listUnreadRecipients, (call) => listUnreadRecipients(ctx, call)),
  bind(answers.readTicketReport, ({ query }) => readReport(ctx, query.systemTypeId)),
];
