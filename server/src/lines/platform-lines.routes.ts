/**
 * Binds the calls on the lines of one platform. The calls that all platforms have are bound once
 * per platform.
 */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { IptvCalls } from '@ramal/contract/lines/iptv-lines';
import type { IptvFields, LineBody } from '@ramal/contract/lines/line-fields';
import type { P2pCalls } from '@ramal/contract/lines/p2p-lines';
import type { Platform } from '@ramal/contract/rules/platforms';
import { readPackageChoice } from '../catalogue/catalogue.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { lineActionRoutes } from './line-action-routes.ts';
import { pickDetails } from './line.ts';
import { parseProductChoice, readNewProduct, readProductChoice } from './product.ts';

function sharedRoutes(ctx: AppContext, calls: IptvCalls | P2pCalls, platform: Platform): Binding[] {
  const acts = lineActionRoutes(ctx, platform);
  return [
    bind(calls.list, (call) => acts.list(call, call.query.resellerId, call.query)),
    bind(calls.count, (call) => acts.count(call, call.query.resellerId)),
    bind(calls.exportSheet, (call) => acts.exportSheet(call, call.body.resellerId, call.body)),
    bind(calls.create, (call) =>
      acts.create(call, {
        username: call.body.username,
        product: readProductChoice(platform, call.body),
      }),
    ),
    bind(calls.toggle, acts.toggle),
    bind(calls.extend, acts.extend),
    bind(calls.promote, (call) => acts.promote(call, readNewProduct(platform, call.body))),
    bind(calls.remove, async (call) => {
      checkPlatformId(call.params, call.body);
      return acts.remove(call);
    }),
    bind(calls.edit, async (call) => {
      checkPlatformId(call.params, call.body);
      return call.body.rollBack ? acts.rollBack(call) : acts.edit(call, edits(call.body));
    }),
    bind(calls.trust, acts.trust),
    bind(calls.receipt, acts.receipt),
    bind(calls.endOfDay, acts.endOfDay),
  ];
}

/** Routes of IPTV lines, including the list of all lines for admins. */
export const iptvLineRoutes = (ctx: AppContext, calls: IptvCalls, platform: Platform): Binding[] =>
  asDeclared(calls, [
    ...sharedRoutes(ctx, calls, platform),
    bind(calls.listAll, (call) => lineActionRoutes(ctx, platform).list(call, 'all', call.query)),
  ]);

/** Routes of P2P lines, including separate calls for note and product. */
export function p2pLineRoutes(ctx: AppContext, calls: P2pCalls, platform: Platform): Binding[] {
  const acts = lineActionRoutes(ctx, platform);
  return asDeclared(calls, [
    ...sharedRoutes(ctx, calls, platform),
    bind(calls.editNote, (call) =>
      acts.edit(call, { note: call.body.note }, 'Anotações editadas com sucesso'),
    ),
    bind(calls.editProduct, (call) =>
      acts.edit(call, { product: parseProductChoice(call.body) }, 'Pacote alterado com sucesso'),
    ),
    bind(calls.products, async () => [...ctx.config.p2pProducts]),
  ]);
}

/**
 * Sorts the routes in the order of their declarations, so that the API reference has this order.
 */
function asDeclared(calls: IptvCalls | P2pCalls, bindings: Binding[]): Binding[] {
  const order: readonly Endpoint[] = Object.values(calls);
  return bindings.toSorted((a, b) => order.indexOf(a.endpoint) - order.indexOf(b.endpoint));
}

/** Body of an edit. The P2P services change note and product by separate calls. */
type EditBody = Partial<LineBody<IptvFields, 'edit'>>;

/** Package 0 keeps the current package; a custom set replaces it (V-18). */
const edits = ({ username, priceCents, custom = false, ...body }: EditBody) => ({
  ...pickDetails(body),
  username,
  priceCents,
  product: custom || body.packageId ? readPackageChoice({ ...body, custom }) : undefined,
});

/**
 * Refuses a request whose platform id differs from the line's id. On the built-in platform both ids
 * are the same (Q-IPTVID).
 */
function checkPlatformId(
  { id }: { id: number },
  body: { regPassword?: string | undefined; platformId?: number | undefined },
): void {
  if (body.platformId !== undefined && body.platformId !== id)
    refuse('id_mismatch', { fields: { idIptv: 'Não corresponde a esta linha.' } });
}
