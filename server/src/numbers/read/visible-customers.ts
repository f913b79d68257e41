/**
 * Visibility of customers' names and contacts. An account sees its own customers, and the customers
 * of descendants that do not hide them. Admins see all customers.
 */
import sql, { type Sql } from 'sql-template-tag';
import type { ReaderAccount } from '../../foundation/caller.ts';
import { containsWords } from '../../foundation/like.ts';

/** Condition on rows `r` with an `account_id`: the reader may see the customer. */
export const isShown = ({ id, profile }: ReaderAccount): Sql =>
  profile === 'admin'
    ? sql`true`
    : sql`(r.account_id = ${id} or not exists (
        select from number_settings hidden
        where hidden.account_id = r.account_id and not hidden.master_sees_customers))`;

/**
 * Condition on rows `r` with their line `l`: a visible customer matches the search. The text of a row
 * without a line may match too.
 */
export const matchesSearch = (reader: ReaderAccount, search: string): Sql =>
  sql`((${isShown(reader)} and ${containsWords(sql`l.search`, search)})
    or (r.line_id is null and ${containsWords(sql`fold(r.text)`, search)}))`;
