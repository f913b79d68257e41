/** Binds the calls on line servers. */
import {
  compareLineServer,
  createLineServer,
  deleteLineServer,
  editLineServer,
  getLineServerProducts,
  listLineDifferences,
  listLinePushes,
  listLineServers,
  proveLineServer,
  retryLinePushes,
  saveLineServerProducts,
  settleLineDifferences,
} from '@ramal/contract/operations/line-servers';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { startComparison } from './compare/compare-server.ts';
import { listDifferences } from './compare/list-differences.ts';
import { settleDifferences } from './compare/settle-differences.ts';
import { listPushes, retryPushes } from './list-pushes.ts';
import { listServers } from './list-servers.ts';
import {
  checkServer,
  createServer,
  deleteServer,
  editServer,
  proveServerAgain,
} from './save-server.ts';
import { getProducts, saveProducts } from './server-products.ts';

export const lineServerRoutes = (ctx: AppContext): Binding[] => [
  bind(listLineServers, () => listServers(ctx)),
  bind(createLineServer, async (call) => ({
    ...(await createServer(ctx, call)),
    message: 'Servidor cadastrado',
  })),
  bind(
    editLineServer,
    async (call) => ({ ...(await editServer(ctx, call)), message: 'Servidor salvo' }),
    (call) => checkServer(ctx, call),
  ),
  bind(deleteLineServer, async (call) => {
    await deleteServer(ctx, call);
    return { id: call.params.id, message: 'Servidor excluído' };
  }),
  bind(proveLineServer, async (call) => {
    const shown = await proveServerAgain(ctx, call);
    return { ...shown, message: shown.finding };
  }),
  bind(getLineServerProducts, (call) => getProducts(ctx, call)),
  bind(saveLineServerProducts, async (call) => ({
    ...(await saveProducts(ctx, call)),
    message: 'Correspondência salva',
  })),
  bind(compareLineServer, (call) => startComparison(ctx, call)),
  bind(listLineDifferences, (call) => listDifferences(ctx, call)),
  bind(listLinePushes, (call) => listPushes(ctx, call)),
  bind(retryLinePushes, (call) => retryPushes(ctx, call)),
  bind(settleLineDifferences, (call) => settleDifferences(ctx, call)),
];
