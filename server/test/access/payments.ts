/** Portal credits, prices, keys and recharges: always the caller's own. */
import { type Row, each, sellers, signedIn } from './rows.ts';

/** Accounts here have no second factor, without which nothing of this screen is written (Q-2FAGATE). */
const gated = each({ otherwise: 403 });

const moved: Row = {
  outcomes: gated,
  sent: () => ({ body: { id_res: 1, qtd_creditos: 1 } }),
};

export const payments: Record<string, Row> = {
  'get-portal-credits': { outcomes: signedIn },
  'credit-portal': moved,
  'return-portal-credits': moved,
  'list-recharges': { outcomes: signedIn },
  // Nothing was charged here, so there is nothing to write down.
  'export-recharges': { outcomes: each({ otherwise: 422 }) },
  'get-revenue': { outcomes: signedIn },
  'get-credit-value': { outcomes: sellers },
  'save-credit-value': { outcomes: gated, sent: () => ({ body: { creditPortal: 35 } }) },
  'get-plan-prices': { outcomes: sellers },
  'save-plan-prices': { outcomes: gated },
  'get-payment-keys': { outcomes: sellers },
  'save-payment-keys': {
    outcomes: gated,
    sent: () => ({
      body: { mercado_pago_public_key: 'APP_USR-a', mercado_pago_access_token: 'APP_USR-b' },
    }),
  },
};
