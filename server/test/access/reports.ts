import { type Row, signedIn } from './rows.ts';

export const reports: Record<string, Row> = {
  'get-reports': { outcomes: signedIn },
  'list-expiries': { outcomes: signedIn, sent: () => ({ query: { month: '2026-11' } }) },
};
