/**
 * Access to tickets. Authors can read their own tickets, franchises the tickets of their network,
 * and admins all tickets (Q-TICKETVIS).
 */
import { createTicket } from '@ramal/contract/tickets/tickets';
import { type TestContext, call } from '../context.ts';
import { type About, type People, type Row, admins, each, signedIn } from './rows.ts';

async function aTicket(ctx: TestContext, { owner }: People): Promise<number> {
  await ctx.owner.query(`delete from rate_limits`);
  const { body } = await call(
    ctx,
    createTicket,
    { body: { title: 'Não abre', category: 1, content: 'Não abre desde ontem.' } },
    { token: owner.token },
  );
  return body.id;
}

const inProgress: About = async (ctx, people) => {
  const id = await aTicket(ctx, people);
  await ctx.owner.query('update tickets set status = 2 where id = $1', [id]);
  return id;
};
const finished: About = async (ctx, people) => {
  const id = await aTicket(ctx, people);
  await ctx.owner.query('update tickets set status = 1, finished_at = now() where id = $1', [id]);
  return id;
};
const aMessage: About = async (ctx, people) => {
  const { rows } = await ctx.owner.query<{ id: string }>(
    `insert into ticket_messages (ticket_id, number, account_id, from_support, body, client_id, at)
     values ($1, 1, $2, false, 'Oi', gen_random_uuid(), now()) returning id`,
    [await aTicket(ctx, people), people.owner.id],
  );
  return Number(rows[0]!.id);
};

const aPicture: About = async (ctx, people) => {
  const { rows } = await ctx.owner.query<{ name: string }>(
    `with m as (select id, ticket_id from ticket_messages where id = $1)
     insert into ticket_pictures (name, ticket_id, message_id, account_id, width, height, bytes, created_at)
     select gen_random_uuid()::text, ticket_id, id, $2, 1, 1, 'x', now() from m returning name`,
    [await aMessage(ctx, people), people.owner.id],
  );
  return rows[0]!.name;
};
const aboutChannel: About = async (ctx, people) => {
  const id = await aTicket(ctx, people);
  await ctx.owner.query(
    `insert into ticket_channels (ticket_id, position, label, key) values ($1, 1, 'ESPN', 'n:espn')`,
    [id],
  );
  return id;
};
let made = 0;
const newTitle = () => `Resposta ${(made += 1)}`;
const anAnswer: About = async (ctx) => {
  const { rows } = await ctx.owner.query<{ id: string }>(
    `insert into ticket_answers (title, body, created_at) values ($1, 'x', now()) returning id`,
    [newTitle()],
  );
  return Number(rows[0]!.id);
};

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const seen = each({ otherwise: 404, owner: 200, franchise: 200, admin: 200 });
/**
 * A franchise can read tickets of its network. Only the author and the administration can write.
 */
const written = { ...seen, franchise: 403 };

export const tickets: Record<string, Row> = {
  // The response contains only ids of tickets that the caller may see.
  'open-live': { outcomes: signedIn },
  'list-tickets': { outcomes: signedIn },
  'list-portal-tickets': { outcomes: signedIn },
  'count-tickets': { outcomes: signedIn },
  'list-reseller-users': { outcomes: signedIn },
  'read-ticket-facts': { outcomes: signedIn },
  'list-ticket-admins': { outcomes: admins },
  'create-ticket': {
    outcomes: signedIn,
    about: async (ctx) => {
      await ctx.owner.query(`delete from rate_limits`);
      return 0;
    },
    sent: () => ({ body: { title: 'Dúvida', category: 1, content: 'Como faço?' } }),
  },
  'get-ticket': { outcomes: seen, about: aTicket, sent: (id) => ({ params: { id } }) },
  'mark-ticket-read': {
    outcomes: seen,
    about: aTicket,
    sent: (id) => ({ params: { id }, body: { number: 0 } }),
  },
  'send-ticket-message': {
    outcomes: written,
    about: aTicket,
    sent: (id) => ({ params: { id }, body: { mensagem: 'Ainda não abre.' } }),
  },
  'finish-ticket': { outcomes: written, about: inProgress, sent: (id) => ({ params: { id } }) },
  'reopen-ticket': { outcomes: written, about: finished, sent: (id) => ({ params: { id } }) },
  'postpone-ticket': {
    outcomes: seen,
    about: aTicket,
    sent: (id) => ({ params: { id }, body: { until: 'in_an_hour' } }),
  },
  'read-ticket-context': { outcomes: seen, about: aTicket, sent: (id) => ({ params: { id } }) },
  'block-ticket': { outcomes: admins, about: inProgress, sent: (id) => ({ params: { id } }) },
  'remove-ticket-message': {
    outcomes: admins,
    about: aMessage,
    sent: (id) => ({ params: { id } }),
  },
  'assign-ticket': {
    outcomes: admins,
    about: aTicket,
    sent: (id) => ({ params: { id }, body: {} }),
  },
  'export-tickets': { outcomes: admins, about: aTicket, sent: () => ({ body: {} }) },
  'upload-ticket-picture': {
    outcomes: written,
    about: aTicket,
    sent: (id) => ({ params: { id }, file: GIF }),
  },
  'get-ticket-picture': {
    outcomes: seen,
    about: aPicture,
    sent: (name) => ({ params: { name } }),
  },
  'list-ticket-answers': { outcomes: admins },
  'create-ticket-answer': {
    outcomes: admins,
    sent: () => ({ body: { title: newTitle(), body: 'Reinicie o aparelho.' } }),
  },
  'edit-ticket-answer': {
    outcomes: admins,
    about: anAnswer,
    sent: (id) => ({ params: { id }, body: { title: newTitle(), body: 'Reinicie o aparelho.' } }),
  },
  'delete-ticket-answer': {
    outcomes: admins,
    about: anAnswer,
    sent: (id) => ({ params: { id } }),
  },
  'list-ticket-incidents': { outcomes: admins },
  'answer-ticket-incident': {
    outcomes: admins,
    about: aboutChannel,
    sent: () => ({
      body: {
        key: 'n:espn',
        mensagem: 'Voltou.',
        client_id: '8c9d7a52-8a41-4f0e-9f6e-0d5c6f6f0001',
      },
    }),
  },
  'read-ticket-report': { outcomes: admins },
};
