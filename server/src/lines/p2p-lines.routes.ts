/** Binds the calls on the lines of one P2P service; the two differ in their declarations alone (K-76). */
import type { P2pCalls, P2pSort } from '@ramal/contract/p2p-lines';
import type { LineSort } from '@ramal/contract/lines';
import type { Platform } from '@ramal/contract/platforms';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { House } from '../foundation/house.ts';
import { statusWords } from './line.ts';
import { lineActs } from './line-acts.ts';
import { p2pReceipt, p2pRow } from './p2p-wire.ts';
import { readProductChoice } from './plan.ts';

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

/** The filters and the order of a list, as every platform's are kept. */
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

export function p2pLineRoutes(house: House, calls: P2pCalls, platform: Platform): Binding[] {
  const acts = lineActs(house, platform, { row: p2pRow, receipt: p2pReceipt });
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
      acts.create(call, { username: call.body.name, plan: readProductChoice(call.body) }),
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
      acts.edit(call, { plan: readProductChoice(call.body) }, 'Pacote alterado com sucesso'),
    ),
    bind(calls.trust, acts.trust),
    bind(calls.receipt, acts.receipt),
    bind(calls.endOfDay, acts.endOfDay),
    bind(calls.products, async () => [...house.config.p2pProducts]),
  ];
}
