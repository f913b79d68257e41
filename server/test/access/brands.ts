/** How a host presents itself: known before anybody has signed in. */
import { type Row, anybody } from './rows.ts';

export const brands: Record<string, Row> = {
  'get-brand': { outcomes: anybody },
  'get-logo': { outcomes: anybody },
  'get-background': { outcomes: anybody },
};
