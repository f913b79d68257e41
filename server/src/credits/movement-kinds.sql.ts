/**
 * Which of the four kinds an entry is, seen from the wallet it left; in the receiving wallet it is
 * received.
 */
import sql, { type Sql } from 'sql-template-tag';

export const kindOfLeaving: Sql = sql`
  case
    when reason in ('line-created', 'line-extended', 'line-imported') then 'spent'
    when reason in ('credits-withdrawn', 'reseller-deleted') then 'returned'
    else 'given'
  end`;

/** Cents of a real, rounded once; null where no price was given. */
export const billedCents: Sql = sql`round(amount::numeric * unit_price_cents / 100)`;
