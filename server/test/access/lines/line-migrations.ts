/** Access to calls that migrate, recreate or synchronise a line. */
import { type P2pCalls, newP2pLines, p2pLines } from '@ramal/contract/lines/p2p-lines';
import { p2pLine } from '../../accounts.ts';
import { type Row, aboutLine, onlyOwner, ownTree } from '../rows.ts';

const aboutP2p = (calls: P2pCalls, body: Record<string, unknown> = {}): Row => ({
  outcomes: calls === newP2pLines ? onlyOwner : ownTree,
  about: async (ctx, { owner }) => (await p2pLine(ctx, owner, calls)).id,
  sent: (id) => ({ params: { id }, body }),
});

export const lineMigrations: Record<string, Row> = {
  'migrate-iptv-to-p2p': aboutLine({ productid: 1 }),
  'migrate-iptv-to-new-p2p': {
    ...aboutLine({ productid: 1 }),
    outcomes: onlyOwner,
  },
  'migrate-p2p-to-iptv': aboutP2p(p2pLines, { package: 1 }),
  'migrate-new-p2p-to-iptv': aboutP2p(newP2pLines, { package: 1 }),
  'recreate-iptv-line': aboutLine({}),
  'recreate-p2p-line': aboutP2p(p2pLines),
  'sync-p2p-line': aboutP2p(p2pLines),
  'recreate-new-p2p-line': aboutP2p(newP2pLines),
  'sync-new-p2p-line': aboutP2p(newP2pLines),
};
