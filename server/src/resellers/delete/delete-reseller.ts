/**
 * Deletes softly: the account with its lines, its network, or both. The credits move to the account
 * above, the sessions end, and the lines stop. If only the account is deleted, its direct children
 * move up to the account above. Source: T-24, M-85 to M-87, Q-RESACTIONS, Q-UNDO.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { fromHundredths } from '@ramal/contract/rules/money';
import type {
  DeletionScope,
  deleteReseller as declaration,
} from '@ramal/contract/resellers/reseller-acts';
import {
  lockWallets,
  moveAllCreditsCte,
  type Movement,
  type OwnedWallet,
} from '../../credits/credits.ts';
import { countTreesSoon } from '../../dashboard/dashboard.ts';
import { insertEventCte, insertEventsCte } from '../../events/events.ts';
import { type Ctes, type Tx, combineCtes } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { runOncePerKey } from '../../foundation/idempotency.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { endSignInsCte, lockTree } from '../../access/access.ts';
import { deleteLines, deleteAccountsCte, insertDeletion } from './deletions.sql.ts';
import { refuseLastAdmin } from '../last-admin.ts';
import { type DeletionImpact, readDeletionImpact } from './deletion-impact.ts';
import { moveBranchCte } from '../tree/tree-moves.sql.ts';

/** Common type of the three deletion calls, which have the same declaration. */
type Input = Omit<Call<typeof declaration>, 'body'>;
type Answer = HandlerResult<typeof declaration>;

const messages: Record<DeletionScope, string> = {
  reseller: 'Revenda excluída com sucesso',
  network: 'Rede excluída com sucesso',
  tree: 'Árvore excluída com sucesso',
};

const deleting =
  (reach: DeletionScope) =>
  (ctx: AppContext, input: Input): Promise<Answer> =>
    ctx.db.tx((tx) => runOncePerKey(tx, input, () => deleteIn(tx, ctx, input, reach)));

export const deleteReseller = deleting('reseller');
export const deleteNetwork = deleting('network');
export const deleteTree = deleting('tree');

async function deleteIn(
  tx: Tx,
  ctx: AppContext,
  input: Input,
  reach: DeletionScope,
): Promise<Answer> {
  const { actor, params } = input;
  const now = ctx.clock.now();
  await lockTree(tx);
  const impact = await readDeletionImpact(tx, actor, { id: params.id, reach, now });
  const { account, owner, deletedIds } = impact;
  if (reach === 'reseller') await refuseLastAdmin(tx, account);
  const wallets = await lockWallets(tx, [...deletedIds, owner.id]);
  const returns = movementsToOwner(impact, wallets);
  const hundredths = returns.reduce((sum, { amount }) => sum + amount, 0);
  const deletion = await insertDeletion(tx, actor, { reach, impact, hundredths, now });
  await tx.run(
    combineCtes({
      ...moveAllCreditsCte(input, returns, { reason: 'reseller-deleted', deletionId: deletion }),
      gone: deleteAccountsCte(deletedIds, deletion),
      signIns: endSignInsCte(deletedIds, 'deleted', now),
    }),
  );
  // The lines are counted again, because lines may have been sold and credits spent before the
  // wallets were locked.
  const lines = await deleteLines(tx, input, deletedIds, deletion);
  const counts = { ...impact.counts, lines, credits: fromHundredths(hundredths) };
  await tx.run(
    combineCtes({
      ...moveUpCtes(input, impact),
      ...deletionEventCtes(input, { reach, counted: impact, impact: counts, deletion }),
    }),
  );
  await tx.run(countTreesSoon);
  return { message: messages[reach], id: account.id, toll: counts };
}

/**
 * Moves all credits of the deleted wallets to the owner's balance. If the owner is an admin, they
 * return to issuance.
 */
function movementsToOwner(
  { owner, deletedIds }: DeletionImpact,
  wallets: readonly OwnedWallet[],
): Movement[] {
  const walletsByAccount = Map.groupBy(wallets, ({ accountId }) => accountId);
  const to = walletsByAccount.get(owner.id)?.find(({ kind }) => kind === 'balance') ?? 'issuance';
  return deletedIds.flatMap((accountId) =>
    (walletsByAccount.get(accountId) ?? [])
      .filter(({ balance }) => balance > 0)
      .map((from) => ({ from, to, amount: from.balance, accountId })),
  );
}

/** CTEs: direct children of the account move up one level, with all their descendants. */
function moveUpCtes(
  { actor, requestMeta }: Input,
  { account, owner, movedIds: tops }: DeletionImpact,
): Ctes {
  if (tops.length === 0) return {};
  const branches = { ancestorId: account.id, depth: account.ancestors.length + 1, tops };
  return {
    branches: moveBranchCte(branches, owner),
    moves: insertEventsCte(requestMeta, tops, {
      kind: 'reseller-moved',
      actorId: actor.id,
      before: { owner: account.username },
      after: { owner: owner.username, because: 'reseller-deleted' },
    }),
  };
}

interface RecordedDeletion {
  readonly reach: DeletionScope;
  readonly counted: DeletionImpact;
  readonly impact: DeletionImpact['counts'];
  readonly deletion: number;
}

function deletionEventCtes(
  { actor, requestMeta }: Input,
  { reach, counted: { account, deletedIds }, impact, deletion }: RecordedDeletion,
): Ctes {
  const others = deletedIds.filter((id) => id !== account.id);
  return {
    event: insertEventCte(requestMeta, {
      kind: `${reach}-deleted`,
      actorId: actor.id,
      accountId: account.id,
      after: { deletion, ...impact },
    }),
    others: insertEventsCte(requestMeta, others, {
      kind: 'reseller-deleted',
      actorId: actor.id,
      after: { deletion, with: account.username },
    }),
  };
}
