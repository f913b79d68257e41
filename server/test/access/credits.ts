/** What was moved, the statement, and from where an account came in. */
import { type About, type Row, aboutAccount, each, ownTree } from './rows.ts';

/** With something moved, so that there is something to export. */
const withCredits = aboutAccount(ownTree).about as About;

export const credits: Record<string, Row> = {
  'list-movements': aboutAccount(ownTree),
  'export-movements': {
    outcomes: ownTree,
    about: withCredits,
    sent: (id) => ({ body: { id } }),
  },
  'list-accesses': aboutAccount(ownTree),
  'get-extract': {
    outcomes: ownTree,
    about: withCredits,
    sent: (id) => ({ query: { target: id } }),
  },
  // By its grant alone, which nobody here was given.
  'export-extract': { outcomes: each({ otherwise: 403 }) },
};
