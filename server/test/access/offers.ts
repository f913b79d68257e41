/** Settings of a seller for strangers. Every seller reads and changes only its own. */
import { type Row, sellers } from './rows.ts';

export const offers: Record<string, Row> = {
  'get-self-service': { outcomes: sellers },
  'save-self-service': {
    outcomes: sellers,
    sent: () => ({
      body: { tests_a_day: 10, opens_at: '08:00', closes_at: '23:00', test_hours: 6 },
    }),
  },
};
