/**
 * Activation: calls of apps, which need no session, and calls of resellers who type the code. The
 * codes create lines on new P2P.
 */
import { newP2pLines } from '@ramal/contract/lines/p2p-lines';
import { app } from '../activation.ts';
import { p2pLine } from '../accounts.ts';
import { type Row, anybody, each } from './rows.ts';

export const activation: Record<string, Row> = {
  'ask-activation-code': { outcomes: anybody, sent: () => ({ body: { device: 'TV da sala' } }) },
  'check-activation-code': {
    outcomes: anybody,
    about: async (ctx) => (await app(ctx)).secret,
    sent: (secret) => ({ body: { secret } }),
  },
  'check-p2p-line': {
    outcomes: anybody,
    about: async (ctx, { owner }) => {
      const { name, pass } = await p2pLine(ctx, owner, newP2pLines);
      return `${name} ${pass}`;
    },
    sent: (line) => {
      const [name, pass] = String(line).split(' ');
      return { body: { name, pass } };
    },
  },
  'create-new-p2p-line-from-code': {
    // Only the owner holds the grant. An account above the owner cannot create a line in the
    // owner's name.
    outcomes: each({ otherwise: 403, owner: 200 }),
    about: async (ctx) => (await app(ctx)).code,
    sent: (code) => ({ body: { code } }),
  },
};
