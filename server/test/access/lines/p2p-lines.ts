/**
 * Lines on the two P2P services. Both services have the same rows, but calls on new P2P also need a
 * grant.
 */
import {
  type P2pCalls,
  newP2pLines,
  p2pLines as oldP2pLines,
} from '@ramal/contract/lines/p2p-lines';
import { p2pLine } from '../../accounts.ts';
import { type Outcomes, type Row, onlyOwner, ownTree, sellers, signedIn } from '../rows.ts';

interface ExpectedOutcomes {
  readonly create: Outcomes;
  readonly promote: Outcomes;
  readonly products: Outcomes;
  readonly others: Outcomes;
}

const rows = (
  calls: P2pCalls,
  { create, promote, products, others }: ExpectedOutcomes,
): Record<string, Row> => {
  const ofTheOwner: Row = {
    outcomes: others,
    sent: (_id, people) => ({ query: { reseller_id: people.owner.id } }),
  };
  const about = (body: Record<string, unknown> = {}): Row => ({
    outcomes: others,
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
    [calls.products.name]: { outcomes: products },
  };
};

export const p2pLines: Record<string, Row> = {
  ...rows(oldP2pLines, {
    create: sellers,
    promote: { ...ownTree, admin: 403 },
    products: signedIn,
    others: ownTree,
  }),
  ...rows(newP2pLines, {
    create: onlyOwner,
    promote: onlyOwner,
    products: onlyOwner,
    others: onlyOwner,
  }),
};
