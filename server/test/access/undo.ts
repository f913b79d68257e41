import { switchIptvLine } from '@ramal/contract/lines/iptv-lines';
import { line } from '../accounts.ts';
import { call } from '../context.ts';
import { type About, type Row, each, signedIn } from './rows.ts';

const anAct: About = async (ctx, { owner }) => {
  const { id } = await line(ctx, owner);
  const as = { token: owner.token };
  return (await call(ctx, switchIptvLine, { params: { id }, body: {} }, as)).body.undo_id!;
};

export const undo: Record<string, Row> = {
  'save-undo-choices': { outcomes: signedIn, sent: () => ({ body: { acts: ['renew'] } }) },
  'undo-act': {
    outcomes: each({ otherwise: 404, owner: 200 }),
    about: anAct,
    sent: (id) => ({ params: { id }, body: {} }),
  },
};
