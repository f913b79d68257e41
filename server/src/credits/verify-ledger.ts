/**
 * Daily check of the ledger, in one pass over the entries. The sum of all wallets must be zero. Each
 * stored balance must equal the sum of its entries. Each running balance must follow from the
 * previous one. The result is stored in `ledger_proofs`; a difference is also logged as an error.
 */
import sql from 'sql-template-tag';
import { LONG_TIMEOUT } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';

export interface LedgerReport {
  readonly entries: number;
  readonly wallets: number;
  /** Sum of all wallets in hundredths; zero when the ledger is consistent. */
  readonly sum: number;
  /** Wallets whose balance or running balances differ from their entries. */
  readonly drifted: number[];
}

export async function verifyLedger({ db, log }: AppContext): Promise<LedgerReport> {
  // The query reads all entries, so it needs the long timeout.
  const report = await db.tx(
    async (tx) => (await tx.first<LedgerReport>(verifyQuery))!,
    LONG_TIMEOUT,
  );
  const { entries, wallets, sum, drifted } = report;
  if (sum === 0 && drifted.length === 0) log.info({ entries, wallets }, 'the ledger is consistent');
  else log.error({ entries, wallets, sum, drifted }, 'THE LEDGER IS INCONSISTENT');
  return report;
}

/**
 * Entries of a wallet are in the order of their ids, because a writer locks the wallet before it
 * inserts them. System wallets have no stored balances.
 */
const verifyQuery = sql`
  with sides as (
    select id, from_wallet as wallet, -amount as change, from_balance as running from entries
    union all
    select id, to_wallet, amount, to_balance from entries
  ),
  checked_entries as (
    select wallet, change, running is distinct from sum(change) over (partition by wallet order by id) as breaks,
      running is null as is_unstored
    from sides
  ),
  computed as (
    select wallet, sum(change) as balance, bool_or(breaks) as breaks, bool_and(is_unstored) as is_unstored
    from checked_entries group by wallet
  ),
  checked_wallets as (
    select w.id, coalesce(w.balance, computed.balance, 0) as balance,
      case
        when w.balance is null then not coalesce(computed.is_unstored, true)
        else w.balance <> coalesce(computed.balance, 0) or coalesce(computed.breaks, false)
      end as drifts
    from wallets w left join computed on computed.wallet = w.id
  )
  insert into ledger_proofs (entries, wallets, sum, drifted)
  select (select count(*) from entries), count(*), sum(balance)::bigint,
    coalesce(array_agg(id order by id) filter (where drifts), '{}')
  from checked_wallets
  returning entries, wallets, sum, drifted`;
