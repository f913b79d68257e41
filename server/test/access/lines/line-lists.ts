/**
 * Access to calls of the lists of lines, such as exports, restoring a line and deleting old tests.
 */
import { deleteIptvLine, exportIptvLines } from '@ramal/contract/lines/iptv-lines';
import { newP2pLines, p2pLines } from '@ramal/contract/lines/p2p-lines';
import { call } from '../../context.ts';
import { line, p2pLine } from '../../accounts.ts';
import { type About, type Row, admins, each, onlyOwner, ownTree, signedIn } from '../rows.ts';

/**
 * Exports the owner's lines as a spreadsheet. `about` creates a line, so that the spreadsheet is
 * not empty.
 */
const sheetOf = (about: About, outcomes = ownTree): Row => ({
  outcomes,
  about,
  sent: (_id, people) => ({ body: { reseller_id: people.owner.id } }),
});

const aDeletedLine: About = async (ctx, { owner }) => {
  const { id } = await line(ctx, owner);
  await call(ctx, deleteIptvLine, { params: { id }, body: {} }, { token: owner.token });
  return id;
};

export const lineLists: Record<string, Row> = {
  [exportIptvLines.name]: sheetOf(async (ctx, { owner }) => (await line(ctx, owner)).id),
  ...Object.fromEntries(
    [p2pLines, newP2pLines].map((calls) => [
      calls.exportSheet.name,
      sheetOf(
        async (ctx, { owner }) => (await p2pLine(ctx, owner, calls)).id,
        calls === newP2pLines ? onlyOwner : ownTree,
      ),
    ]),
  ),
  'restore-line': {
    outcomes: admins,
    about: aDeletedLine,
    sent: (id) => ({ params: { id } }),
  },
  'set-line-price': {
    outcomes: each({ otherwise: 404, owner: 200, admin: 403 }),
    about: async (ctx, { owner }) => (await line(ctx, owner)).id,
    sent: (id) => ({ params: { id }, body: { price_cents: 2_500 } }),
  },
  'list-line-payments': {
    outcomes: each({ otherwise: 404, owner: 200, admin: 403 }),
    about: async (ctx, { owner }) => (await line(ctx, owner)).id,
    sent: (id) => ({ params: { id } }),
  },
  'mark-line-paid': {
    outcomes: each({ otherwise: 404, owner: 200, admin: 403 }),
    about: async (ctx, { owner }) => (await line(ctx, owner)).id,
    sent: (id) => ({ params: { id }, body: { paid: false } }),
  },
  'count-trials': { outcomes: signedIn },
  'clean-trials': { outcomes: signedIn, sent: () => ({ body: { range: 1 } }) },
};
