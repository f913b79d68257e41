/**
 * Blocks or unblocks an account. An ancestor sets one flag; admins set another flag that only
 * admins can remove. A block ends the account's sessions; its lines continue to work.
 * Source: T-21, T-22, V-31, Q-BLOCKEFFECT.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  blockReseller as blocking,
  blockResellerAsAdmin as blockingAsAdmin,
} from '@ramal/contract/resellers/reseller-acts';
import sql, { type Sql } from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import { type Reader, type Tx, combineCtes } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { AuthGuard, Call } from '../../foundation/http/bind.ts';
import type { UncheckedCall } from '../../foundation/http/missing-code.ts';
import { endSignInsCte, lockTree } from '../../access/access.ts';
import { refuseLastAdmin } from '../last-admin.ts';
import { serializeReseller } from '../serialize-reseller.ts';
import { unblockMessage } from './unblock-message.ts';
import { type Account, lockAccount, readAccount, readReseller } from '../resellers.sql.ts';

type Input = Call<typeof blocking> | Call<typeof blockingAsAdmin>;
type Answer = HandlerResult<typeof blocking>;

export const blockReseller = (ctx: AppContext, input: Call<typeof blocking>): Promise<Answer> =>
  setBlock(ctx, input, 'upline', (account) => {
    if (account.isBlockedByAdmin) refuse('blocked_by_admin');
    return account.isBlocked;
  });

/**
 * Blocks or unblocks an account as an admin. The unblock also removes the parent's block. A network
 * can only be unblocked as a whole (Q-UNBLOCKER).
 */
export async function blockResellerAsAdmin(
  ctx: AppContext,
  spendCode: AuthGuard['spendCode'],
  input: Call<typeof blockingAsAdmin>,
): Promise<Answer> {
  const { actor, body, requestMeta } = input;
  if (actor.hasSecondFactor && (await blocksOtherAdmin(ctx.db, input)))
    await spendCode(actor, body.code2fa, requestMeta);
  return setBlock(
    ctx,
    input,
    'administration',
    (account) => account.isBlockedByAdmin && account.blockedNetworkId === null,
  );
}

/**
 * True if the call blocks or unblocks another admin. Such a call requires a code, so that a stolen
 * session cannot lock out all other admins (Q-STOLENSESSION).
 */
export async function blocksOtherAdmin(
  reader: Reader,
  { actor, params: { id } }: UncheckedCall<typeof blockingAsAdmin>,
): Promise<boolean> {
  if (id === undefined || id === actor.id) return false;
  return (await readAccount(reader, id))?.profile === 'admin';
}

type Level = 'upline' | 'administration';

async function setBlock(
  ctx: AppContext,
  input: Input,
  level: Level,
  isBlocked: (account: Account) => boolean,
): Promise<Answer> {
  const { actor, params, body } = input;
  if (params.id === actor.id) refuse('forbidden');
  return ctx.db.tx(async (tx) => {
    // Only an admin can block admins. The lock ensures that one admin remains.
    if (actor.profile === 'admin') await lockTree(tx);
    const account = (await lockAccount(tx, actor, params.id)) ?? refuse('reseller_not_found');
    const before = isBlocked(account);
    const blocks = body.blocked ?? !before;
    const liftsUpline = level === 'administration' && !blocks && account.isBlocked;
    if (blocks !== before || liftsUpline) {
      if (blocks) await refuseLastAdmin(tx, account);
      await write(tx, ctx.clock.now(), { input, level, blocks });
    }
    const data = serializeReseller(ctx, actor, await readReseller(tx, account.id));
    const message = blocks
      ? 'Revenda bloqueada com sucesso'
      : unblockMessage('Revenda desbloqueada com sucesso', data);
    return { message, data };
  });
}

interface ResellerBlock {
  readonly input: Input;
  readonly level: Level;
  readonly blocks: boolean;
}

async function write(
  tx: Tx,
  now: Date,
  {
    input: {
      actor,
      body,
      params: { id },
      requestMeta,
    },
    level,
    blocks,
  }: ResellerBlock,
): Promise<void> {
  const event = insertEventCte(requestMeta, {
    kind: blocks ? 'account-blocked' : 'account-unblocked',
    actorId: actor.id,
    accountId: id,
    after: { reason: body.reason, by: level },
  });
  await tx.run(
    combineCtes({
      account: changes[level](id, blocks ? now : null),
      event,
      ...(blocks ? { signIns: endSignInsCte([id], 'blocked', now) } : {}),
    }),
  );
}

/**
 * Statements that set or remove a block, by level. An account that an admin unblocks stays blocked
 * if a blocked network contains it, with the innermost of these networks.
 */
const changes: Record<Level, (id: number, at: Date | null) => Sql> = {
  upline: (id, at) => sql`update accounts set blocked_at = ${at} where id = ${id}`,
  administration: (id, at) =>
    at === null
      ? sql`
        with network as (
          select (
            select w.id from (
              select distinct blocked_network_id as id from accounts where blocked_network_id is not null) w
            where w.id = any(a.ancestors) order by array_position(a.ancestors, w.id) desc limit 1) as id
          from accounts a where a.id = ${id}
        )
        update accounts a set blocked_at = null, blocked_network_id = network.id,
          blocked_by_admin_at = case when network.id is not null then a.blocked_by_admin_at end
        from network where a.id = ${id}`
      : sql`
        update accounts set blocked_by_admin_at = ${at}, blocked_network_id = null where id = ${id}`,
};
