import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../../foundation/database.ts';

/** Deletes the codes of these lines (ids), which contain first names. Links with them lead nowhere. */
export const eraseReferralCodesOfLines = (tx: Tx, lines: Sql): Promise<number> =>
  tx.run(sql`delete from referral_codes where line_id in (${lines})`);
