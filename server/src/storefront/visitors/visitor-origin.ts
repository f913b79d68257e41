/** Finds where a visitor comes from: a link of the seller, a customer who refers friends, or neither. */
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';

export interface VisitorOrigin {
  readonly origin: 'referral' | 'storefront';
  /** Code of the link; null for an unknown code, because a stranger may write any code. */
  readonly originCode: string | null;
}

/** Returns the origin of a code. A link of the seller comes before the code of a customer. */
export async function findOrigin(
  { db }: Pick<AppContext, 'db'>,
  accountId: number,
  code: string | null | undefined,
): Promise<VisitorOrigin> {
  const origin =
    code &&
    (await db.first<VisitorOrigin>(
      sql`
        select 'storefront' as origin, code as origin_code from origin_links
        where account_id = ${accountId} and code = ${code} and deleted_at is null
        union all
        select 'referral', c.code from referral_codes c join referral_settings s using (account_id)
        where c.code = ${code} and c.account_id = ${accountId} and s.is_on
        limit 1`,
      'prepared',
    ));
  return origin || { origin: 'storefront', originCode: null };
}
