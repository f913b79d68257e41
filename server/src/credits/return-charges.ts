/**
 * Returns the credits paid for a line to the payers by counter-entries. Callers lock the wallets,
 * then the line, and only then read the amount to return. This order prevents a second return of
 * the same payments.
 */
import type { Profile } from '@ramal/contract/api/access';
import sql from 'sql-template-tag';
import { combineCtes, type Tx } from '../foundation/database.ts';
import { lockWallets, moveCreditsCte, type OwnedWallet } from './ledger.ts';

/** Selects and locks the wallets that paid for the line, in id order. */
export async function lockPayers(tx: Tx, lineId: number): Promise<OwnedWallet[]> {
  const payers = await tx.many<{ accountId: number }>(sql`
    select distinct w.account_id from entries e join wallets w on w.id = e.from_wallet
    where e.line_id = ${lineId} and w.account_id is not null`);
  return payers.length === 0
    ? []
    : lockWallets(
        tx,
        payers.map(({ accountId }) => accountId),
      );
}

interface UnreturnedPayment {
  readonly walletId: number;
  readonly actorId: number;
  readonly profile: Profile;
  /** Hundredths that were paid and not yet returned. */
  readonly amount: number;
}

/**
 * Returns every payment that was not returned yet to its payer. The result is the sum in
 * hundredths.
 */
export async function returnCharges(
  tx: Tx,
  lineId: number,
  wallets: readonly OwnedWallet[],
  note: string,
): Promise<number> {
  const paid = await tx.many<UnreturnedPayment>(sql`
    select m.wallet as wallet_id, max(m.actor_id) as actor_id, max(a.profile) as profile,
      sum(m.amount)::bigint as amount
    from (
      select from_wallet as wallet, actor_id, amount from entries
      where line_id = ${lineId} and to_wallet = (select id from wallets where kind = 'consumption')
      union all
      select to_wallet, actor_id, -amount from entries
      where line_id = ${lineId} and from_wallet = (select id from wallets where kind = 'consumption')
    ) m join accounts a on a.id = m.actor_id
    group by m.wallet having sum(m.amount) > 0 order by m.wallet`);
  for (const { walletId, actorId, profile, amount } of paid) {
    // Payments of an admin return to issuance, because an admin has no wallet.
    const to = wallets.find(({ id }) => id === walletId) ?? 'issuance';
    const actor = { id: actorId, profile: to === 'issuance' ? ('admin' as const) : profile };
    const cause = { reason: 'line-returned', lineId, note } as const;
    await tx.run(
      combineCtes(
        moveCreditsCte({ actor, requestMeta: {} }, { from: 'consumption', to, amount, cause }),
      ),
    );
  }
  return paid.reduce((sum, { amount }) => sum + amount, 0);
}
