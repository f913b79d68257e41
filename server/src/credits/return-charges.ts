/**
 * What was paid for a line goes back to whoever paid it, by counter-entries. Callers lock the wallets, then
 * the line, and then read what is still to be returned: so it is returned once.
 */
import type { Profile } from '@ramal/contract/api/access';
import sql from 'sql-template-tag';
import { combineCtes, type Tx } from '../foundation/database.ts';
import { lockWallets, moveCreditsCte, type OwnedWallet } from './ledger.ts';

/** Wallets that paid for the line, locked in the order of their ids. */
export async function lockPayersOf(tx: Tx, lineId: number): Promise<OwnedWallet[]> {
  const payers = await tx.many<{ accountId: number }>(sql`
    select distinct w.account_id as "accountId" from entries e join wallets w on w.id = e.from_wallet
    where e.line_id = ${lineId} and w.account_id is not null`);
  return payers.length === 0
    ? []
    : lockWallets(
        tx,
        payers.map(({ accountId }) => accountId),
      );
}

interface Paid {
  readonly walletId: number;
  readonly actorId: number;
  readonly profile: Profile;
  /** Paid and not returned yet. */
  readonly amount: number;
}

/** Answers the hundredths that went back. */
export async function returnCharges(
  tx: Tx,
  lineId: number,
  wallets: readonly OwnedWallet[],
  note: string,
): Promise<number> {
  const paid = await tx.many<Paid>(sql`
    select m.wallet as "walletId", max(m.actor_id) as "actorId", max(a.profile) as profile,
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
    // What an admin was charged was issued for it.
    const to = wallets.find(({ id }) => id === walletId) ?? 'issuance';
    const actor = { id: actorId, profile: to === 'issuance' ? ('admin' as const) : profile };
    const cause = { reason: 'line-returned', lineId, note } as const;
    await tx.run(
      combineCtes(moveCreditsCte({ actor, requestMeta: {} }, 'consumption', to, amount, cause)),
    );
  }
  return paid.reduce((sum, { amount }) => sum + amount, 0);
}
