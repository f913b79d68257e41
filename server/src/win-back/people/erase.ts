import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../../foundation/database.ts';

/** Erases the digests of the people of these lines (ids). The results remain. */
export const eraseWinBacksOfLines = (tx: Tx, lines: Sql): Promise<number> =>
  tx.run(sql`update win_backs set person = '' where line_id in (${lines}) and person <> ''`);
