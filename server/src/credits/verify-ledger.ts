/**
 * Checks the ledger in one pass over the entries. The sum of all wallets must be zero. Each stored
 * balance must equal the sum of its entries. Each running balance must follow from the previous one.
 * The result is stored in `ledger_proofs`; a difference is also logged as an error.
 */
import sql, { type Sql } from 'sql-template-tag';
import { LONG_TIMEOUT } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';

export interface LedgerReport {
  readonly entries: number;
  readonly wallets: number;
  /** Sum of all wallets in hundredths. Zero if the ledger is consistent. */
  readonly sum: number;
  /** Wallets whose balance or running balances differ from their entries. */
  readonly drifted: number[];
}

export type ProofContext = Pick<AppContext, 'db' | 'log'>;

export interface ProvenPart {
  /** Id of the last entry that is proven already. */
  readonly after: number;
  /** SQL for the number of proven entries. */
  readonly entries: Sql;
  /** SQL for the balances after the last proven entry: rows of `wallet_id` and `balance`. */
  readonly balances: Sql;
}

const noBalances = sql`select null::bigint as wallet_id, null::bigint as balance where false`;

/** Reads all entries of the ledger. The nightly check reads fewer (prove-ledger.ts). */
export const verifyLedger = (ctx: ProofContext): Promise<LedgerReport> =>
  checkEntries(ctx, { after: 0, entries: sql`0`, balances: noBalances });

export async function checkEntries(
  { db, log }: ProofContext,
  proven: ProvenPart,
): Promise<LedgerReport> {
  const report = await db.tx(
    async (tx) => (await tx.first<LedgerReport>(verifyQuery(proven)))!,
    LONG_TIMEOUT,
  );
  const { entries, wallets, sum, drifted } = report;
  if (isWhole(report)) log.info({ entries, wallets }, 'the ledger is consistent');
  else log.error({ entries, wallets, sum, drifted }, 'THE LEDGER IS INCONSISTENT');
  return report;
}

export const isWhole = ({ sum, drifted }: LedgerReport): boolean =>
  sum === 0 && drifted.length === 0;

/**
 * CTEs. `former` contains the balance of each wallet before the entries. `computed` contains the
 * balance calculated from the entries. Ids give the order of a wallet's entries, because every
 * writer locks the wallet before it inserts entries. System wallets have no stored balances.
 */
export const computedCtes = (entries: Sql, balances: Sql): Sql => sql`
  former as (${balances}), sides as (
    select id, from_wallet as wallet, -amount as change, from_balance as running from entries where ${entries}
    union all
    select id, to_wallet, amount, to_balance from entries where ${entries}
  ), checked_entries as (
    select wallet, change, running is null as is_unstored,
      running is distinct from coalesce(former.balance, 0) + sum(change) over (partition by wallet order by id) as breaks
    from sides left join former on former.wallet_id = wallet
  ), computed as (
    select wallet, sum(change)::bigint as change, bool_or(breaks) as breaks, bool_and(is_unstored) as is_unstored
    from checked_entries group by wallet
  )`;

const verifyQuery = ({ after, entries, balances }: ProvenPart): Sql => sql`
  with ${computedCtes(sql`id > ${after}`, balances)}, checked_wallets as (
    select w.id, coalesce(w.balance, coalesce(former.balance, 0) + coalesce(computed.change, 0)) as balance,
      case
        when w.balance is null then not coalesce(computed.is_unstored, true)
        else w.balance <> coalesce(former.balance, 0) + coalesce(computed.change, 0) or coalesce(computed.breaks, false)
      end as drifts
    from wallets w
      left join computed on computed.wallet = w.id
      left join former on former.wallet_id = w.id
  )
  insert into ledger_proofs (entries, wallets, sum, drifted)
  select ${entries} + (select count(*) from entries where id > ${after}), count(*), sum(balance)::bigint,
    coalesce(array_agg(id order by id) filter (where drifts), '{}')
  from checked_wallets
  returning entries, wallets, sum, drifted`;
