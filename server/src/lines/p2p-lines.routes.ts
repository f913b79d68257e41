/** Binds the calls on the lines of one P2P service; the two differ in their declarations alone (K-76). */
import type { P2pCalls, P2pSort } from '@ramal/contract/p2p-lines';
import type { LineSort } from '@ramal/contract/lines';
import type { Platform } from '@ramal/contract/platforms';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { statusWords } from './line.ts';
import { lineActionRoutes } from './line-action-routes.ts';
import { serializeP2pReceipt, serializeP2pLine } from './serialize-p2p-line.ts';
import { parseProductChoice } from './product.ts';

const sorts: Record<P2pSort, LineSort> = {
  endTime: 'exp_date',
  name: 'username',
  startTime: 'created_at',
  pass: 'password',
  status: 'status',
  reseller: 'reseller',
  nota: 'nota',
  product_name: 'package_name',
  whatsapp: 'whatsapp',
};

/** The filters and the order of a list, in the shape all platforms share. */
const inOurWords = <
  Asked extends { readonly sort: P2pSort; readonly status?: number | undefined },
>({
  sort,
  status,
  ...rest
}: Asked) => ({
  ...rest,
  sort: sorts[sort],
  status: status === undefined ? undefined : statusWords[status as keyof typeof statusWords],
});

export function p2pLineRoutes(ctx: AppContext, calls: P2pCalls, platform: Platform): Binding[] {
  const acts = lineActionRoutes(ctx, platform, {
    row: serializeP2pLine,
    receipt: serializeP2pReceipt,
  });
  return [
    bind(calls.list, (call) => acts.list(call, call.query.reseller_id, inOurWords(call.query))),
    bind(calls.exportSheet, (call) =>
      acts.exportSheet(call, call.body.reseller_id, inOurWords(call.body)),
    ),
    bind(calls.count, async (call) => {
      const { online: _, ...counts } = await acts.count(call, call.query.reseller_id);
      return counts;
    }),
    bind(calls.create, (call) =>
      acts.create(call, { username: call.body.name, product: parseProductChoice(call.body) }),
    ),
    bind(calls.toggle, acts.toggle),
    bind(calls.extend, acts.extend),
    bind(calls.remove, acts.remove),
    bind(calls.edit, (call) => {
      const { flagVencimento, name, whatsapp } = call.body;
      return flagVencimento ? acts.rollBack(call) : acts.edit(call, { username: name, whatsapp });
    }),
    bind(calls.editNote, (call) =>
      acts.edit(call, { note: call.body.nota }, 'Anotações editadas com sucesso'),
    ),
    bind(calls.editProduct, (call) =>
      acts.edit(call, { product: parseProductChoice(call.body) }, 'Pacote alterado com sucesso'),
    ),
    bind(calls.trust, acts.trust),
    bind(calls.receipt, acts.receipt),
    bind(calls.endOfDay, acts.endOfDay),
    bind(calls.products, async () => [...ctx.config.p2pProducts]),
  ];
}
