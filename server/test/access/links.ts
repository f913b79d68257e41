/** Access to the texts and addresses that customers receive, and to messages to resellers. */
import { sendMessageToResellers } from '@ramal/contract/tickets/administration-messages';
import { call } from '../context.ts';
import { admins, each, type Row, signedIn } from './rows.ts';

const publishers = each({ otherwise: 403, admin: 200, franchise: 200 });

export const links: Record<string, Row> = {
  'get-app-links': { outcomes: signedIn, sent: () => ({ query: { type: 1 } }) },
  'save-app-links': {
    outcomes: admins,
    sent: () => ({ body: { type: 1, links: '<p>Texto</p>' } }),
  },
  'get-links-info': { outcomes: signedIn },
  'get-telegram': { outcomes: signedIn },
  'save-telegram': { outcomes: admins, sent: () => ({ body: { link: 'https://t.me/x' } }) },
  'get-portal-links': { outcomes: publishers },
  'save-portal-links': { outcomes: admins, sent: () => ({ body: { m3u8: 'https://x.exemplo' } }) },
  'save-portal-links-as-dns': {
    outcomes: admins,
    sent: () => ({ body: { links: { m3u8: 'https://x.exemplo' } } }),
  },
  'count-message-recipients': {
    outcomes: admins,
    sent: (_id, people) => ({ query: { revenda: people.owner.id } }),
  },
  'list-sent-messages': { outcomes: admins },
  'list-unread-recipients': {
    outcomes: each({ otherwise: 403, admin: 404 }),
    sent: () => ({ params: { id: 1_000_000 } }),
  },
  'pass-message-on': {
    outcomes: each({ otherwise: 404, owner: 200, admin: 403 }),
    about: async (ctx, { admin, owner, child }) => {
      const { body } = await call(
        ctx,
        sendMessageToResellers,
        { body: { revenda: owner.id, texto: '<p>Olá</p>' } },
        { token: admin.token },
      );
      // Another row may have deleted the account `child`.
      await ctx.owner.query('update accounts set deleted_at = null where id = $1', [child.id]);
      return body.id;
    },
    sent: (id) => ({ params: { id }, body: { palavra: 'Confiram' } }),
  },
  'send-message-to-resellers': {
    outcomes: admins,
    sent: (_, { owner }) => ({ body: { revenda: owner.id, texto: '<p>Olá</p>' } }),
  },
  'shorten-link': { outcomes: admins, sent: () => ({ body: { link: 'https://x.exemplo' } }) },
};
