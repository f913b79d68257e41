/** Binds the calls on lines: first the calls of each platform, then the shared ones. */
import { previewBulkLines, startBulkLines } from '@ramal/contract/lines/bulk-lines';
import {
  cleanTrials as cleanTrialsDeclaration,
  countTrials as countTrialsDeclaration,
  type TrialRange,
} from '@ramal/contract/lines/clean-trials';
import {
  findLinesByWhatsapp,
  getLineHistory,
  renewLinePassword,
  restoreLine as restoreLineDeclaration,
  setLineWhatsapp,
} from '@ramal/contract/lines/lines';
import { markLinePaid, setLinePrice } from '@ramal/contract/lines/line-payments';
import { findLines as findLinesDeclaration } from '@ramal/contract/lines/find-lines';
import {
  getLine,
  listLinePayments as listLinePaymentsDeclaration,
} from '@ramal/contract/lines/line-page';
import { getTrialHistory } from '@ramal/contract/lines/trial-history';
import { iptvLines } from '@ramal/contract/lines/iptv-lines';
import { newP2pLines, p2pLines } from '@ramal/contract/lines/p2p-lines';
import { platforms } from '@ramal/contract/rules/platforms';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { bulkFunctionRoutes } from './bulk/bulk-functions.routes.ts';
import { previewBulk, startBulk } from './bulk/bulk-lines.ts';
import { cleanTrials, countTrials } from './bulk/clean-trials.ts';
import { listLinePayments, markPaid, setPrice } from '../line-payments/line-payments.ts';
import { findLines } from './list/find-lines.ts';
import { importFileRoutes } from './import-file/import-file.routes.ts';
import { readLineHistory } from './history/line-history.ts';
import { readLine } from './page/read-line.ts';
import { migrationRoutes } from './migrate/migrations.routes.ts';
import { migratorRoutes } from './migrate/migrators.routes.ts';
import { iptvLineRoutes, p2pLineRoutes } from './platform-lines.routes.ts';
import { renewPassword } from './change/renew-password.ts';
import { restoreLine } from './delete/restore-line.ts';
import { offerUndo } from '../undo/undo.ts';
import { createReadTrialHistory } from './history/trial-history.ts';
import { findByWhatsapp, setWhatsapp } from './change/whatsapp.ts';

export const lineRoutes = (ctx: AppContext): Binding[] => [
  ...iptvLineRoutes(ctx, iptvLines, platforms.iptv),
  ...p2pLineRoutes(ctx, p2pLines, platforms.p2p),
  ...p2pLineRoutes(ctx, newP2pLines, platforms['new-p2p']),
  ...migrationRoutes(ctx),
  ...importFileRoutes(ctx),
  ...migratorRoutes(ctx),
  ...bulkFunctionRoutes(ctx),
  bind(renewLinePassword, async (call) => {
    const { id, username, password } = await renewPassword(ctx, call, call.params, {
      keepsShortCode: call.body.keepShortLink,
    });
    return { id, username, password, message: 'Senha nova gerada com sucesso' };
  }),
  bind(restoreLineDeclaration, async (call) => {
    const { id } = await restoreLine(ctx, call, call.params);
    return { id, message: 'Usuário restaurado com sucesso' };
  }),
  bind(countTrialsDeclaration, (call) => countTrials(ctx, call)),
  bind(cleanTrialsDeclaration, async (call) => ({
    count: await cleanTrials(ctx, call, call.body.range as TrialRange),
    message: 'Testes limpos com sucesso',
  })),
  bind(previewBulkLines, (call) => previewBulk(ctx, call)),
  bind(startBulkLines, (call) => startBulk(ctx, call)),
  bind(getLine, (call) => readLine(ctx, call, call.params.id)),
  bind(listLinePaymentsDeclaration, (call) => listLinePayments(ctx, call, call.params.id)),
  bind(getLineHistory, (call) => readLineHistory(ctx, call, call.params.id, call.query)),
  bind(findLinesByWhatsapp, (call) => findByWhatsapp(ctx, call, call.query.whatsapp)),
  bind(findLinesDeclaration, (call) => findLines(ctx, call)),
  bind(getTrialHistory, createReadTrialHistory(ctx)),
  bind(setLinePrice, (call) =>
    offerUndo(ctx, call, async (undo) => {
      const { id } = call.params;
      const { priceCents } = call.body;
      await setPrice(ctx, call, { lineId: id, cents: priceCents, undo });
      return { id, priceCents, message: 'Preço guardado' };
    }),
  ),
  bind(markLinePaid, (call) =>
    offerUndo(ctx, call, async (undo) => {
      const { id } = call.params;
      const { paid } = call.body;
      await markPaid(ctx, call, { lineId: id, paid, undo });
      return { id, paid, message: paid ? 'Marcado como pago' : 'Marcado em aberto' };
    }),
  ),
  bind(setLineWhatsapp, (call) =>
    offerUndo(ctx, call, async (undo) => {
      const input = { ...call.params, whatsapp: call.body.whatsapp, undo };
      const { id, whatsapp } = await setWhatsapp(ctx, call, input);
      return { id, whatsapp, message: 'WhatsApp guardado com sucesso' };
    }),
  ),
];
