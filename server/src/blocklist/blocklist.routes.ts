/** Binds the calls for blocked addresses and exempt networks. */
import {
  createExemptNetwork as createDeclaration,
  deleteBlockedIp as unblockDeclaration,
  deleteExemptNetwork as deleteDeclaration,
  listBlockedAttempts as triesDeclaration,
  listBlockedIps as listDeclaration,
  listExemptNetworks as exemptDeclaration,
} from '@ramal/contract/operations/blocklist';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import {
  checkExemptNetwork,
  createExemptNetwork,
  deleteExemptNetwork,
  listExemptNetworks,
} from './exempt-networks.ts';
import { listBlockedAttempts, listBlockedIps } from './list-blocked.ts';
import { deleteBlockedIp } from './unblock.ts';

export const blocklistRoutes = (ctx: AppContext): Binding[] => [
  bind(listDeclaration, ({ query }) => listBlockedIps(ctx, query)),
  bind(triesDeclaration, ({ body }) => listBlockedAttempts(ctx, body)),
  bind(unblockDeclaration, async (call) => {
    await deleteBlockedIp(ctx, call, call.body.ip);
    // The product specification defines this text (M-106).
    return { message: 'Excluído! O IP foi removido.', ip: call.body.ip };
  }),
  bind(exemptDeclaration, ({ query }) => listExemptNetworks(ctx, query)),
  bind(
    createDeclaration,
    async (call) => ({
      message: 'Rede isenta com sucesso',
      ...(await createExemptNetwork(ctx, call, call.body)),
    }),
    ({ body }) => checkExemptNetwork(ctx, body),
  ),
  bind(deleteDeclaration, async (call) => {
    await deleteExemptNetwork(ctx, call, call.params.id);
    return { message: 'A rede pode ser bloqueada de novo', id: call.params.id };
  }),
];
