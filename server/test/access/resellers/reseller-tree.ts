/** Access to the tree of resellers. An account outside the caller's tree is not found. */
import { type Row, aboutAccount, admins, ownTree, signedIn } from '../rows.ts';

export const resellerTree: Record<string, Row> = {
  'list-resellers': {
    outcomes: ownTree,
    sent: (_id, people) => ({ query: { under: people.owner.id } }),
  },
  'get-tree-level': {
    outcomes: ownTree,
    sent: (_id, people) => ({ query: { under: people.owner.id } }),
  },
  'export-resellers': {
    outcomes: ownTree,
    sent: (_id, people) => ({ body: { under: people.owner.id } }),
  },
  'search-resellers': { outcomes: signedIn, sent: () => ({ query: { search: 'conta' } }) },
  'find-user': {
    outcomes: admins,
    sent: (_id, people) => ({ body: { username: people.owner.username } }),
  },
  'get-total-tree': aboutAccount(admins),
  'get-rastreio': aboutAccount(admins),
  'search-tree': {
    outcomes: admins,
    sent: (_id, people) => ({ body: { revs: [people.owner.id, people.stranger.id] } }),
  },
  'view-duplicates': { outcomes: admins },
};
