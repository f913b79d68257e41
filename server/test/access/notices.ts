/** The bell: each account its own. */
import { type Row, signedIn } from './rows.ts';

export const notices: Record<string, Row> = {
  'count-notices': { outcomes: signedIn },
  'list-notices': { outcomes: signedIn },
  'read-notices': { outcomes: signedIn, sent: () => ({ body: {} }) },
  'get-notice-choices': { outcomes: signedIn },
  'save-notice-choices': {
    outcomes: signedIn,
    sent: () => ({ body: { panel: ['answer'], email: [], telegram: [], push: [] } }),
  },
  'list-notice-deliveries': { outcomes: signedIn },
};
