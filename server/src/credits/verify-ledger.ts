/**
 * The nightly proof, in one reading of the entries: the sum over all wallets is zero, each kept
 * balance equals its entries, each running balance follows from the one before. What it finds is a
 * row of ledger_proofs; a drift is also an error in the log, because somebody must look today.
 */
import sql from 'sql-template-tag';
import { LONG_TIMEOUT } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';

export interface LedgerReport {
  readonly entries: number;
  readonly wallets: number;
  /** Hundredths; zero when whole. */
  readonly sum: number;
  /** Wallets whose balance or running balances do not follow from their entries. */
  readonly drifted: number[];
}

export async function verifyLedger({ db, log }: AppContext): Promise<LedgerReport> {
  // It reads every entry there ever was.
  const proof = await db.tx(async (tx) => (await tx.first<LedgerReport>(proving))!, LONG_TIMEOUT);
  const { entries, wallets, sum, drifted } = proof;
  if (sum === 0 && drifted.length === 0) log.info({ entries, wallets }, 'the ledger is whole');
  else log.error({ entries, wallets, sum, drifted }, 'THE LEDGER HAS DRIFTED');
  return proof;
}

/** Ids rise within a wallet, because its row is locked when its entries are written. */
const proving = sql`
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
  told as (
    select wallet, sum(change) as balance, bool_or(breaks) as breaks, bool_and(unkept) as unkept
    from followed group by wallet
  ),
  held as (
    select w.id, coalesce(w.balance, told.balance, 0) as balance,
      case
        when w.balance is null then not coalesce(told.unkept, true)
        else w.balance <> coalesce(told.balance, 0) or coalesce(told.breaks, false)
      end as drifts
    from wallets w left join told on told.wallet = w.id
  )
  insert into ledger_proofs (entries, wallets, sum, drifted)
  select (select count(*) from entries), count(*), sum(balance)::bigint,
    coalesce(array_agg(id order by id) filter (where drifts), '{}')
  from held
  returning entries, wallets, sum, drifted`;
