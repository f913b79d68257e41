/** Access to signing in, functions, resellers, and lines on IPTV. */
import { PASSWORD, line } from '../../accounts.ts';
import {
  type Row,
  aboutAccount,
  aboutLine,
  admins,
  anybody,
  neighbours,
  ownTree,
  sellers,
  signedIn,
} from '../rows.ts';

let counter = 0;
const newName = () => `nova-${(counter += 1)}`;

export const selling: Record<string, Row> = {
  'sign-in': {
    outcomes: anybody,
    sent: (_id, people) => ({ body: { username: people.owner.username, password: PASSWORD } }),
  },
  'sign-out': { outcomes: signedIn },
  'get-profile': { outcomes: signedIn },
  'get-my-ip': { outcomes: anybody },
  'get-captcha': { outcomes: anybody },

  'get-settings': { outcomes: signedIn },
  'toggle-tests': { outcomes: admins },
  'toggle-test-iptv': { outcomes: admins },
  'toggle-xcloud': { outcomes: admins },
  'toggle-iptv': { outcomes: admins },
  'toggle-p2p': { outcomes: admins },
  'toggle-n-p2p': { outcomes: admins },
  'toggle-login': { outcomes: admins },

  'create-reseller': {
    outcomes: signedIn,
    sent: () => ({ body: { username: newName(), password: PASSWORD, credits: 0 } }),
  },
  'move-credits': aboutAccount(neighbours, { credits: 10, sale: 1 }),
  'edit-reseller': {
    ...aboutAccount(ownTree),
    sent: (id) => ({ params: { id }, body: { username: newName(), email: '5511900000001' } }),
  },
  'get-grants': aboutAccount(admins),
  'set-grants': aboutAccount(admins, { grants: ['games'] }),

  'list-iptv-lines': {
    outcomes: ownTree,
    sent: (_id, people) => ({ query: { reseller_id: people.owner.id } }),
  },
  'list-all-iptv-lines': { outcomes: admins },
  'count-iptv-lines': {
    outcomes: ownTree,
    sent: (_id, people) => ({ query: { reseller_id: people.owner.id } }),
  },
  'create-iptv-line': {
    outcomes: sellers,
    sent: () => ({ body: { isOficial: true, credits: 1, nota: 'Cliente', package: 1 } }),
  },
  'switch-iptv-line': aboutLine({}),
  'extend-iptv-line': aboutLine({ credits: 1 }),
  'promote-iptv-line': {
    // Only sellers may make this call, and only for a line in their tree.
    outcomes: { ...ownTree, admin: 403 },
    about: async (ctx, { owner }) => (await line(ctx, owner, { isOficial: false })).id,
    sent: (id) => ({ params: { id }, body: { credits: 1 } }),
  },
  'delete-iptv-line': aboutLine({}),
  'edit-iptv-line': aboutLine({ nota: 'Outra' }),
  'trust-iptv-line': aboutLine({}),
  'get-iptv-links': aboutLine({}),
  'end-of-day-iptv-line': aboutLine({}),
  'renew-line-password': aboutLine({}),
  'get-line': aboutLine(),
  'list-line-viewings': aboutLine(),
  'get-line-history': aboutLine(),
  'get-trial-history': {
    outcomes: sellers,
    sent: () => ({ query: { whatsapp: '5511955550142' } }),
  },
  'find-lines': { outcomes: signedIn, sent: () => ({ query: { search: '55' } }) },
  'find-lines-by-whatsapp': {
    outcomes: signedIn,
    sent: () => ({ query: { whatsapp: '5511900000001' } }),
  },
  'set-line-whatsapp': aboutLine({ whatsapp: '5511900000001' }),
  'get-iptv-packages': { outcomes: signedIn },

  'get-dashboard': { outcomes: signedIn },
  'dismiss-first-steps': { outcomes: signedIn },
};
