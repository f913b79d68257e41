/** Kind of an entry for the wallet that it leaves and for the wallet that it reaches. */
import sql, { type Sql } from 'sql-template-tag';

/** Name of the administration in the column «De/Para» and as the owner of its own movements. */
export const ADMINISTRATION = 'Administração';

/**
 * Kind of an outgoing entry. Credits moved to a portal count as spent; the renewals paid from them
 * do not count again. In the movement log every incoming entry is `received`, whatever its reason.
 */
export const kindOfLeaving: Sql = sql`
  case
    when reason in ('line-created', 'line-extended', 'line-imported', 'line-promoted', 'portal-credited', 'hostname-bought') then 'spent'
    when reason in ('credits-withdrawn', 'reseller-deleted') then 'returned'
    else 'given'
  end`;

/**
 * Kind of an outgoing entry in the statement. Credits that go back to a restored reseller are
 * `undone`, because they are not a sale.
 */
export const summedKindOfLeaving: Sql = sql`
  case when reason = 'reseller-restored' then 'undone' else ${kindOfLeaving} end`;

/**
 * Kind of an incoming entry in the statement. Credits from a deletion or its reversal do not count
 * as received.
 */
export const summedKindOfArriving: Sql = sql`
  case reason
    when 'reseller-deleted' then 'recovered'
    when 'reseller-restored' then 'reinstated'
    when 'portal-returned' then 'reinstated'
    when 'hostname-returned' then 'reinstated'
    when 'line-returned' then 'reinstated'
    else 'received'
  end`;

/** Billed amount in cents of a real, rounded once; null without a price. */
export const billedCents: Sql = sql`round(amount::numeric * unit_price_cents / 100)`;
