/** Which kind an entry is, seen from the wallet it left and from the wallet it came to. */
import sql, { type Sql } from 'sql-template-tag';

/** Name of the administration in «De/Para» and as the holder of its own movements. */
export const ADMINISTRATION = 'Administração';

/**
 * Credits for the portal count as spent: what they renew is not looked at again. In the movement log what came in is received,
 * whatever its reason.
 */
export const kindOfLeaving: Sql = sql`
  case
    when reason in ('line-created', 'line-extended', 'line-imported', 'line-promoted', 'portal-credited', 'hostname-bought') then 'spent'
    when reason in ('credits-withdrawn', 'reseller-deleted') then 'returned'
    else 'given'
  end`;

/** In the statement the undoing of a deletion is not a sale. */
export const summedKindOfLeaving: Sql = sql`
  case when reason = 'reseller-restored' then 'undone' else ${kindOfLeaving} end`;

/** In the statement credits of a deletion, and of its undoing, are not received. */
export const summedKindOfArriving: Sql = sql`
  case reason
    when 'reseller-deleted' then 'recovered'
    when 'reseller-restored' then 'reinstated'
    when 'portal-returned' then 'reinstated'
    when 'hostname-returned' then 'reinstated'
    when 'line-returned' then 'reinstated'
    else 'received'
  end`;

/** Cents of a real, rounded once; null where no price was given. */
export const billedCents: Sql = sql`round(amount::numeric * unit_price_cents / 100)`;
