/**
 * Admins block or unblock an account and its descendants. Each account stores the network with
 * which it was blocked, so that an unblock affects exactly those accounts. After an unblock,
 * accounts that were blocked before remain blocked, and accounts in another blocked network are
 * assigned to that network. Deleted accounts are included, in case they are restored. Source:
 * Q-RESACTIONS, Q-BLOCKEFFECT.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { blockNetwork as declaration } from '@ramal/contract/resellers/reseller-acts';
import sql from 'sql-template-tag';
import { insertEventsCte } from '../../events/events.ts';
import { type Tx, combineCtes } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { endSignInsCte, idsInTree, lockTree } from '../../access/access.ts';
import { serializeReseller } from '../serialize-reseller.ts';
import { unblockMessage } from './unblock-message.ts';
import { type Account, lockAccount, readReseller } from '../resellers.sql.ts';

type Input = Call<typeof declaration>;

export async function blockNetwork(
  ctx: AppContext,
  input: Input,
): Promise<HandlerResult<typeof declaration>> {
  const { actor, params, body } = input;
  return ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    // The lock prevents the creation or move of an account in the network during the block.
    await lockTree(tx);
    const account = (await lockAccount(tx, actor, params.id)) ?? refuse('reseller_not_found');
    if (account.profile === 'admin') refuse('forbidden');
    const before = await isBlocked(tx, account.id);
    const blocks = body.blocked ?? !before;
    const ids = blocks === before ? [] : await write(tx, now, { input, account, blocks });
    const data = serializeReseller(ctx, actor, await readReseller(tx, account.id));
    const message = blocks
      ? 'Rede bloqueada com sucesso'
      : unblockMessage('Rede desbloqueada com sucesso', data);
    return { message, data, count: ids.length };
  });
}

interface NetworkBlock {
  readonly input: Input;
  readonly account: Account;
  readonly blocks: boolean;
}

/** Blocks or unblocks the network. Returns the ids of the changed accounts that are not deleted. */
async function write(
  tx: Tx,
  now: Date,
  { input: { actor, requestMeta, body }, account: { id, username }, blocks }: NetworkBlock,
): Promise<number[]> {
  const ids = blocks ? await block(tx, id, now) : await unblock(tx, id);
  const events = insertEventsCte(requestMeta, ids, {
    kind: blocks ? 'account-blocked' : 'account-unblocked',
    actorId: actor.id,
    after: { reason: body.reason, by: 'network', network: username },
  });
  await tx.run(
    combineCtes({
      events,
      ...(blocks ? { signIns: endSignInsCte(ids, 'blocked', now) } : {}),
    }),
  );
  return ids;
}

/** Returns true if the list shows the network as blocked. Deleted accounts do not count. */
const isBlocked = async (tx: Tx, network: number): Promise<boolean> =>
  (await tx.first(sql`
    select id from accounts where blocked_network_id = ${network} and deleted_at is null limit 1`)) !==
  undefined;

/**
 * Blocks accounts that no admin had blocked yet, except admins. Returns the ids of those that are
 * not deleted.
 */
async function block(tx: Tx, network: number, now: Date): Promise<number[]> {
  const rows = await tx.many<{ id: number; isNotDeleted: boolean }>(sql`
    update accounts
    set blocked_by_admin_at = ${now}, blocked_network_id = ${network}
    where id in (${idsInTree(network)}) and profile <> 'admin' and blocked_by_admin_at is null
    returning id, deleted_at is null as is_not_deleted`);
  return rows.filter(({ isNotDeleted }) => isNotDeleted).map(({ id }) => id);
}

/**
 * Ends the block of the network. Returns the ids of the accounts that are now unblocked and not
 * deleted.
 */
async function unblock(tx: Tx, network: number): Promise<number[]> {
  const rows = await tx.many<{ id: number }>(sql`
    with blocked_networks as materialized (
      select distinct blocked_network_id as id from accounts
      where blocked_network_id is not null and blocked_network_id <> ${network}
    ), held as (
      select a.id, (
        select s.id from blocked_networks s where s.id = any(a.ancestors)
        order by array_position(a.ancestors, s.id) desc limit 1
      ) as other
      from accounts a where a.blocked_network_id = ${network}
    ), changed as (
      update accounts
      set blocked_network_id = held.other,
        blocked_by_admin_at = case when held.other is not null then blocked_by_admin_at end
      from held where accounts.id = held.id
      returning accounts.id, held.other, deleted_at
    )
    select id from changed where other is null and deleted_at is null`);
  return rows.map(({ id }) => id);
}
