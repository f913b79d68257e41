/** The catalogue and its tasks: only for admins. */
import type { TestContext } from '../context.ts';
import { type About, type Row, type CallInput, admins, ownerAndAdmin, signedIn } from './rows.ts';

let counter = 0;
const newName = () => `Nome ${(counter += 1)}`;

const inserted = async (ctx: TestContext, query: string): Promise<number> =>
  Number((await ctx.owner.query<{ id: string }>(query, [newName()])).rows[0]?.id);

const aList: About = (ctx) =>
  inserted(
    ctx,
    `insert into source_lists (name, address) values ($1, 'http://p.example/l.m3u') returning id`,
  );
const anImport: About = (ctx) =>
  inserted(
    ctx,
    `with l as (insert into source_lists (name) values ($1) returning id)
     insert into imports (list_id, state) select id, 'ready' from l returning id`,
  );
const aStream: About = (ctx) =>
  inserted(
    ctx,
    `insert into streams (kind, name, category_id, source) values ('live', $1, 1, 'test-channel') returning id`,
  );
/** Returns the ids of a channel and its source, separated by a blank. */
const aChannelSource: About = async (ctx, people) => {
  const stream = await aStream(ctx, people);
  const { rows } = await ctx.owner.query<{ id: string }>(
    `select id from channel_sources where stream_id = $1`,
    [stream],
  );
  return `${stream} ${rows[0]!.id}`;
};
const aCategory: About = (ctx) =>
  inserted(ctx, `insert into categories (kind, name) values ('live', $1) returning id`);
const aSeries: About = (ctx) =>
  inserted(
    ctx,
    `with c as (insert into categories (kind, name) values ('series', $1) returning id)
     insert into series (name, category_id) select $1, id from c returning id`,
  );
const aBouquet: About = (ctx) =>
  inserted(ctx, `insert into bouquets (name) values ($1) returning id`);
const aPackage: About = (ctx) =>
  inserted(ctx, `insert into packages (name) values ($1) returning id`);
const aGuide: About = (ctx) =>
  inserted(
    ctx,
    `insert into guides (name, address) values ($1, 'http://p.example/g.xml') returning id`,
  );

let number = 0;
const newNumber = () => (number += 1);
const aTemporaryCategory: About = async (ctx) => {
  const id = newNumber();
  await ctx.owner.query(`insert into categories (kind, name, custom_id) values ('live', $1, $2)`, [
    newName(),
    id,
  ]);
  return id;
};
const aTemporaryChannel: About = async (ctx, people) => {
  const id = await aStream(ctx, people);
  await ctx.owner.query(
    `insert into temporary_channels (stream_id, origin_id, origin_name, name, added_at, ends_at)
     select $1, 1, 'Origem', name, now(), '2099-01-01' from streams where id = $1`,
    [id],
  );
  return id;
};

const nameOf = async (ctx: TestContext, id: number | string): Promise<string> =>
  (await ctx.owner.query<{ name: string }>('select name from streams where id = $1', [id])).rows[0]!
    .name;

const about = (what: About, more: () => Omit<CallInput, 'params'> = () => ({})): Row => ({
  outcomes: admins,
  about: what,
  sent: (id) => ({ params: { id }, ...more() }),
});
const named =
  (body: Record<string, unknown> = {}) =>
  () => ({ body: { name: newName(), ...body } });
const alone = (more?: () => CallInput): Row => ({
  outcomes: admins,
  ...(more ? { sent: more } : {}),
});
const aPackageBody = { max_connections: 1, bouquet_ids: [1] };

export const catalogue: Record<string, Row> = {
  // Sellers select channels in tickets, so every signed-in account can list the options.
  'list-channel-options': { outcomes: signedIn },
  'get-available-movies': { outcomes: signedIn },
  'export-epg': { outcomes: ownerAndAdmin },
  'verify-epg': { outcomes: ownerAndAdmin },
  'list-temporary-channels': { outcomes: ownerAndAdmin },
  'add-temporary-channel': {
    outcomes: ownerAndAdmin,
    about: aTemporaryCategory,
    sent: (category) => ({ body: { stream_id: 1, category, name: newName() } }),
  },
  'change-temporary-channel': {
    outcomes: ownerAndAdmin,
    about: aTemporaryChannel,
    sent: (id) => ({ params: { id }, body: { stream_id: 1 } }),
  },
  'remove-temporary-channel': {
    outcomes: ownerAndAdmin,
    about: async (ctx, people) => nameOf(ctx, await aTemporaryChannel(ctx, people)),
    sent: (name) => ({ body: { name } }),
  },
  'remove-temporary-channels': { outcomes: ownerAndAdmin },
  'refresh-temporary-channels': { outcomes: ownerAndAdmin },
  'list-temporary-categories': { outcomes: ownerAndAdmin },
  'create-temporary-category': {
    outcomes: ownerAndAdmin,
    sent: () => ({ body: { custom_id: newNumber(), name: newName() } }),
  },
  'rename-temporary-category': {
    outcomes: ownerAndAdmin,
    about: aTemporaryCategory,
    sent: (id) => ({ params: { id }, body: { name: newName() } }),
  },
  'list-source-lists': alone(),
  'create-source-list': alone(named()),
  'edit-source-list': about(aList, named()),
  'delete-source-list': about(aList),
  'import-from-address': about(aList),
  'import-from-file': about(aList, () => ({ file: '#EXTM3U\n' })),
  'get-import': about(anImport),
  'list-import-entries': about(anImport),
  'apply-import': about(anImport),
  'discard-import': about(anImport),

  'list-streams': alone(),
  'edit-stream': about(aStream, named()),
  'get-channel-archive': about(aStream),
  'edit-channel-archive': about(aStream, () => ({ body: { days: 3 } })),
  'prove-archives': alone(),
  'list-channel-sources': alone(),
  'get-channel-sources': about(aStream),
  'edit-channel-sources': {
    outcomes: admins,
    about: aChannelSource,
    sent: (ids) => {
      const [stream, source] = String(ids).split(' ').map(Number);
      return { params: { id: stream }, body: { sources: [{ id: source }] } };
    },
  },
  'list-series': alone(),
  'edit-series': about(aSeries, named()),
  'list-categories': alone(),
  'edit-category': about(aCategory, named()),
  'list-bouquets': alone(),
  'create-bouquet': alone(named()),
  'edit-bouquet': about(aBouquet, named()),
  'delete-bouquet': about(aBouquet),
  'list-packages': alone(),
  'create-package': alone(named(aPackageBody)),
  'edit-package': about(aPackage, named(aPackageBody)),
  'delete-package': about(aPackage),

  'list-guides': alone(),
  'get-title-details': alone(),
  'save-title-details-key': alone(() => ({ body: {} })),
  'create-guide': alone(named()),
  'edit-guide': about(aGuide, named()),
  'delete-guide': about(aGuide),
  'read-guide': about(aGuide),
  'read-guide-file': about(aGuide, () => ({ file: '<tv/>' })),
  'check-sources': alone(),
};
