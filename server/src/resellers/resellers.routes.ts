import * as acts from '@ramal/contract/resellers/reseller-acts';
import * as tree from '@ramal/contract/resellers/reseller-tree';
import * as contract from '@ramal/contract/resellers/resellers';
import { createPasswordHasher } from '../access/access.ts';
import { requiresIssuingCode } from '../credits/credits.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind, bindWithCode } from '../foundation/http/bind.ts';
import { createSpendCode } from '../second-factors/second-factors.ts';
import { blockNetwork } from './block/block-network.ts';
import { blockReseller, blockResellerAsAdmin, blocksOtherAdmin } from './block/block-reseller.ts';
import { createAdmin } from './create-admin.ts';
import { createReseller } from './create-reseller.ts';
import { deleteNetwork, deleteReseller, deleteTree } from './delete/delete-reseller.ts';
import { editReseller, isDelicateEdit } from './edit-reseller.ts';
import { exportResellers } from './list/export-resellers.ts';
import { findUser } from './list/find-user.ts';
import { getGrants, setGrants } from './grants.ts';
import { listResellers } from './list/list-resellers.ts';
import { moveCredits } from './move-credits.ts';
import { previewDeletion } from './delete/preview-deletion.ts';
import { restoreReseller } from './delete/restore-reseller.ts';
import { searchResellers } from './list/search-resellers.ts';
import { getRastreio, searchTree } from './tree/search-tree.ts';
import { setMaster } from './set-master.ts';
import { getTotalTree } from './tree/total-tree.ts';
import { getTreeLevel } from './tree/tree-level.ts';

export function resellerRoutes(ctx: AppContext): Binding[] {
  const hashFor = createPasswordHasher(ctx);
  const spendCode = createSpendCode(ctx);
  const guard = { spendCode, hashFor };
  return [
    bind(contract.listResellers, (call) => listResellers(ctx, call)),
    bindWithCode(
      contract.createReseller,
      (call) => createReseller(ctx, guard, call),
      (call) => requiresIssuingCode(ctx, call, call.body.credits ?? 0),
    ),
    bindWithCode(
      contract.moveCredits,
      (call) => moveCredits(ctx, spendCode, call),
      (call) => requiresIssuingCode(ctx, call, call.body.credits ?? 0),
    ),
    bindWithCode(
      contract.editReseller,
      (call) => editReseller(ctx, guard, call),
      (call) => isDelicateEdit(ctx.db, call),
    ),
    bind(contract.getGrants, (call) => getGrants(ctx, call)),
    bind(contract.setGrants, (call) => setGrants(ctx, call)),
    bind(contract.createAdmin, (call) => createAdmin(ctx, hashFor, call)),
    bind(acts.setMaster, (call) => setMaster(ctx, call)),
    bind(acts.blockReseller, (call) => blockReseller(ctx, call)),
    bindWithCode(
      acts.blockResellerAsAdmin,
      (call) => blockResellerAsAdmin(ctx, spendCode, call),
      (call) => blocksOtherAdmin(ctx.db, call),
    ),
    bind(acts.blockNetwork, (call) => blockNetwork(ctx, call)),
    bind(acts.previewDeletion, (call) => previewDeletion(ctx, call)),
    bind(acts.deleteReseller, (call) => deleteReseller(ctx, call)),
    bind(acts.deleteNetwork, (call) => deleteNetwork(ctx, call)),
    bind(acts.deleteTree, (call) => deleteTree(ctx, call)),
    bind(acts.restoreReseller, (call) => restoreReseller(ctx, call)),
    bind(tree.getTreeLevel, (call) => getTreeLevel(ctx, call)),
    bind(tree.searchResellers, (call) => searchResellers(ctx, call)),
    bind(tree.findUser, (call) => findUser(ctx, call)),
    bind(tree.getTotalTree, (call) => getTotalTree(ctx, call)),
    bind(tree.getRastreio, (call) => getRastreio(ctx, call)),
    bind(tree.searchTree, (call) => searchTree(ctx, call)),
    bind(tree.exportResellers, (call) => exportResellers(ctx, call)),
  ];
}
