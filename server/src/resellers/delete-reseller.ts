/**
 * Deletes softly: the account with its lines (3), the network below it (7) or both (8). What they held
 * returns to whoever stands above, their sign-ins end, their lines stop; who stood below a deleted
 * account alone moves up to its owner. Source: T-24, M-85 to M-87, Q-RESACTIONS, Q-UNDO.
 */
import type { Given } from '@ramal/contract/endpoint';
import { fromHundredths } from '@ramal/contract/money';
import type { DeletionReach, deleteReseller as declaration } from '@ramal/contract/reseller-acts';
import { type Movement, type OwnedWallet, lockAll, movingAll } from '../credits/credits.ts';
import { recording, recordingEach } from '../events/events.ts';
import { type Parts, type Tx, together } from '../foundation/database.ts';
import type { House } from '../foundation/house.ts';
import type { Call } from '../foundation/http/bind.ts';
import { endingSignIns } from '../sessions/end-sign-ins.ts';
import { deleteLinesOf, deletingAccounts, insertDeletion } from './deletions.sql.ts';
import { refuseLastAdmin } from './last-admin.ts';
import { type Survey, surveyDeletion } from './survey-deletion.ts';
import { moving } from './tree-moves.sql.ts';
import { lockTree } from './tree.ts';

/** The other two are declared alike. */
type Asked = Omit<Call<typeof declaration>, 'body'>;
type Answer = Given<typeof declaration>;

const messages: Record<DeletionReach, string> = {
  reseller: 'Revenda excluída com sucesso',
  network: 'Rede excluída com sucesso',
  tree: 'Árvore excluída com sucesso',
};

export const deleteReseller = (house: House, asked: Asked): Promise<Answer> =>
  house.db.tx((tx) => deleteIn(tx, house, asked, 'reseller'));
export const deleteNetwork = (house: House, asked: Asked): Promise<Answer> =>
  house.db.tx((tx) => deleteIn(tx, house, asked, 'network'));
export const deleteTree = (house: House, asked: Asked): Promise<Answer> =>
  house.db.tx((tx) => deleteIn(tx, house, asked, 'tree'));

async function deleteIn(tx: Tx, house: House, asked: Asked, reach: DeletionReach): Promise<Answer> {
  const { actor, params } = asked;
  const now = house.clock.now();
  await lockTree(tx);
  const plan = await surveyDeletion(tx, actor, params.id, reach, now);
  const { account, owner, going } = plan;
  if (reach === 'reseller') await refuseLastAdmin(tx, account);
  const wallets = await lockAll(tx, [...going, owner.id]);
  const returns = returning(plan, wallets);
  const hundredths = returns.reduce((sum, { amount }) => sum + amount, 0);
  const deletion = await insertDeletion(tx, actor, reach, plan, hundredths, now);
  await tx.run(
    together({
      ...movingAll(asked, returns, { reason: 'reseller-deleted', deletionId: deletion }),
      gone: deletingAccounts(going, deletion),
      signIns: endingSignIns(going, 'deleted', now),
    }),
  );
  // Counted again: between the survey and the wallets' locks lines are sold and credits spent.
  const lines = await deleteLinesOf(tx, going, deletion);
  const toll = { ...plan.toll, lines, credits: fromHundredths(hundredths) };
  await tx.run(
    together({ ...rising(asked, plan), ...happened(asked, reach, plan, toll, deletion) }),
  );
  return { message: messages[reach], id: account.id, toll };
}

/** Everything in every wallet that goes, to the owner's balance; issuance takes back where an admin stands above. */
function returning({ owner, going }: Survey, wallets: readonly OwnedWallet[]): Movement[] {
  const of = Map.groupBy(wallets, ({ accountId }) => accountId);
  const to = of.get(owner.id)?.find(({ kind }) => kind === 'balance') ?? 'issuance';
  return going.flatMap((accountId) =>
    (of.get(accountId) ?? [])
      .filter(({ balance }) => balance > 0)
      .map((from) => ({ from, to, amount: from.balance, accountId })),
  );
}

/** Parts: who stood right below goes up one place, with all below. */
function rising({ actor, origin }: Asked, { account, owner, moving: tops }: Survey): Parts {
  if (tops.length === 0) return {};
  const branches = { within: account.id, depth: account.ancestors.length + 1, tops };
  return {
    rising: moving(branches, owner),
    risen: recordingEach(origin, tops, {
      kind: 'reseller-moved',
      actorId: actor.id,
      before: { owner: account.username },
      after: { owner: owner.username, because: 'reseller-deleted' },
    }),
  };
}

function happened(
  { actor, origin }: Asked,
  reach: DeletionReach,
  { account, going }: Survey,
  toll: Survey['toll'],
  deletion: number,
): Parts {
  const others = going.filter((id) => id !== account.id);
  return {
    event: recording(origin, {
      kind: `${reach}-deleted`,
      actorId: actor.id,
      accountId: account.id,
      after: { deletion, ...toll },
    }),
    others: recordingEach(origin, others, {
      kind: 'reseller-deleted',
      actorId: actor.id,
      after: { deletion, with: account.username },
    }),
  };
}
