/** Access to portal credits, prices, payment keys and recharges. */
import { randomUUID } from 'node:crypto';
import { line } from '../accounts.ts';
import { aboutLine, type Row, each, sellers, signedIn } from './rows.ts';

/**
 * Outcomes of calls that require a second factor (Q-2FAGATE), which no account of this table has.
 */
const gated = each({ otherwise: 403 });

const keyless = each({ otherwise: 403 }, 403);

const moved: Row = {
  outcomes: gated,
  sent: () => ({ body: { id_res: 1, qtd_creditos: 1 } }),
};

/** Only the receiver may simulate the payment of a charge; accounts above it may not. */
const aboutOwn = (body?: Record<string, unknown>): Row => ({
  outcomes: each({ otherwise: 404, owner: 200 }),
  about: async (ctx, { owner }) => {
    const { rows } = await ctx.owner.query<{ id: number }>(
      `with charge as (
         insert into charges (purpose, account_id, credits, cents, method, provider, collector, created_at, expires_at)
         values ('test', $1, 0, 100, 'pix', 'sandbox', 'sandbox', now(), now() + interval '1 hour')
         returning id, reference)
       , payment as (insert into sandbox_payments (reference, cents) select reference, 100 from charge)
       select id::int from charge`,
      [owner.id],
    );
    return rows[0]!.id;
  },
  sent: (id) => ({ params: { id }, ...(body ? { body } : {}) }),
});

/** Only the buyer can read a purchase with this call. The seller cannot. */
const aboutPurchase: Row = {
  outcomes: each({ otherwise: 404, owner: 200, admin: 403 }),
  about: async (ctx, { owner, parent }) => {
    const { rows } = await ctx.owner.query<{ reference: string }>(
      `insert into charges (purpose, account_id, buyer_id, credits, cents, method, provider, collector, created_at, expires_at)
       values ('top-up', $1, $2, 1000, 10000, 'pix', 'sandbox', 'sandbox', now(), now() + interval '1 hour')
       returning reference`,
      [parent.id, owner.id],
    );
    return rows[0]!.reference;
  },
  sent: (reference) => ({ params: { reference } }),
};

/** Creates an authorization of a new line of the owner. The authorization has already ended. */
const aboutAuthorization = (body?: Record<string, unknown>, ended = 200): Row => ({
  outcomes: each({ otherwise: ended, stranger: 404, sibling: 404, child: 404 }),
  about: async (ctx, { owner }) => {
    const { id } = await line(ctx, owner);
    const { rows } = await ctx.owner.query<{ id: number }>(
      `insert into pix_authorizations (account_id, line_id, provider, collector, contract_id, payer_name, cpf_mask,
         months, cents, credits, anchor_day, starts_on, allows_retries, receiver, state, end_reason, ended_at,
         code_expires_at, created_at, authorized_at, search)
       values ($1, $2, 'asaas', 'cnpj', $3, 'Célia Souza', '•••.982.247-••', 1, 3500, 100, 20, '2026-12-19', true,
         'MARCELO TV LTDA', 'cancelled', 'provider', now(), now(), now(), now(), '')
       returning id::int`,
      [owner.id, id, `R${id}X1`],
    );
    return rows[0]!.id;
  },
  sent: (id) => ({ params: { id }, ...(body ? { body } : {}) }),
});

export const payments: Record<string, Row> = {
  'get-portal-credits': { outcomes: signedIn },
  'credit-portal': moved,
  'return-portal-credits': moved,
  'list-recharges': { outcomes: signedIn },
  // There are no charges in this test, so the export is empty.
  'export-recharges': { outcomes: each({ otherwise: 422 }) },
  'get-revenue': { outcomes: signedIn },
  'get-credit-value': { outcomes: sellers },
  'save-credit-value': { outcomes: gated, sent: () => ({ body: { creditPortal: 35 } }) },
  'get-plan-prices': { outcomes: sellers },
  'save-plan-prices': { outcomes: gated },
  'get-top-up-prices': { outcomes: sellers },
  'save-top-up-prices': { outcomes: gated, sent: () => ({ body: { tiers: [] } }) },
  'get-top-up-bonus': { outcomes: sellers },
  'save-top-up-bonus': { outcomes: gated, sent: () => ({ body: { bonus: null } }) },
  'get-top-up-offer': { outcomes: sellers },
  // No account in this test sells credits.
  'buy-credits': {
    outcomes: each({ otherwise: 422, admin: 403 }),
    sent: () => ({ body: { credits: 50, method: 'pix' } }),
  },
  'get-top-up': aboutPurchase,
  'get-payment-keys': { outcomes: sellers },
  'get-payment-providers': { outcomes: sellers },
  'list-payment-notices': { outcomes: sellers },
  'save-receiver': { outcomes: gated, sent: () => ({ body: { type: 'person' } }) },
  'save-asaas-keys': {
    outcomes: gated,
    sent: () => ({ body: { api_key: '$aact_prod_errada' } }),
  },
  'save-woovi-key': { outcomes: gated, sent: () => ({ body: { api_key: 'chave-errada' } }) },
  'check-provider': { outcomes: gated, sent: () => ({ params: { provider: 'woovi' }, body: {} }) },
  'save-payment-uses': { outcomes: gated, sent: () => ({ body: { offer_recurring: true } }) },
  'list-authorizations': { outcomes: sellers },
  // There are no authorizations of these accounts, so the export is empty.
  'export-authorizations': { outcomes: each({ otherwise: 422, admin: 403 }) },
  'get-line-authorization': aboutLine(),
  'end-authorization': aboutAuthorization({}, 409),
  'list-authorization-history': aboutAuthorization(),
  'create-authorization-link': aboutAuthorization({ about: 'payment' }),
  'get-portal-recurring': { outcomes: keyless, sent: () => ({ body: { key: 'l.1.x' } }) },
  'authorize-portal': {
    outcomes: keyless,
    sent: () => ({ body: { key: 'l.1.x', cpf: '52998224725', name: 'Célia Souza', value: 35 } }),
  },
  'get-portal-authorization': {
    outcomes: keyless,
    sent: () => ({ body: { key: 'l.1.x', reference: '9b2f8f0e-0a70-4d0e-9d4b-0a7f2c9f4a11' } }),
  },
  'end-portal-authorization': {
    outcomes: keyless,
    sent: () => ({ body: { key: 'l.1.x', reference: '9b2f8f0e-0a70-4d0e-9d4b-0a7f2c9f4a11' } }),
  },
  'charge-portal-debit': { outcomes: keyless, sent: () => ({ body: { key: 'l.1.x' } }) },
  // The call needs no account, only the key of a line. The key here is invalid.
  'sign-in-to-portal': {
    outcomes: each({ otherwise: 422 }, 422),
    sent: () => ({ body: { username: 'ninguém', password: 'nada' } }),
  },
  'get-portal': { outcomes: keyless, sent: () => ({ body: { key: 'l.1.x' } }) },
  'charge-portal': {
    outcomes: keyless,
    sent: () => ({ body: { key: 's.1.9999999999.x', months: 1, method: 'pix', value: 35 } }),
  },
  'get-portal-charge': {
    outcomes: keyless,
    sent: () => ({ body: { key: 'l.1.x', reference: '9b2f8f0e-0a70-4d0e-9d4b-0a7f2c9f4a11' } }),
  },
  'list-customer-tickets': { outcomes: keyless, sent: () => ({ body: { key: 'l.1.x' } }) },
  'open-customer-ticket': {
    outcomes: keyless,
    sent: () => ({
      body: { key: 'l.1.x', client_id: randomUUID(), category: 2, text: 'Sem imagem' },
    }),
  },
  'read-customer-ticket': { outcomes: keyless, sent: () => ({ body: { key: 'l.1.x', id: 1 } }) },
  'write-customer-message': {
    outcomes: keyless,
    sent: () => ({ body: { key: 'l.1.x', client_id: randomUUID(), id: 1, text: 'Voltou' } }),
  },
  // The seller has no prices in this test.
  'create-renewal-link': {
    ...aboutLine({ months: 1 }),
    outcomes: each({ otherwise: 422, stranger: 404, sibling: 404, child: 404 }),
  },
  'revoke-renewal-links': aboutLine(),
  'create-test-payment': { outcomes: gated },
  'refund-recharge': {
    outcomes: gated,
    sent: () => ({ params: { id: 1 }, body: { reason: 'Cliente desistiu' } }),
  },
  'give-days-again': { outcomes: gated, sent: () => ({ params: { id: 1 }, body: {} }) },
  'get-sandbox-payment': aboutOwn(),
  'play-sandbox': aboutOwn({ act: 'pay' }),
  'save-payment-keys': {
    outcomes: gated,
    sent: () => ({
      body: { mercado_pago_public_key: 'APP_USR-a', mercado_pago_access_token: 'APP_USR-b' },
    }),
  },
};
