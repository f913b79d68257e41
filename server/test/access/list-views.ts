/** Access to saved views of lists. Accounts above the owner of a view do not see or change it. */
import { type About, type Row, each, signedIn } from './rows.ts';

let counter = 0;
const aFreshView: About = async (ctx, { owner }) => {
  const { rows } = await ctx.owner.query<{ id: string }>(
    `insert into list_views (account_id, list, name, settings, saved_at)
     values ($1, 'lines-iptv', $2, '{}', now()) returning id`,
    [owner.id, `visao-${(counter += 1)}`],
  );
  return Number(rows[0]!.id);
};

export const listViews: Record<string, Row> = {
  'get-list-views': { outcomes: signedIn, sent: () => ({ query: { list: 'resellers' } }) },
  'save-list-view': {
    outcomes: signedIn,
    sent: () => ({
      body: { list: 'resellers', name: 'Minha', settings: { hidden: ['email'] } },
    }),
  },
  'delete-list-view': {
    outcomes: each({ otherwise: 404, owner: 200 }),
    about: aFreshView,
    sent: (id) => ({ params: { id } }),
  },
};
