import * as acts from '@ramal/contract/reseller-acts';
import * as tree from '@ramal/contract/reseller-tree';
import * as contract from '@ramal/contract/resellers';
import type { House } from '../foundation/house.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { makeSpendCode } from '../second-factors/spend-code.ts';
import { blockNetwork } from './block-network.ts';
import { blockReseller, blockResellerAsAdmin } from './block-reseller.ts';
import { createAdmin } from './create-admin.ts';
import { createReseller } from './create-reseller.ts';
import { deleteNetwork, deleteReseller, deleteTree } from './delete-reseller.ts';
import { editReseller } from './edit-reseller.ts';
import { exportResellers } from './export-resellers.ts';
import { findUser } from './find-user.ts';
import { getGrants, setGrants } from './grants.ts';
import { listResellers } from './list-resellers.ts';
import { moveCredits } from './move-credits.ts';
import { previewDeletion } from './preview-deletion.ts';
import { restoreReseller } from './restore-reseller.ts';
import { searchResellers } from './search-resellers.ts';
import { getRastreio, searchTree } from './search-tree.ts';
import { setMaster } from './set-master.ts';
import { getTotalTree } from './total-tree.ts';
import { getTreeLevel } from './tree-level.ts';

export function resellerRoutes(house: House): Binding[] {
  const spendCode = makeSpendCode(house);
  return [
    bind(contract.listResellers, (call) => listResellers(house, call)),
    bind(contract.createReseller, (call) => createReseller(house, call)),
    bind(contract.moveCredits, (call) => moveCredits(house, call)),
    bind(contract.editReseller, (call) => editReseller(house, spendCode, call)),
    bind(contract.getGrants, (call) => getGrants(house, call)),
    bind(contract.setGrants, (call) => setGrants(house, call)),
    bind(contract.createAdmin, (call) => createAdmin(house, call)),
    bind(acts.setMaster, (call) => setMaster(house, call)),
    bind(acts.blockReseller, (call) => blockReseller(house, call)),
    bind(acts.blockResellerAsAdmin, (call) => blockResellerAsAdmin(house, call)),
    bind(acts.blockNetwork, (call) => blockNetwork(house, call)),
    bind(acts.previewDeletion, (call) => previewDeletion(house, call)),
    bind(acts.deleteReseller, (call) => deleteReseller(house, call)),
    bind(acts.deleteNetwork, (call) => deleteNetwork(house, call)),
    bind(acts.deleteTree, (call) => deleteTree(house, call)),
    bind(acts.restoreReseller, (call) => restoreReseller(house, call)),
    bind(tree.getTreeLevel, (call) => getTreeLevel(house, call)),
    bind(tree.searchResellers, (call) => searchResellers(house, call)),
    bind(tree.findUser, (call) => findUser(house, call)),
    bind(tree.getTotalTree, (call) => getTotalTree(house, call)),
    bind(tree.getRastreio, (call) => getRastreio(house, call)),
    bind(tree.searchTree, (call) => searchTree(house, call)),
    bind(tree.exportResellers, (call) => exportResellers(house, call)),
  ];
}
