import { person } from '../accounts.ts';
import { moveEvents } from '../events.ts';
import { type About, type Row, each, ownTree } from './rows.ts';

/**
 * Creates an account with an event in its log. Only the accounts listed here receive the grant to
 * export the log.
 */
const withGrants: About = async (ctx, { admin, parent, owner, stranger }) => {
  const holders = [admin, parent, owner, stranger].map(({ id }) => id);
  await ctx.owner.query(
    `insert into account_grants (account_id, name) select id, 'logs.export' from unnest($1::bigint[]) id on conflict do nothing`,
    [holders],
  );
  const { id } = await person(ctx, { parent: owner });
  await moveEvents(ctx, id, ctx.clock.now().toISOString());
  return id;
};

export const logs: Record<string, Row> = {
  'get-log': {
    outcomes: ownTree,
    sent: (_id, people) => ({ query: { reseller: people.owner.id } }),
  },
  'export-log': {
    outcomes: each({ otherwise: 403, admin: 200, parent: 200, owner: 200, stranger: 404 }),
    about: withGrants,
    sent: (id) => ({ body: { reseller: id } }),
  },
};
