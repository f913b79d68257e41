import { type Row, each, signedIn } from './rows.ts';

export const notices: Record<string, Row> = {
  'count-notices': { outcomes: signedIn },
  'get-product-status': { outcomes: signedIn },
  'list-notices': { outcomes: signedIn },
  'read-notices': { outcomes: signedIn, sent: () => ({ body: {} }) },
  'get-notice-choices': { outcomes: signedIn },
  'save-notice-choices': {
    outcomes: signedIn,
    sent: () => ({ body: { panel: ['answer'], email: [], telegram: [], push: [] } }),
  },
  'confirm-notice-address': {
    // The token is invalid.
    outcomes: each({ otherwise: 422 }),
    sent: () => ({ body: { token: '1.abc' } }),
  },
  'list-notice-deliveries': { outcomes: signedIn },
};
