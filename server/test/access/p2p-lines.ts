/** Lines on the two P2P services: the same rows, except that new P2P needs a grant for creation. */
import {
  type P2pCalls,
  newP2pLines,
  p2pLines as oldP2pLines,
} from '@ramal/contract/lines/p2p-lines';
import { p2pLine } from '../accounts.ts';
import { type Outcomes, type Row, each, ownTree, sellers, signedIn } from './rows.ts';

const rows = (calls: P2pCalls, create: Outcomes, promote: Outcomes): Record<string, Row> => {
  const ofTheOwner: Row = {
    outcomes: ownTree,
    sent: (_id, people) => ({ query: { reseller_id: people.owner.id } }),
  };
  const about = (body: Record<string, unknown> = {}): Row => ({
    outcomes: ownTree,
    about: async (ctx, { owner }) => (await p2pLine(ctx, owner, calls)).id,
    sent: (id) => ({ params: { id }, body }),
  });
  return {
    [calls.list.name]: ofTheOwner,
    [calls.count.name]: ofTheOwner,
    [calls.create.name]: {
      outcomes: create,
      sent: () => ({ body: { isOficial: true, credits: 1, nota: 'Cliente', productid: 1 } }),
    },
    [calls.toggle.name]: about(),
    [calls.extend.name]: about({ credits: 1 }),
    [calls.promote.name]: {
      outcomes: promote,
      about: async (ctx, { owner }) => (await p2pLine(ctx, owner, calls, { isOficial: false })).id,
      sent: (id) => ({ params: { id }, body: { credits: 1 } }),
    },
    [calls.remove.name]: about(),
    [calls.edit.name]: about({ whatsapp: '5511900000001' }),
    [calls.editNote.name]: about({ nota: 'Outra' }),
    [calls.editProduct.name]: about({ product_id: 2 }),
    [calls.trust.name]: about(),
    [calls.receipt.name]: about(),
    [calls.endOfDay.name]: about(),
    [calls.products.name]: { outcomes: signedIn },
  };
};

const onlyOwner = each({ otherwise: 403, owner: 200 });

export const p2pLines: Record<string, Row> = {
  ...rows(oldP2pLines, sellers, { ...ownTree, admin: 403 }),
  // Only the owner holds the grant; accounts above do not create in its name.
  ...rows(newP2pLines, onlyOwner, onlyOwner),
};
