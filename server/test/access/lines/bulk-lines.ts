/** One act on many lines, in the same scope as the list of lines. */
import { line } from '../../accounts.ts';
import { type About, type Row, ownTree } from '../rows.ts';

const aFreshLine: About = async (ctx, { owner }) => (await line(ctx, owner)).id;

const aboutOwners = (body: Record<string, unknown>): Row => ({
  outcomes: ownTree,
  about: aFreshLine,
  sent: (id, people) => ({
    body: { platform: 'iptv', reseller_id: people.owner.id, ids: [id], ...body },
  }),
});

export const bulkLines: Record<string, Row> = {
  'preview-bulk-lines': aboutOwners({ act: 'delete' }),
  'start-bulk-lines': aboutOwners({ act: 'switch-on' }),
};
