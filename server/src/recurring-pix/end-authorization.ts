/**
 * Ends authorizations at the request of the customer or seller, because the line was deleted,
 * blocked or moved, or because a new authorization replaces them. The decision is stored first. The
 * request to the provider is repeated until the provider confirms the end.
 */
import type { AuthorizationEnd } from '@ramal/contract/rules/payments/recurring-pix';
import sql, { type Sql } from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { RequestMeta } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';
import { paymentOrigin } from '../payments/payments.ts';
import { type Authorization, hasLine } from './authorizations.sql.ts';

interface End {
  readonly reason: AuthorizationEnd;
  readonly now: Date;
  /** Account that ends the authorization; undefined if Ramal or a customer ends it. */
  readonly by?: { readonly id: number; readonly requestMeta: RequestMeta };
}

/** Stores the decision to end an authorization, and marks its unpaid cycles for removal. */
export async function requestEnd(
  tx: Tx,
  authorization: Authorization,
  { reason, now, by }: End,
): Promise<void> {
  const changed = await tx.run(sql`
    update pix_authorizations set state = 'ending', end_reason = ${reason}, ended_by = ${by?.id ?? null},
      end_requested_at = ${now}, check_at = ${now}, next_due_on = null, is_refused = false
    where id = ${authorization.id} and state in ('preparing', 'created', 'active')`);
  await removeOpenCycles(tx, authorization.id);
  // A second request at the same time finds the end already stored.
  if (changed > 0 && authorization.state === 'active' && hasLine(authorization))
    await recordEvent(
      tx,
      { ...(by?.requestMeta ?? paymentOrigin), at: now },
      {
        kind: 'recurring-ended',
        actorId: by?.id ?? null,
        accountId: authorization.accountId,
        lineId: authorization.lineId,
        after: { reason },
      },
    );
}

/** Marks the unpaid cycles for removal. The job removes their charges at the provider. */
export const removeOpenCycles = (tx: Tx, authorizationId: number): Promise<number> =>
  tx.run(sql`
    update pix_cycles c set state = 'removing', skip_reason = 'ended'
    from charges h
    where h.id = c.charge_id and c.authorization_id = ${authorizationId} and h.paid_at is null
      and c.state in ('planned', 'sent', 'scheduled', 'refused')`);

/** Condition: the line has another owner or another platform than at the authorization. */
const isMoved: Sql = sql`(l.owner_id <> pa.account_id or l.platform <> pa.platform)`;

interface LineOfAuthorization {
  readonly isDeleted: boolean;
  readonly isBlocked: boolean;
  readonly isMoved: boolean;
}

/**
 * Returns the reason why the line no longer renews automatically. Undefined if it still renews, or
 * if the order has no line yet.
 */
export async function findLineEnd(
  tx: Pick<Tx, 'first'>,
  { id, lineId }: Authorization,
): Promise<AuthorizationEnd | undefined> {
  if (lineId === null) return undefined;
  const line = await tx.first<LineOfAuthorization>(sql`
    select l.deleted_at is not null as is_deleted, l.blocked_for_abuse_at is not null as is_blocked,
      ${isMoved} as is_moved
    from lines l join pix_authorizations pa on pa.id = ${id} where l.id = ${lineId}`);
  if (!line || line.isDeleted) return 'line-deleted';
  if (line.isBlocked) return 'line-blocked';
  return line.isMoved ? 'line-moved' : undefined;
}

/**
 * Ids of authorizations, active or waiting for the customer, whose line was deleted, blocked or
 * moved.
 */
export const findEndedLines = async ({ db }: AppContext): Promise<number[]> =>
  (
    await db.many<{ id: number }>(sql`
      select pa.id from pix_authorizations pa join lines l on l.id = pa.line_id
      where pa.state in ('created', 'active')
        and (l.deleted_at is not null or l.blocked_for_abuse_at is not null or ${isMoved})`)
  ).map(({ id }) => id);

/** Erases the payers of these lines (ids). The authorizations have ended with their lines. */
export const erasePayersOfLines = (tx: Tx, lines: Sql): Promise<number> =>
  tx.run(sql`
    update pix_authorizations set payer_name = '', cpf_mask = '', search = ''
    where line_id in (${lines}) and payer_name <> ''`);
