/** Binds the calls that migrate a line to another platform, recreate it or sync it. */
import { refuse } from '@ramal/contract/api/errors';
import {
  migrateIptvToNewP2p,
  migrateIptvToP2p,
  migrateNewP2pToIptv,
  migrateP2pToIptv,
} from '@ramal/contract/lines/line-migrations';
import {
  type P2pUpkeep,
  newP2pUpkeepCalls,
  p2pUpkeepCalls,
  recreateIptvLine,
} from '@ramal/contract/lines/line-recreation';
import { type Platform, platforms } from '@ramal/contract/rules/platforms';
import type { Caller } from '../../foundation/caller.ts';
import { formatDateTime } from '../../foundation/clock.ts';
import { type Binding, type Call, bind } from '../../foundation/http/bind.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { type Line, lineStatus, statusWords } from '../line.ts';
import { migrateLine } from './migrate-line.ts';
import { lineReceipt, lineRow } from '../line-answers.ts';
import { recreateLine, syncLine } from '../create/recreate-line.ts';

export function migrationRoutes(ctx: AppContext): Binding[] {
  const iptvTo = (to: Platform) => async (call: MigrationCall<Call<typeof migrateIptvToP2p>>) => {
    const { productid, note } = call.body;
    const productId = productid ?? call.body.productId ?? refusePlanMissing('productid');
    const line = await migrateLine(ctx, call, {
      ...input(call, platforms.iptv),
      to,
      product: { productId },
      note,
    });
    return { ...(await lineReceipt(ctx, line, call)), message: migrated(to) };
  };
  const toIptv = (from: Platform) => async (call: MigrationCall<Call<typeof migrateP2pToIptv>>) => {
    const { whatsapp } = call.body;
    const packageId = call.body.package || refusePlanMissing('package');
    const line = await migrateLine(ctx, call, {
      ...input(call, from),
      to: platforms.iptv,
      product: { packageId },
      whatsapp,
    });
    return {
      ...(await lineReceipt(ctx, line, call)),
      message: migrated(platforms.iptv),
    };
  };
  return [
    bind(migrateIptvToP2p, iptvTo(platforms.p2p)),
    bind(migrateIptvToNewP2p, iptvTo(platforms['new-p2p'])),
    bind(migrateP2pToIptv, toIptv(platforms.p2p)),
    bind(migrateNewP2pToIptv, toIptv(platforms['new-p2p'])),
    bind(recreateIptvLine, async (call) => {
      const line = await recreateLine(ctx, call, input(call, platforms.iptv));
      return { ...(await lineReceipt(ctx, line, call)), message: RECREATED_PLAYING };
    }),
    ...p2pUpkeepRoutes(ctx, p2pUpkeepCalls, platforms.p2p),
    ...p2pUpkeepRoutes(ctx, newP2pUpkeepCalls, platforms['new-p2p']),
  ];
}

const p2pUpkeepRoutes = (ctx: AppContext, calls: P2pUpkeep, platform: Platform): Binding[] => [
  bind(calls.recreate, async (call) => {
    const line = await recreateLine(ctx, call, input(call, platform));
    return { ...(await lineReceipt(ctx, line, call)), message: RECREATED };
  }),
  bind(calls.sync, async (call) => {
    const line = await syncLine(ctx, call, input(call, platform));
    return { ...lineRow(ctx, line), message: synced(ctx, line) };
  }),
];

/** Common type of two calls whose declarations differ in name and path. */
type MigrationCall<C extends Caller & { params: unknown; body: unknown }> = Caller &
  Pick<C, 'params' | 'body'>;

const input = ({ params }: { params: { id: number } }, { key }: Platform) => ({
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

/** Message such as «Linha conferida: Ativo até 20/12/2026 14:32. …». */
function synced(ctx: AppContext, line: Line): string {
  const date = formatDateTime(line.expiresAt, ctx.clock.timeZone);
  const state = statusWords[lineStatus(line)];
  const until = line.expiresAt > ctx.clock.now() ? `${state} até` : `${state}, vencida em`;
  return `Linha conferida: ${until} ${date}. Não há servidor externo para atualizar, o que está no painel é o que vale.`;
}
