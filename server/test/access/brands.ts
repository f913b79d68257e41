/** The brand of a host, public before any sign-in. */
import { type Row, anybody } from './rows.ts';

export const brands: Record<string, Row> = {
  'get-brand': { outcomes: anybody },
  'get-logo': { outcomes: anybody },
  'get-background': { outcomes: anybody },
};
