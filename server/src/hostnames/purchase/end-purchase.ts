/** Ends a purchase with a ready hostname or with a refund of the credits. */
import sql from 'sql-template-tag';
import { lockWallets, moveCreditsCte } from '../../credits/credits.ts';
import { insertEventCte, recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { combineCtes, type Tx } from '../../foundation/database.ts';
import type { Purchase } from './purchase.ts';

/** Request metadata for events caused by the job rather than a person. */
const purchaseOrigin = { ip: null, requestId: 'hostnames' } as const;

export async function endPurchase(
  { db, clock }: AppContext,
  purchase: Purchase,
  expiresAt: Date,
): Promise<void> {
  const { name, buyerId } = purchase;
  const isNew = purchase.kind === 'new';
  await db.tx(async (tx) => {
    if (!(await close(tx, purchase, { state: 'done', reason: null, at: clock.now() }))) return;
    await tx.run(sql`
      update hostnames h set state = 'active', expires_at = ${expiresAt}, renewal_failed_at = null,
        renewal_failure = null, warned_days = null,
        price_cents = case when ${isNew} then coalesce(p.paid_cents, h.price_cents) else h.price_cents end,
        renew_cents = coalesce(p.renew_cents, h.renew_cents)
      from hostname_purchases p where h.name = ${name} and p.id = ${purchase.id}`);
    await recordEvent(tx, purchaseOrigin, {
      kind: isNew ? 'hostname-ready' : 'hostname-renewed',
      actorId: null,
      accountId: buyerId,
      after: { name },
    });
  });
}

/**
 * Refunds the credits by a counter-entry. A new name is removed from the list in the same
 * transaction. If the name was renewed outside the panel, the new expiry (`endsAt`) is stored, so
 * that the panel does not renew the name again.
 */
export async function refundPurchase(
  { db, clock }: AppContext,
  purchase: Purchase,
  reason: string,
  endsAt?: Date,
): Promise<void> {
  const { buyerId, credits, name } = purchase;
  await db.tx(async (tx) => {
    const wallets = await lockWallets(tx, [buyerId]);
    if (!(await close(tx, purchase, { state: 'refunded', reason, at: clock.now() }))) return;
    const wallet = wallets.find(({ kind }) => kind === 'balance');
    const returned =
      wallet && credits > 0
        ? moveCreditsCte(
            { actor: { id: buyerId, profile: 'reseller' }, requestMeta: {} },
            {
              from: 'consumption',
              to: wallet,
              amount: credits,
              cause: { reason: 'hostname-returned', accountId: buyerId, note: name },
            },
          )
        : {};
    await tx.run(
      combineCtes({
        ...returned,
        // The hostname of a renewal stays in the list. Only the hostname of a new purchase is
        // deleted.
        hostname: endsAt
          ? sql`update hostnames set expires_at = ${endsAt}, warned_days = null, renewal_failed_at = null,
              renewal_failure = null where name = ${name} and state = 'active'`
          : sql`delete from hostnames where name = ${name} and state = 'preparing'`,
        event: insertEventCte(purchaseOrigin, {
          kind: 'hostname-refunded',
          actorId: null,
          accountId: buyerId,
          after: { name, hundredths: credits, reason },
        }),
      }),
    );
  });
}

interface Ending {
  readonly state: 'done' | 'refunded';
  readonly reason: string | null;
  readonly at: Date;
}

/**
 * Closes a purchase. Returns false if its state has changed, because another worker closed or
 * continued it.
 */
async function close(
  tx: Tx,
  { id, state: from }: Purchase,
  { state, reason, at }: Ending,
): Promise<boolean> {
  const closed = await tx.run(sql`
    update hostname_purchases set state = ${state}, reason = ${reason}, ended_at = ${at}, check_at = null
    where id = ${id} and state = ${from}`);
  return closed > 0;
}
