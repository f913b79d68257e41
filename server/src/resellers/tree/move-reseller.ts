/**
 * Moves an account with its whole tree below another account that may have resellers. The move
 * locks the tree, so that two concurrent moves cannot create a cycle. Source: Q-MASTER.
 */
import { errorText, refuse } from '@ramal/contract/api/errors';
import type { Caller } from '../../foundation/caller.ts';
import { insertEventCte } from '../../events/events.ts';
import { type Reader, type Tx, combineCtes } from '../../foundation/database.ts';
import { type Account, readAccount } from '../resellers.sql.ts';
import { changeFranchiseCte, moveBranchCte } from './tree-moves.sql.ts';

/** Moves the account below `to`. Does nothing if `to` is its parent already. */
export async function moveReseller(
  tx: Tx,
  caller: Caller,
  account: Account,
  to: number,
): Promise<void> {
  if (account.parentId === to) return;
  const master = await findNewMaster(tx, account, to);
  const owner = account.parentId === null ? undefined : await readAccount(tx, account.parentId);
  await joinFranchise(tx, account, owner, master);
  const itself = { ancestorId: account.id, depth: account.ancestors.length, tops: [account.id] };
  const event = insertEventCte(caller.requestMeta, {
    kind: 'reseller-moved',
    actorId: caller.actor.id,
    accountId: account.id,
    before: { owner: owner?.username ?? null },
    after: { owner: master.username },
  });
  await tx.run(combineCtes({ moved: moveBranchCte(itself, master), event }));
}

/**
 * Returns the new parent. Refuses a parent that cannot have resellers or is in the moved tree, and
 * the move of an admin.
 */
export async function findNewMaster(
  reader: Reader,
  account: Account,
  to: number,
): Promise<Account> {
  if (account.parentId !== to && account.profile === 'admin') refuse('forbidden');
  const master = (await readAccount(reader, to)) ?? refuseMaster('new_master_unknown');
  if (account.parentId === to) return master;
  if (master.ancestors.includes(account.id)) refuseMaster('new_master_below');
  if (master.profile !== 'admin' && !master.isMaster) refuseMaster('new_master_unknown');
  return master;
}

const refuseMaster = (code: 'new_master_unknown' | 'new_master_below'): never =>
  refuse(code, { fields: { newMaster: errorText(code) } });

/**
 * Gives a moved account the franchise of its new parent. A franchise, or an account with its own
 * franchise, does not change.
 */
async function joinFranchise(
  tx: Tx,
  account: Account,
  owner: Account | undefined,
  master: Account,
): Promise<void> {
  const isOwn =
    account.profile === 'franchise' || account.idFranchise !== (owner?.idFranchise ?? null);
  if (isOwn || account.idFranchise === master.idFranchise) return;
  await tx.run(changeFranchiseCte(account.id, account.idFranchise, master.idFranchise));
}
