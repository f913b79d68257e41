/** Access to win-back. Each account reads and changes only its own groups and customers. */
import { type Row, sellers } from './rows.ts';

export const winBack: Record<string, Row> = {
  'get-win-back': { outcomes: sellers },
  'save-win-back-group': {
    outcomes: sellers,
    sent: () => ({ body: { group: 'd7', control_percent: 20 } }),
  },
  'list-win-back-samples': { outcomes: sellers, sent: () => ({ query: { group: 'd7' } }) },
  'get-win-back-results': { outcomes: sellers },
  'list-win-back-rows': { outcomes: sellers, sent: () => ({ query: { list: 'people' } }) },
};
