/** Hostnames: one's own. Accounts here have no second factor, without which none is bought (Q-2FAGATE). */
import { type Row, each, signedIn } from './rows.ts';

export const hostnames: Record<string, Row> = {
  'list-dns': { outcomes: signedIn },
  'verify-dns': { outcomes: signedIn, sent: () => ({ body: { domains: ['marcelotv.click'] } }) },
  'create-dns': {
    outcomes: each({ otherwise: 403 }),
    sent: () => ({ body: { domain: 'marcelotv.click' } }),
  },
};
