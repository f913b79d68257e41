/**
 * Undoes the whole deletion that an account was part of, within thirty days. The accounts and their
 * lines are restored. Accounts that moved up and are still in that position move back. The credits
 * return from the wallet that received them, as far as its balance suffices. Source: Q-UNDO.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { fromHundredths } from '@ramal/contract/rules/money';
import type { restoreReseller as declaration } from '@ramal/contract/resellers/reseller-acts';
import sql from 'sql-template-tag';
import {
  lockWallets,
  moveAllCreditsCte,
  type Movement,
  readReturned,
} from '../../credits/credits.ts';
import { countTreesSoon } from '../../dashboard/dashboard.ts';
import { insertEventCte, insertEventsCte } from '../../events/events.ts';
import { type Ctes, type Tx, combineCtes } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { runOncePerKey } from '../../foundation/idempotency.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { restoreLines } from './deletions.sql.ts';
import { RESTORABLE_DAYS } from '../serialize-reseller.ts';
import { readAccount } from '../resellers.sql.ts';
import { moveBranchCte } from '../tree/tree-moves.sql.ts';
import { lockTree } from '../../access/access.ts';

type Input = Call<typeof declaration>;
type Answer = HandlerResult<typeof declaration>;

export const restoreReseller = (ctx: AppContext, input: Input): Promise<Answer> =>
  ctx.db.tx((tx) => runOncePerKey(tx, input, () => restoreIn(tx, ctx, input)));

async function restoreIn(tx: Tx, ctx: AppContext, input: Input): Promise<Answer> {
  await lockTree(tx);
  const deletion = await findDeletion(tx, input.params.id, ctx.clock.now());
  const ids = await accountsOf(tx, deletion.id);
  const { movements, missing } = await movementsFromOwner(tx, deletion);
  await tx.run(
    combineCtes({
      ...moveAllCreditsCte(input, movements, {
        reason: 'reseller-restored',
        deletionId: deletion.id,
      }),
      back: sql`
        update accounts set deleted_at = null, deletion_id = null where id = any(${ids}::bigint[])`,
      events: insertEventsCte(input.requestMeta, ids, {
        kind: 'reseller-restored',
        actorId: input.actor.id,
        after: { deletion: deletion.id },
      }),
    }),
  );
  const lines = await restoreLines(tx, input, deletion.id);
  const moved = await moveDownCtes(tx, input, deletion);
  const eventData = {
    resellers: ids.length,
    lines,
    credits: fromHundredths(sumOf(movements)),
    missingCredits: fromHundredths(missing),
  };
  await tx.run(combineCtes({ ...moved, ...recordUndoCtes(ctx, input, deletion, eventData) }));
  await tx.run(countTreesSoon);
  return { message: 'Revenda restaurada com sucesso', ...eventData };
}

interface Deletion {
  readonly id: number;
  readonly accountId: number;
  readonly ownerId: number;
  readonly movedIds: readonly number[];
}

async function findDeletion(tx: Tx, accountId: number, now: Date): Promise<Deletion> {
  const earliest = new Date(now.getTime() - RESTORABLE_DAYS * DAY_MS);
  const deletion = await tx.first<Deletion & { isExpired: boolean }>(sql`
    select d.id, d.account_id, d.owner_id, d.moved_ids,
      d.at < ${earliest} as is_expired
    from accounts a join deletions d on d.id = a.deletion_id
    where a.id = ${accountId} and a.deleted_at is not null`);
  if (!deletion) return refuse('reseller_not_found');
  if (deletion.isExpired) refuse('restore_expired');
  return deletion;
}

/**
 * Returns the ids of all accounts of the deletion. Refuses if one of them would be below a deleted
 * account.
 */
async function accountsOf(tx: Tx, deletion: number): Promise<number[]> {
  const deletedAccounts = await tx.many<{ id: number; parentId: number | null }>(
    sql`select id, parent_id from accounts where deletion_id = ${deletion}`,
  );
  const ids = deletedAccounts.map(({ id }) => id);
  const deletedIds = new Set<number | null>(ids);
  const owners = new Set(
    deletedAccounts.map(({ parentId }) => parentId).filter((id) => !deletedIds.has(id)),
  );
  const deleted = await tx.first<{ username: string }>(sql`
    select username from accounts where id = any(${[...owners]}::bigint[]) and deleted_at is not null`);
  if (deleted) refuse('owner_deleted', { values: { owner: deleted.username } });
  return ids;
}

const sumOf = (movements: readonly Movement[]): number =>
  movements.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Calculates the movements that return the credits, as far as the owner's balance suffices, from
 * the top down. Also returns the missing amount.
 */
async function movementsFromOwner(
  tx: Tx,
  { id, ownerId }: Deletion,
): Promise<{ movements: Movement[]; missing: number }> {
  const returned = await readReturned(tx, id);
  const wallets = await lockWallets(tx, [ownerId, ...returned.map(({ accountId }) => accountId)]);
  const byId = new Map(wallets.map((wallet) => [wallet.id, wallet]));
  const from =
    wallets.find(({ accountId, kind }) => accountId === ownerId && kind === 'balance') ??
    'issuance';
  let left = from === 'issuance' ? Number.POSITIVE_INFINITY : from.balance;
  let missing = 0;
  const movements: Movement[] = [];
  for (const { walletId, accountId, amount: input } of returned) {
    const amount = Math.min(input, left);
    left -= amount;
    missing += input - amount;
    if (amount > 0) movements.push({ from, to: byId.get(walletId)!, amount, accountId });
  }
  return { movements, missing };
}

/**
 * CTEs: accounts that the deletion moved up move back below the restored account, if they are still
 * in that position.
 */
async function moveDownCtes(
  tx: Tx,
  { actor, requestMeta }: Input,
  deletion: Deletion,
): Promise<Ctes> {
  const tops = await tx.many<{ id: number; depth: number }>(sql`
    select id, cardinality(ancestors) as depth from accounts
    where id = any(${deletion.movedIds}::bigint[]) and parent_id = ${deletion.ownerId} and deleted_at is null`);
  if (tops.length === 0) return {};
  const account = (await readAccount(tx, deletion.accountId))!;
  const owner = (await readAccount(tx, deletion.ownerId))!;
  const ids = tops.map(({ id }) => id);
  return {
    branches: moveBranchCte({ ancestorId: owner.id, depth: tops[0]!.depth, tops: ids }, account),
    moves: insertEventsCte(requestMeta, ids, {
      kind: 'reseller-moved',
      actorId: actor.id,
      before: { owner: owner.username },
      after: { owner: account.username, because: 'reseller-restored' },
    }),
  };
}

function recordUndoCtes(
  { clock }: AppContext,
  { actor, requestMeta }: Input,
  { id, accountId }: Deletion,
  eventData: Record<string, number>,
): Ctes {
  return {
    undone: sql`update deletions set restored_at = ${clock.now()} where id = ${id}`,
    event: insertEventCte(requestMeta, {
      kind: 'deletion-undone',
      actorId: actor.id,
      accountId,
      after: { deletion: id, ...eventData },
    }),
  };
}
