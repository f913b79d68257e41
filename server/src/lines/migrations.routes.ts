/** Binds what takes a line from one platform to another, and what makes or confirms it anew where it is. */
import { refuse } from '@ramal/contract/errors';
import {
  migrateIptvToNewP2p,
  migrateIptvToP2p,
  migrateNewP2pToIptv,
  migrateP2pToIptv,
} from '@ramal/contract/line-migrations';
import {
  type P2pUpkeep,
  newP2pUpkeepCalls,
  p2pUpkeepCalls,
  recreateIptvLine,
} from '@ramal/contract/line-recreation';
import { type Platform, platforms } from '@ramal/contract/platforms';
import type { By } from '../foundation/actor.ts';
import { formatDateTime } from '../foundation/clock.ts';
import { type Binding, type Call, bind } from '../foundation/http/bind.ts';
import type { House } from '../foundation/house.ts';
import { iptvReceipt } from './iptv-wire.ts';
import { type Line, statusOf, statusWords } from './line.ts';
import { migrateLine } from './migrate-line.ts';
import { p2pReceipt, p2pRow } from './p2p-wire.ts';
import { recreateLine, syncLine } from './recreate-line.ts';

export function migrationRoutes(house: House): Binding[] {
  const iptvTo = (to: Platform) => async (call: Asked<Call<typeof migrateIptvToP2p>>) => {
    const { productid, product_id, nota: note } = call.body;
    const productId = productid ?? product_id ?? refusePlanMissing('productid');
    const line = await migrateLine(house, call, wanted(call, platforms.iptv), {
      to,
      plan: { productId },
      note,
    });
    return { ...p2pReceipt(house, line), message: migrated(to) };
  };
  const toIptv = (from: Platform) => async (call: Asked<Call<typeof migrateP2pToIptv>>) => {
    const { whatsapp } = call.body;
    const packageId = call.body.package || refusePlanMissing('package');
    const line = await migrateLine(house, call, wanted(call, from), {
      to: platforms.iptv,
      plan: { packageId },
      whatsapp,
    });
    return {
      ...iptvReceipt(house, line, call.origin),
      message: migrated(platforms.iptv),
    };
  };
  return [
    bind(migrateIptvToP2p, iptvTo(platforms.p2p)),
    bind(migrateIptvToNewP2p, iptvTo(platforms['new-p2p'])),
    bind(migrateP2pToIptv, toIptv(platforms.p2p)),
    bind(migrateNewP2pToIptv, toIptv(platforms['new-p2p'])),
    bind(recreateIptvLine, async (call) => {
      const line = await recreateLine(house, call, wanted(call, platforms.iptv));
      return { ...iptvReceipt(house, line, call.origin), message: RECREATED_PLAYING };
    }),
    ...p2pUpkeepRoutes(house, p2pUpkeepCalls, platforms.p2p),
    ...p2pUpkeepRoutes(house, newP2pUpkeepCalls, platforms['new-p2p']),
  ];
}

const p2pUpkeepRoutes = (house: House, calls: P2pUpkeep, platform: Platform): Binding[] => [
  bind(calls.recreate, async (call) => {
    const line = await recreateLine(house, call, wanted(call, platform));
    return { ...p2pReceipt(house, line), message: RECREATED };
  }),
  bind(calls.sync, async (call) => {
    const line = await syncLine(house, call, wanted(call, platform));
    return { ...p2pRow(house, line), message: synced(house, line) };
  }),
];

/** What two calls have in common whose declarations differ in name and path. */
type Asked<C extends By & { params: unknown; body: unknown }> = By & Pick<C, 'params' | 'body'>;

const wanted = ({ params }: { params: { id: number } }, { key }: Platform) => ({
  id: params.id,
  platform: key,
});

const refusePlanMissing = (field: 'productid' | 'package'): never =>
  refuse('migration_plan_missing', { fields: { [field]: 'O campo Pacote é necessário.' } });

const migrated = ({ label }: Platform): string => `Linha migrada para ${label} com sucesso`;

const RECREATED_PLAYING =
  'Linha recriada: o que estava tocando foi encerrado e os dados de acesso continuam os mesmos.';

const RECREATED =
  'Linha recriada: os dados de acesso continuam os mesmos. Não há servidor externo, o que está no painel é o que vale.';

/** «Linha conferida: Ativo até 20/12/2026 14:32. …» */
function synced(house: House, line: Line): string {
  const date = formatDateTime(line.expiresAt, house.clock.timeZone);
  const state = statusWords[statusOf(line)];
  const until = line.expiresAt > house.clock.now() ? `${state} até` : `${state}, vencida em`;
  return `Linha conferida: ${until} ${date}. Não há servidor externo para atualizar, o que está no painel é o que vale.`;
}
