/**
 * Access to actions on many lines. An action can change only lines that the caller's list of lines
 * shows.
 */
import { line } from '../../accounts.ts';
import { type About, type Row, admins, each, ownTree } from '../rows.ts';

const aFreshLine: About = async (ctx, { owner }) => (await line(ctx, owner)).id;

const aboutOwners = (body: Record<string, unknown>): Row => ({
  outcomes: ownTree,
  about: aFreshLine,
  sent: (id, people) => ({
    body: { platform: 'iptv', reseller_id: people.owner.id, ids: [id], ...body },
  }),
});

/** Creates a line that the function would change, so that the selection is not empty. */
const aLineFor =
  (body: Record<string, unknown>, change: string): About =>
  async (ctx, { owner }) => {
    const { id } = await line(ctx, owner, body);
    await ctx.owner.query(`update lines set ${change} where id = $1`, [id]);
    return id;
  };
const onEveryLine = (about: About): Row => ({
  outcomes: admins,
  about,
  sent: () => ({ body: {} }),
});

export const bulkLines: Record<string, Row> = {
  'list-bulk-functions': { outcomes: admins },
  'start-bulk-function-6': onEveryLine(aLineFor({ isOficial: false }, 'is_on = true')),
  'start-bulk-function-7': onEveryLine(aLineFor({ isOficial: false }, 'is_on = false')),
  'start-bulk-function-8': onEveryLine(
    aLineFor({}, `expires_at = expires_at - interval '200 days'`),
  ),
  'start-bulk-function-9': onEveryLine(aLineFor({ isOficial: false }, 'is_on = true')),
  // The run to undo does not exist. bulk-functions.test.ts undoes one that exists.
  'undo-bulk-function': {
    outcomes: each({ otherwise: 403, admin: 404 }),
    sent: () => ({ params: { id: 999_999 }, body: {} }),
  },
  'preview-bulk-lines': aboutOwners({ act: 'delete' }),
  'start-bulk-lines': aboutOwners({ act: 'switch-on' }),
};
