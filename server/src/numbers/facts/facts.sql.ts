/** Reads and writes the stored periods, receipts and tests of lines. */
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../../foundation/database.ts';
import type { MarkedPeriod } from './merge-periods.ts';
import type { Receipt } from './derive-receipts.ts';
import type { Trial } from './derive-trial.ts';

export const readPeriods = (lines: readonly number[]): Sql => sql`
  select line_id, account_id, starts_at, ends_at, due_at, renewed_at, first_at, entry_platform, platform, plan_days,
    origin, month_cents, period_cents, price_source, start_cause, end_reason
  from customer_periods where line_id = any(${lines}::bigint[]) order by line_id, starts_at`;

/** Deletes the periods of these lines that end after `openFrom`, then stores the given periods. */
export async function replacePeriods(
  tx: Tx,
  lines: readonly number[],
  openFrom: Date,
  periods: readonly MarkedPeriod[],
): Promise<void> {
  if (lines.length > 0)
    await tx.run(sql`
      delete from customer_periods where line_id = any(${lines}::bigint[]) and ends_at > ${openFrom}`);
  if (periods.length === 0) return;
  await tx.run(sql`
    insert into customer_periods (line_id, account_id, starts_at, ends_at, due_at, renewed_at, first_at,
      entry_platform, platform, plan_days, origin, month_cents, period_cents, price_source, start_cause, end_reason,
      is_changed)
    select "lineId", "accountId", "startsAt", "endsAt", "dueAt", "renewedAt", "firstAt", "entryPlatform", platform,
      "planDays", origin, "monthCents", "periodCents", "priceSource", "startCause", "endReason",
      "isChanged"
    from jsonb_to_recordset(${JSON.stringify(periods)}::jsonb) as p ("lineId" bigint, "accountId" bigint,
      "startsAt" timestamptz, "endsAt" timestamptz, "dueAt" timestamptz, "renewedAt" timestamptz,
      "firstAt" timestamptz, "entryPlatform" text, platform text, "planDays" smallint, origin text,
      "monthCents" int, "periodCents" int, "priceSource" text, "startCause" text, "endReason" text,
      "isChanged" boolean)`);
}

export type NewReceipt = Omit<Receipt, 'paidAt'> & { readonly isCorrection: boolean };
export type StoredReceipt = NewReceipt & { readonly id: number };

export const readReceipts = (lines: readonly number[]): Sql => sql`
  select id, line_id, account_id, source, at, cents, method, platform, fee_cents, is_correction
  from customer_receipts where line_id = any(${lines}::bigint[]) order by line_id, id`;

export const deleteReceipts = (ids: readonly number[]): Sql =>
  sql`delete from customer_receipts where id = any(${ids}::bigint[])`;

export const writeReceipts = (receipts: readonly NewReceipt[]): Sql => sql`
  insert into customer_receipts (line_id, account_id, source, at, cents, method, platform, fee_cents, is_correction)
  select "lineId", "accountId", source, at, cents, method, platform, "feeCents", "isCorrection"
  from jsonb_to_recordset(${JSON.stringify(receipts)}::jsonb) as r ("lineId" bigint, "accountId" bigint,
    source text, at timestamptz, cents bigint, method text, platform text, "feeCents" bigint, "isCorrection" boolean)`;

export const writeTrials = (trials: readonly Trial[]): Sql => sql`
  insert into customer_trials (line_id, account_id, platform, origin, hours, device, giver_id, started_at, ended_at,
    converted_at)
  select "lineId", "accountId", platform, origin, hours, device, "giverId", "startedAt", "endedAt", "convertedAt"
  from jsonb_to_recordset(${JSON.stringify(trials)}::jsonb) as t ("lineId" bigint, "accountId" bigint,
    platform text, origin text, hours smallint, device text, "giverId" bigint, "startedAt" timestamptz,
    "endedAt" timestamptz, "convertedAt" timestamptz)
  on conflict (line_id) do update set platform = excluded.platform, device = excluded.device, ended_at = excluded.ended_at,
    converted_at = excluded.converted_at`;
