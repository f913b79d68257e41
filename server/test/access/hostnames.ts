/** Hostnames: one's own. Accounts here have no second factor, without which none is bought (Q-2FAGATE). */
import { type Row, each, signedIn } from './rows.ts';

/** Whose are acted on is tried in hostname-acts.test.ts. */
const refused = each({ otherwise: 403 });

export const hostnames: Record<string, Row> = {
  'list-dns': { outcomes: signedIn },
  'list-dns-removed': { outcomes: signedIn },
  'list-dns-shared': { outcomes: signedIn },
  'list-logs-dns': { outcomes: signedIn },
  'share-dns': { outcomes: refused, sent: () => ({ body: { id: 1, size: 1 } }) },
  'remove-shared-dns': { outcomes: refused, sent: () => ({ params: { dns: 'norte.top' } }) },
  'rotate-dns': { outcomes: refused, sent: () => ({ params: { id: 1 } }) },
  'enable-autorenew-dns': { outcomes: refused, sent: () => ({ params: { id: 1 } }) },
  'disable-autorenew-dns': { outcomes: refused, sent: () => ({ params: { id: 1 } }) },
  'remove-active-dns': { outcomes: refused, sent: () => ({ params: { id: 1 }, body: {} }) },
  'configure-dns': { outcomes: refused, sent: () => ({ params: { id: 1 } }) },
  'renew-dns': { outcomes: refused, sent: () => ({ body: { domain: 'norte.top' } }) },
  'verify-dns': { outcomes: signedIn, sent: () => ({ body: { domains: ['marcelotv.click'] } }) },
  'create-dns': {
    outcomes: each({ otherwise: 403 }),
    sent: () => ({ body: { domain: 'marcelotv.click' } }),
  },
};
