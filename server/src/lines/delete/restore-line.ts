/**
 * Restores a line within thirty days of its deletion, with its name, password, expiry, notes and
 * history. A deleted line keeps its name until it is erased, so no other line can have the name.
 * The owner must not be deleted and must be within its limits. The wallet is locked first, as in
 * the creation of a line. Source: Q-UNDO.
 */
import { refuse } from '@ramal/contract/api/errors';
import sql, { type Sql } from 'sql-template-tag';
import { lockWalletCte } from '../../credits/credits.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Tx } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { enforceLineLimit } from '../../limits/limits.ts';
import { changeLine } from '../change/change-line.ts';
import { type Line, restorableSince } from '../line.ts';
import { lockDeletedLine } from '../find-accessible-line.ts';

export const restoreLine = (
  ctx: AppContext,
  caller: Caller,
  input: { readonly id: number },
): Promise<Line> =>
  ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const owner = await findOwner(tx, input.id);
    if (!(await tx.first(lockWalletCte(owner.id))))
      refuse('line_owner_deleted', { values: { owner: owner.username } });
    const line = await lockDeletedLine(tx, caller.actor, input, now);
    if (line.deletedAt! < restorableSince(now)) refuse('line_restore_expired');
    // If the server of the line rejected it, the cost was refunded. Such a line cannot be restored.
    if (await tx.first(refusalOf(line.id))) refuse('line_was_refused');
    await enforceLineLimit(tx, ctx, caller.actor, owner.id);
    return changeLine(tx, caller, line, {
      kind: 'line-restored',
      change: { deletedAt: null },
      after: { username: line.username, expiresAt: line.expiresAt },
    });
  });

const refusalOf = (id: number): Sql =>
  sql`select from events where line_id = ${id} and kind = 'line-refused' limit 1`;

/** Finds the owner of a deleted line. The owner of a line never changes. */
async function findOwner(tx: Tx, id: number): Promise<{ id: number; username: string }> {
  const owner = await tx.first<{ id: number; username: string }>(sql`
    select a.id, a.username from lines l join accounts a on a.id = l.owner_id
    where l.id = ${id} and l.deleted_at is not null`);
  return owner ?? refuse('line_not_found');
}
