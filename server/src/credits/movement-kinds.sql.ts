/**
 * Defines the kind of an entry. An entry has one kind for the wallet that pays and one for the
 * wallet that receives.
 */
import sql, { type Sql } from 'sql-template-tag';

/** Name of the administration in the column «De/Para», also as the owner of its own movements. */
export const ADMINISTRATION = 'Administração';

/**
 * SQL: kind of an outgoing entry. Credits moved to a portal count as spent. The renewals paid from
 * the portal do not count again. In the movement log every incoming entry is `received`, whatever
 * its reason.
 */
export const kindOfLeaving: Sql = sql`
  case
    when reason in ('line-created', 'line-extended', 'line-imported', 'line-promoted', 'portal-credited', 'hostname-bought', 'referral-rewarded') then 'spent'
    when reason in ('credits-withdrawn', 'bonus-returned', 'reseller-deleted') then 'returned'
    else 'given'
  end`;

/**
 * SQL: kind of an outgoing entry in the statement. Credits that return to a restored reseller have
 * the kind `undone`, because they are not a sale.
 */
export const summedKindOfLeaving: Sql = sql`
  case when reason = 'reseller-restored' then 'undone' else ${kindOfLeaving} end`;

/**
 * SQL: kind of an incoming entry in the statement. Refunds, and credits from the deletion or
 * restoration of a reseller, do not count as received.
 */
export const summedKindOfArriving: Sql = sql`
  case reason
    when 'reseller-deleted' then 'recovered'
    when 'reseller-restored' then 'reinstated'
    when 'portal-returned' then 'reinstated'
    when 'hostname-returned' then 'reinstated'
    when 'line-returned' then 'reinstated'
    when 'line-extension-undone' then 'reinstated'
    when 'referral-returned' then 'reinstated'
    else 'received'
  end`;

/** SQL: billed amount in cents of a real, rounded once. Null if the entry has no price. */
export const billedCents: Sql = sql`round(amount::numeric * unit_price_cents / 100)`;
