/**
 * Maps packages, bouquets and products of the panel to those of a server. A server accepts only
 * lines whose package or product is mapped.
 */
import type {
  getLineServerProducts as getDeclaration,
  LineServerProducts,
  saveLineServerProducts as saveDeclaration,
} from '@ramal/contract/operations/line-servers';
import { refuse } from '@ramal/contract/api/errors';
import { platforms } from '@ramal/contract/rules/platforms';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Reader } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { type LineServer, findServer, lockServer } from './line-servers.sql.ts';

type ProductMapping = LineServerProducts['mapped'][number];

export async function getProducts(
  ctx: AppContext,
  { params }: Call<typeof getDeclaration>,
): Promise<LineServerProducts> {
  const server = (await findServer(ctx.db, params.id)) ?? refuse('line_server_not_found');
  return readProducts(ctx, ctx.db, server);
}

async function readProducts(
  { config }: AppContext,
  reader: Reader,
  server: LineServer,
): Promise<LineServerProducts> {
  const { offers } = server;
  const onIt = sql`
    (select count(*)::int from server_lines sl join lines l on l.id = sl.line_id
      where sl.server_id = ${server.id} and sl.is_current and l.deleted_at is null`;
  const ownProducts =
    platforms[server.platform].sells === 'packages'
      ? await reader.many<LineServerProducts['own'][number]>(sql`
          select 'package' as kind, p.id, p.name, ${onIt} and l.package_id = p.id) as lines from packages p
          union all
          select 'bouquet', b.id, b.name,
            ${onIt} and l.package_id is null and b.id = any(l.bouquet_ids)) from bouquets b
          order by 1 desc, 3, 2`)
      : config.p2pProducts.map(({ id, name }) => ({
          kind: 'product' as const,
          id,
          name,
          lines: 0,
        }));
  const mapped = await reader.many<ProductMapping>(sql`
    select own_kind, own_id, remote_id, remote_bouquets from line_server_products
    where server_id = ${server.id} order by own_kind desc, own_id`);
  return {
    own: ownProducts.map((product) => ({ ...product })),
    offers: {
      packages: offers.packages.map((offer) => ({ ...offer, bouquets: [...offer.bouquets] })),
      bouquets: [...offers.bouquets],
    },
    mapped,
  };
}

/**
 * Stores the mapping of products. Lines on the server are not pushed because of it. Each line uses
 * the new mapping when it changes next.
 */
export async function saveProducts(
  ctx: AppContext,
  { params, body, actor, requestMeta }: Call<typeof saveDeclaration>,
): Promise<LineServerProducts> {
  return ctx.db.tx(async (tx) => {
    const server = (await lockServer(tx, params.id)) ?? refuse('line_server_not_found');
    const rows = body.mapped.map((mapping) => validateMapping(server, mapping));
    await tx.run(sql`delete from line_server_products where server_id = ${server.id}`);
    await tx.run(sql`
      insert into line_server_products (server_id, own_kind, own_id, remote_id, remote_bouquets)
      select distinct on (r."ownKind", r."ownId") ${server.id}::bigint, r."ownKind", r."ownId", r."remoteId",
        array(select jsonb_array_elements_text(r."remoteBouquets")::bigint)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r ("ownKind" text, "ownId" bigint, "remoteId" text, "remoteBouquets" jsonb)`);
    if (rows.length === 0)
      await tx.run(sql`update line_servers set takes_new = false where id = ${server.id}`);
    await recordEvent(tx, requestMeta, {
      kind: 'line-server-mapped',
      actorId: actor.id,
      after: { name: server.name, products: rows.length },
    });
    return readProducts(ctx, tx, server);
  });
}

/**
 * Validates the packages and bouquets of the server to which a product is mapped. If no bouquets
 * are chosen, the bouquets of the server's package are used.
 */
function validateMapping(
  { kind, platform, offers }: LineServer,
  mapping: ProductMapping,
): ProductMapping {
  const sellsPackages = platforms[platform].sells === 'packages';
  if ((mapping.ownKind === 'product') === sellsPackages) refuse('line_server_offer_unknown');
  if (mapping.ownKind === 'bouquet')
    return { ...mapping, remoteId: null, remoteBouquets: knownBouquets(offers, mapping) };
  const offered = offers.packages.find(({ id }) => id === mapping.remoteId);
  if (!offered) return refuse('line_server_offer_unknown');
  if (kind !== 'xui') return { ...mapping, remoteBouquets: [] };
  const chosen = knownBouquets(offers, mapping);
  return { ...mapping, remoteBouquets: chosen.length > 0 ? chosen : [...offered.bouquets] };
}

function knownBouquets(
  { bouquets }: LineServer['offers'],
  { remoteBouquets: ids }: ProductMapping,
): number[] {
  const offered = new Set(bouquets.map(({ id }) => id));
  if (ids.some((id) => !offered.has(id))) refuse('line_server_offer_unknown');
  return ids;
}
