/**
 * Checks the ledger every night. Each finished month is proven once: the check stores a digest of
 * the month's entries and the balance of each wallet after the month. Every check compares the
 * newer entries with these balances. It also compares the entries of the month checked longest ago
 * with the digest of that month.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { LONG_TIMEOUT } from '../foundation/database.ts';
import {
  type LedgerReport,
  checkEntries,
  computedCtes,
  isWhole,
  verifyLedger,
} from './verify-ledger.ts';

type Context = Pick<AppContext, 'db' | 'log' | 'clock'>;

export async function proveLedger(ctx: Context): Promise<LedgerReport> {
  await closeMonths(ctx);
  const report = await checkEntries(ctx, {
    after: (await lastClosed(ctx))?.untilId ?? 0,
    entries: sql`(select coalesce(sum(entries), 0) from ledger_months)`,
    balances: sql`select wallet_id, balance from ledger_balances`,
  });
  const changed = await findChangedMonth(ctx);
  if (changed)
    ctx.log.error({ until: changed.until }, 'ENTRIES OF A CLOSED MONTH OF THE LEDGER HAVE CHANGED');
  if (isWhole(report) && !changed) return report;
  const complete = await verifyLedger(ctx);
  // If all entries are consistent, the stored balances of the months are wrong. They are deleted,
  // and the next runs close the months again.
  if (isWhole(complete) && !isWhole(report)) await forgetMonths(ctx);
  return complete;
}

interface ClosedMonth {
  readonly untilId: number;
  readonly afterId: number;
  readonly until: Date;
}

const lastClosed = ({ db }: Context): Promise<ClosedMonth | undefined> =>
  db.first<ClosedMonth>(sql`
    select until_id, after_id, until from ledger_months order by until_id desc limit 1`);

/**
 * Time to wait before a month is closed, because an entry contains the start time of its request
 * but may be written later.
 */
const LATE_MS = 2 * DAY_MS;

/**
 * Closes the finished months, beginning with the oldest. Stops at the first month that is not
 * consistent.
 */
async function closeMonths(ctx: Context): Promise<void> {
  const last = await lastClosed(ctx);
  const finished = new Date(ctx.clock.now().getTime() - LATE_MS);
  const months = await ctx.db.many<{ until: Date }>(sql`
    select until from record_partitions('entries')
    where until <= ${finished} and until > ${last?.until ?? new Date(0)} order by until`);
  let afterId = last?.untilId ?? 0;
  for (const { until } of months) {
    const untilId = await lastIdBefore(ctx, until);
    if (untilId <= afterId) continue;
    const month = { afterId, untilId, until };
    const closed = await ctx.db.tx(async (tx) => {
      const lock = await tx.first<{ ours: boolean }>(lockClosing);
      return lock?.ours ? tx.run(closeMonth(month, ctx.clock.now())) : 0;
    }, LONG_TIMEOUT);
    if (closed === 0) return;
    afterId = untilId;
  }
}

const lockClosing = sql`select pg_try_advisory_xact_lock(hashtext('closing-months')) as ours`;

/**
 * Returns the id before the first entry at or after this time, or the last id if there is no such
 * entry. Returns 0 if the ledger has no entries.
 */
async function lastIdBefore({ db }: Context, until: Date): Promise<number> {
  const row = await db.first<{ id: number }>(sql`
    select coalesce(
      (select min(id) - 1 from entries where at >= ${until}),
      (select max(id) from entries where at < ${until}), 0) as id`);
  return row!.id;
}

const entriesOf = ({ afterId, untilId, until }: ClosedMonth): Sql =>
  sql`id > ${afterId} and id <= ${untilId} and at < ${until}`;

/**
 * Selects the number of entries and the sum of their hashes. A hash includes all columns of a row,
 * so that any change is found.
 */
const digestOf = (month: ClosedMonth): Sql => sql`
  select count(*) as entries, coalesce(sum(
      ('x' || left(encode(sha256(convert_to(row(id, extract(epoch from at), from_wallet, to_wallet, amount,
        from_balance, to_balance, reason, unit_price_cents, note, actor_id, line_id, account_id, key,
        deletion_id, api_key_id)::text, 'UTF8')), 'hex'), 14))::bit(56)::bigint), 0) as digest
  from entries where ${entriesOf(month)}`;

/**
 * Stores the balances after a month and the digest of its entries, unless the entries contradict
 * the balances of the previous months.
 */
const closeMonth = (month: ClosedMonth, now: Date): Sql => sql`
  with ${computedCtes(entriesOf(month), sql`select wallet_id, balance from ledger_balances`)}, faults as (
    select from computed join wallets w on w.id = computed.wallet
    where case when w.balance is null then not computed.is_unstored else computed.breaks end
  ), balances as (
    insert into ledger_balances (wallet_id, balance)
    select wallet, change from computed where not exists (select from faults)
    on conflict (wallet_id) do update set balance = ledger_balances.balance + excluded.balance
  )
  insert into ledger_months (until_id, after_id, until, entries, digest, proven_at)
  select ${month.untilId}, ${month.afterId}, ${month.until}, entries, digest, ${now}
  from (${digestOf(month)}) digested where not exists (select from faults)`;

/**
 * Compares the entries of the month checked longest ago with the stored digest. Returns the month
 * if they differ. A changed month is checked again every night.
 */
async function findChangedMonth({ db, clock }: Context): Promise<ClosedMonth | undefined> {
  const month = await db.first<ClosedMonth>(sql`
    select until_id, after_id, until from ledger_months order by proven_at, until_id limit 1`);
  if (!month) return undefined;
  const proven = await db.tx(
    (tx) =>
      tx.run(sql`
        update ledger_months m set proven_at = ${clock.now()} from (${digestOf(month)}) found
        where m.until_id = ${month.untilId} and m.entries = found.entries and m.digest = found.digest`),
    LONG_TIMEOUT,
  );
  return proven === 0 ? month : undefined;
}

const forgetMonths = ({ db }: Context): Promise<void> =>
  db.tx(async (tx) => {
    await tx.run(sql`delete from ledger_months`);
    await tx.run(sql`delete from ledger_balances`);
  });
