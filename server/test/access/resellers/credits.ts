/** Access to movements and statements of an account's credits. */
import { type About, type Row, aboutAccount, each, ownTree } from '../rows.ts';

/** Creates an account with a movement, so that the export is not empty. */
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
  // The call requires a grant that no account of this table has.
  'export-extract': { outcomes: each({ otherwise: 403 }) },
};
