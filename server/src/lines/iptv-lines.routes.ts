/** Binds the calls on IPTV lines, with the documents' field names (E-07, E-09). */
import { refuse } from '@ramal/contract/errors';
import {
  countIptvLines,
  createIptvLine,
  deleteIptvLine,
  editIptvLine,
  endOfDayIptvLine,
  exportIptvLines,
  extendIptvLine,
  getIptvLinks,
  listAllIptvLines,
  listIptvLines,
  switchIptvLine,
  trustIptvLine,
} from '@ramal/contract/iptv-lines';
import { platforms } from '@ramal/contract/platforms';
import { readPackageChoice } from '../catalogue/catalogue.ts';
import { type Binding, type Call, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { serializeIptvReceipt, serializeIptvLine } from './serialize-iptv-line.ts';
import { lineActionRoutes } from './line-action-routes.ts';

export function iptvLineRoutes(ctx: AppContext): Binding[] {
  const acts = lineActionRoutes(ctx, platforms.iptv, {
    row: serializeIptvLine,
    receipt: serializeIptvReceipt,
  });
  return [
    bind(listIptvLines, (call) => acts.list(call, call.query.reseller_id, call.query)),
    bind(listAllIptvLines, (call) => acts.list(call, 'all', call.query)),
    bind(countIptvLines, (call) => acts.count(call, call.query.reseller_id)),
    bind(exportIptvLines, (call) => acts.exportSheet(call, call.body.reseller_id, call.body)),
    bind(createIptvLine, (call) =>
      acts.create(call, { username: call.body.username, product: readPackageChoice(call.body) }),
    ),
    bind(switchIptvLine, acts.toggle),
    bind(extendIptvLine, acts.extend),
    bind(deleteIptvLine, async (call) => {
      checkPlatformId(call);
      return acts.remove(call);
    }),
    bind(editIptvLine, async (call) => {
      checkPlatformId(call);
      return call.body.flagVencimento ? acts.rollBack(call) : acts.edit(call, edits(call.body));
    }),
    bind(trustIptvLine, acts.trust),
    bind(getIptvLinks, acts.receipt),
    bind(endOfDayIptvLine, acts.endOfDay),
  ];
}

type EditBody = Call<typeof editIptvLine>['body'];

/** Package 0 keeps the current one; a custom set replaces it (V-18). */
const edits = (body: EditBody) => ({
  username: body.username,
  whatsapp: body.whatsapp,
  note: body.nota,
  product: body.isCustomPackage || body.package ? readPackageChoice(body) : undefined,
});

/** The built-in platform's id is the line's own (Q-IPTVID). */
function checkPlatformId({
  params,
  body,
}: {
  params: { id: number };
  body: { id_iptv?: number | undefined };
}): void {
  if (body.id_iptv !== undefined && body.id_iptv !== params.id)
    refuse('id_mismatch', { fields: { id_iptv: 'Não corresponde a esta linha.' } });
}
