/**
 * Access to the findings about lines that several households use, and to the decisions about them
 * (Q-SUSPECT, Q-UNBLOCK).
 */
import { line } from '../accounts.ts';
import { type About, type Row, aboutLine, admins, neighbours } from './rows.ts';

const aFreshLine: About = async (ctx, { owner }) => (await line(ctx, owner)).id;
const aBlockedLine: About = async (ctx, people) => {
  const id = await aFreshLine(ctx, people);
  await ctx.owner.query('update lines set blocked_for_abuse_at = now() where id = $1', [id]);
  return id;
};

export const abuse: Record<string, Row> = {
  'get-abuse-detail': aboutLine(),
  'block-for-abuse': { ...aboutLine({ reason: 'Vende a senha' }), outcomes: admins },
  'dismiss-abuse': { ...aboutLine({}), outcomes: admins },
  // Only the owner and admins have access. Accounts between them get status 403.
  'recreate-blocked': {
    outcomes: neighbours,
    about: aBlockedLine,
    sent: (id) => ({ params: { id } }),
  },
  'get-abuse-settings': { outcomes: admins },
  'set-abuse-settings': { outcomes: admins, sent: () => ({ body: { automatic: 0 } }) },
};
