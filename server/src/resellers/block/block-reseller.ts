/**
 * Blocks or unblocks one account: an account above sets one flag, the administration another that
 * only it can remove. A block ends the sessions; lines go on. Source: T-21, T-22, V-31,
 * Q-BLOCKEFFECT.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  blockReseller as blocking,
  blockResellerAsAdmin as blockingAsAdmin,
} from '@ramal/contract/resellers/reseller-acts';
import sql, { type Sql } from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import { type Tx, combineCtes } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { AuthGuard, Call } from '../../foundation/http/bind.ts';
import { endSignInsCte, lockTree } from '../../access/access.ts';
import { refuseLastAdmin } from '../last-admin.ts';
import { serializeReseller } from '../serialize-reseller.ts';
import { type Account, lockAccount, readAccount, readReseller } from '../resellers.sql.ts';

type Input = Call<typeof blocking> | Call<typeof blockingAsAdmin>;
type Answer = HandlerResult<typeof blocking>;

export const blockReseller = (ctx: AppContext, input: Call<typeof blocking>): Promise<Answer> =>
  setBlock(ctx, input, 'upline', (account) => {
    if (account.isBlockedByAdmin) refuse('blocked_by_admin');
    return account.isBlocked;
  });

/** Frees this one account of those blocked with a network. */
export async function blockResellerAsAdmin(
  ctx: AppContext,
  spendCode: AuthGuard['spendCode'],
  input: Call<typeof blockingAsAdmin>,
): Promise<Answer> {
  const { actor, body, params, requestMeta } = input;
  // A stolen session must not lock the other admins out (Q-STOLENSESSION).
  if (actor.hasSecondFactor && params.id !== actor.id) {
    const target = await readAccount(ctx.db, params.id);
    if (target?.profile === 'admin') await spendCode(actor, body.code_2fa, requestMeta);
  }
  return setBlock(ctx, input, 'administration', (account) => account.isBlockedByAdmin);
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
    // Only an admin reaches admins, of whom one must remain.
    if (actor.profile === 'admin') await lockTree(tx);
    const account = (await lockAccount(tx, actor, params.id)) ?? refuse('reseller_not_found');
    const before = isBlocked(account);
    const blocks = body.blocked ?? !before;
    if (blocks !== before) {
      if (blocks) await refuseLastAdmin(tx, account);
      await write(tx, ctx.clock.now(), input, level, blocks);
    }
    const data = serializeReseller(ctx, actor, await readReseller(tx, account.id));
    const message = blocks ? 'Revenda bloqueada com sucesso' : 'Revenda desbloqueada com sucesso';
    return { message, data };
  });
}

async function write(
  tx: Tx,
  now: Date,
  { actor, body, params: { id }, requestMeta }: Input,
  level: Level,
  blocks: boolean,
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

/** The reason is part of the event. */
const changes: Record<Level, (id: number, at: Date | null) => Sql> = {
  upline: (id, at) => sql`update accounts set blocked_at = ${at} where id = ${id}`,
  // Directly below an admin there is nobody else who could end what an earlier upline began.
  administration: (id, at) => sql`
    update accounts a set blocked_by_admin_at = ${at}, blocked_network_id = null,
      blocked_at = case
        when ${at}::timestamptz is null and (select profile from accounts where id = a.parent_id) = 'admin' then null
        else blocked_at
      end
    where a.id = ${id}`,
};
