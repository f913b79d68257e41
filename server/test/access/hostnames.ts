/**
 * Access to hostnames. Buying one requires a second factor (Q-2FAGATE), which no account of this
 * table has.
 */
import { type Row, admins, each, ownerAndAdmin, signedIn } from './rows.ts';

/**
 * Refused because of the missing second factor. hostname-acts.test.ts tests access to each
 * hostname.
 */
const refused = each({ otherwise: 403 });

let collected = 0;

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
  'list-dns-purchases': { outcomes: signedIn },
  'get-dns-health': {
    outcomes: each({ otherwise: 404 }),
    sent: () => ({ params: { id: 1_000_000 } }),
  },
  'list-probe-places': { outcomes: admins },
  'create-probe-place': {
    outcomes: admins,
    sent: () => ({ body: { name: `Rede ${(collected += 1)}` } }),
  },
  'revoke-probe-place': {
    outcomes: each({ admin: 404, otherwise: 403 }),
    sent: () => ({ params: { id: 1_000_000 } }),
  },
  'send-probe-report': {
    outcomes: each({ otherwise: 401 }, 401),
    sent: () => ({ body: { place: '0123456789', report: '{}', signature: '0'.repeat(64) } }),
  },
  'get-registrar': { outcomes: admins },
  'save-registrar': { outcomes: refused, sent: () => ({ body: { registrar: 'sandbox' } }) },
  'get-dns-provider': { outcomes: admins },
  'save-dns-provider': { outcomes: refused, sent: () => ({ body: { provider: 'sandbox' } }) },
  'take-over-dns-record': {
    outcomes: each({ admin: 409, otherwise: 403 }),
    sent: () => ({ body: { name: 'tv.norte.top' } }),
  },
  'list-dns-collector': { outcomes: admins },
  'add-dns-collector': {
    outcomes: admins,
    sent: () => ({ body: [{ host: `tabela${(collected += 1)}.top`, onde: 'Vivo' }] }),
  },
  'delete-dns-collector': {
    outcomes: each({ admin: 404, otherwise: 403 }),
    sent: () => ({ params: { id: 1_000_000 } }),
  },
  'get-rotate-dns': { outcomes: admins },
  'save-rotate-dns': {
    outcomes: admins,
    sent: (_id, people) => ({
      body: { dns: `rodizio${(collected += 1)}.top`, id_res: people.franchise.id },
    }),
  },
  'delete-rotate-dns': {
    outcomes: each({ admin: 404, otherwise: 403 }),
    sent: () => ({ params: { id: 1_000_000 } }),
  },
  'list-dns-activators': { outcomes: ownerAndAdmin },
  'edit-dns-activator': {
    outcomes: ownerAndAdmin,
    sent: () => ({ params: { id: 1 }, body: { dns: 'tv.exemplo.com' } }),
  },
  'create-dns': {
    outcomes: each({ otherwise: 403 }),
    sent: () => ({ body: { domain: 'marcelotv.click' } }),
  },
};
