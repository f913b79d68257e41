/**
 * Access to the figures of the business. Every account reads its own figures and enters its own
 * costs.
 */
import { createCost } from '@ramal/contract/numbers/costs';
import { call } from '../context.ts';
import { type About, each, type Row, signedIn } from './rows.ts';

const ofFigure = (figure: string): Row => ({
  outcomes: signedIn,
  sent: () => ({ params: { figure }, query: { scope: 'network' } }),
});

const cost = { name: 'Servidor', kind: 'server', cents: 25_000 } as const;

const aCost: About = async (ctx, { owner }) =>
  (
    await call(
      ctx,
      createCost,
      { body: { ...cost, since: '2026-11-05', repeats: 'monthly' } },
      { token: owner.token },
    )
  ).body.id;

/** Costs belong to one account. Accounts above it do not see them. */
const onlyItsOwner = each({ otherwise: 404, owner: 200 });

export const numbers: Record<string, Row> = {
  'get-numbers': { outcomes: signedIn, sent: () => ({ query: { scope: 'network' } }) },
  'get-number-groups': { outcomes: signedIn, sent: () => ({ query: { by: 'reseller' } }) },
  'get-trial-groups': { outcomes: signedIn },
  'get-cohorts': { outcomes: signedIn },
  'list-number-rows': ofFigure('customers'),
  'export-number-rows': {
    outcomes: each({ otherwise: 422 }),
    sent: () => ({ params: { figure: 'received' }, body: {} }),
  },
  'list-costs': { outcomes: signedIn },
  'create-cost': {
    outcomes: signedIn,
    sent: () => ({ body: { ...cost, since: '2026-11-05', repeats: 'once' } }),
  },
  'edit-cost': {
    outcomes: onlyItsOwner,
    about: aCost,
    sent: (id) => ({ params: { id }, body: cost }),
  },
  'delete-cost': { outcomes: onlyItsOwner, about: aCost, sent: (id) => ({ params: { id } }) },
  'get-number-settings': { outcomes: signedIn },
  'save-number-settings': {
    outcomes: signedIn,
    sent: () => ({ body: { master_sees_customers: true } }),
  },
};
