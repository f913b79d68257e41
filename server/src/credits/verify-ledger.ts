/**
 * The nightly check of the ledger, in one pass over the entries. The sum over all wallets is zero,
 * each stored balance equals its entries, each running balance follows from the previous one. The
 * result is a row of ledger_proofs; a difference is also logged as an error for the operators.
 */
import sql from 'sql-template-tag';
import { LONG_TIMEOUT } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';

export interface LedgerReport {
  readonly entries: number;
  readonly wallets: number;
  /** Hundredths; zero when the ledger is consistent. */
  readonly sum: number;
  /** Wallets whose balance or running balances differ from their entries. */
  readonly drifted: number[];
}

export async function verifyLedger({ db, log }: AppContext): Promise<LedgerReport> {
  // Reads all entries of the ledger.
  const report = await db.tx(
    async (tx) => (await tx.first<LedgerReport>(verifyQuery))!,
    LONG_TIMEOUT,
  );
  const { entries, wallets, sum, drifted } = report;
  if (sum === 0 && drifted.length === 0) log.info({ entries, wallets }, 'the ledger is whole');
  else log.error({ entries, wallets, sum, drifted }, 'THE LEDGER HAS DRIFTED');
  return report;
}

/** Ids rise within a wallet, because its row is locked when its entries are written. */
const verifyQuery = sql`
  with sides as (
    select id, from_wallet as wallet, -amount as change, from_balance as running from entries
    union all
    select id, to_wallet, amount, to_balance from entries
  ),
  followed as (
    select wallet, change, running is distinct from sum(change) over (partition by wallet order by id) as breaks,
      running is null as unkept
    from sides
  ),
  computed as (
    select wallet, sum(change) as balance, bool_or(breaks) as breaks, bool_and(unkept) as unkept
    from followed group by wallet
  ),
  held as (
    select w.id, coalesce(w.balance, computed.balance, 0) as balance,
      case
        when w.balance is null then not coalesce(computed.unkept, true)
        else w.balance <> coalesce(computed.balance, 0) or coalesce(computed.breaks, false)
      end as drifts
    from wallets w left join computed on computed.wallet = w.id
  )
  insert into ledger_proofs (entries, wallets, sum, drifted)
  select (select count(*) from entries), count(*), sum(balance)::bigint,
    coalesce(array_agg(id order by id) filter (where drifts), '{}')
  from held
  returning entries, wallets, sum, drifted`;
