/** Words and addresses that go to customers. */
import { admins, each, type Row, signedIn } from './rows.ts';

/** The table's franchise has no number, so it has no texts of its own to publish. */
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
  'count-message-recipients': {
    outcomes: admins,
    sent: (_id, people) => ({ query: { revenda: people.owner.id } }),
  },
  'list-sent-messages': { outcomes: admins },
  // Of a message that was not sent; send-to-resellers.test.ts reads one that was.
  'list-unread-recipients': {
    outcomes: each({ otherwise: 403, admin: 404 }),
    sent: () => ({ params: { id: 1_000_000 } }),
  },
  'send-message-to-resellers': {
    outcomes: admins,
    sent: (_, { owner }) => ({ body: { revenda: owner.id, texto: '<p>Olá</p>' } }),
  },
  'shorten-link': { outcomes: admins, sent: () => ({ body: { link: 'https://x.exemplo' } }) },
};
