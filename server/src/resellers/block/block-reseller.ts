/**
 * Blocks or unblocks one account: whoever stands above by one flag, the administration by another that
 * only it can undo. A block ends the sign-ins; lines go on. Source: T-21, T-22, V-31, Q-BLOCKEFFECT.
 */
import type { HandlerResult } from '@ramal/contract/endpoint';
import { refuse } from '@ramal/contract/errors';
import type {
  blockReseller as blocking,
  blockResellerAsAdmin as blockingAsAdmin,
} from '@ramal/contract/reseller-acts';
import sql, { type Sql } from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import { type Tx, combineCtes } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { endSignInsCte, lockTree } from '../../access/access.ts';
import { refuseLastAdmin } from '../last-admin.ts';
import { serializeReseller } from '../serialize-reseller.ts';
import { type Account, lockAccount, readReseller } from '../resellers.sql.ts';

type Asked = Call<typeof blocking> | Call<typeof blockingAsAdmin>;
type Answer = HandlerResult<typeof blocking>;

export const blockReseller = (ctx: AppContext, asked: Call<typeof blocking>): Promise<Answer> =>
  toggle(ctx, asked, (account) => {
    if (account.isBlockedByAdmin) refuse('blocked_by_admin');
    return { by: 'upline', blocks: !account.isBlocked };
  });

/** Of an account blocked with its network it frees this one alone. */
export const blockResellerAsAdmin = (
  ctx: AppContext,
  asked: Call<typeof blockingAsAdmin>,
): Promise<Answer> =>
  toggle(ctx, asked, (account) => ({
    by: 'administration',
    blocks: !account.isBlockedByAdmin,
  }));

interface Block {
  readonly by: 'upline' | 'administration';
  readonly blocks: boolean;
}

async function toggle(
  ctx: AppContext,
  asked: Asked,
  decide: (account: Account) => Block,
): Promise<Answer> {
  const { actor, params } = asked;
  if (params.id === actor.id) refuse('forbidden');
  return ctx.db.tx(async (tx) => {
    // Only an admin reaches admins, of whom one must remain.
    if (actor.profile === 'admin') await lockTree(tx);
    const account = (await lockAccount(tx, actor, params.id)) ?? refuse('reseller_not_found');
    const block = decide(account);
    if (block.blocks) await refuseLastAdmin(tx, account);
    return write(tx, ctx, asked, account, block);
  });
}

async function write(
  tx: Tx,
  ctx: AppContext,
  { actor, body, requestMeta }: Asked,
  { id }: Account,
  { by, blocks }: Block,
): Promise<Answer> {
  const now = ctx.clock.now();
  const event = insertEventCte(requestMeta, {
    kind: blocks ? 'account-blocked' : 'account-unblocked',
    actorId: actor.id,
    accountId: id,
    after: { reason: body.reason, by },
  });
  await tx.run(
    combineCtes({
      account: changes[by](id, blocks ? now : null),
      event,
      ...(blocks ? { signIns: endSignInsCte([id], 'blocked', now) } : {}),
    }),
  );
  const data = serializeReseller(ctx, actor, await readReseller(tx, id));
  const message = blocks ? 'Revenda bloqueada com sucesso' : 'Revenda desbloqueada com sucesso';
  return { message, data };
}

/** Why stands in the event. */
const changes: Record<Block['by'], (id: number, at: Date | null) => Sql> = {
  upline: (id, at) => sql`update accounts set blocked_at = ${at} where id = ${id}`,
  administration: (id, at) => sql`
    update accounts set blocked_by_admin_at = ${at}, blocked_network_id = null where id = ${id}`,
};
