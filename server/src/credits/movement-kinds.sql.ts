/** Kind of an entry, seen from the wallet it left and from the wallet it reached. */
import sql, { type Sql } from 'sql-template-tag';

/** Name of the administration in «De/Para» and as the holder of its own movements. */
export const ADMINISTRATION = 'Administração';

/**
 * Portal credits count as spent; their renewals are not examined again. In the movement log every
 * incoming entry is received, whatever its reason.
 */
export const kindOfLeaving: Sql = sql`
  case
    when reason in ('line-created', 'line-extended', 'line-imported', 'line-promoted', 'portal-credited', 'hostname-bought') then 'spent'
    when reason in ('credits-withdrawn', 'reseller-deleted') then 'returned'
    else 'given'
  end`;

/** In the statement a reversed deletion is not a sale. */
export const summedKindOfLeaving: Sql = sql`
  case when reason = 'reseller-restored' then 'undone' else ${kindOfLeaving} end`;

/** In the statement credits of a deletion, and of its reversal, are not received. */
export const summedKindOfArriving: Sql = sql`
  case reason
    when 'reseller-deleted' then 'recovered'
    when 'reseller-restored' then 'reinstated'
    when 'portal-returned' then 'reinstated'
    when 'hostname-returned' then 'reinstated'
    when 'line-returned' then 'reinstated'
    else 'received'
  end`;

/** Cents of a real, rounded once; null without a price. */
export const billedCents: Sql = sql`round(amount::numeric * unit_price_cents / 100)`;
