/** Ends sign-ins inside the transaction of another use case. */
import sql, { type Sql } from 'sql-template-tag';

export type EndSignInsInput =
  | 'signed-out'
  | 'blocked'
  | 'password-changed'
  | 'deleted'
  | 'reset'
  | 'ended-by-hand'
  | 'second-factor-changed'
  | 'second-factor-removed';

/**
 * CTE that ends all sign-ins of these accounts. Their next request receives «The token has been
 * blacklisted».
 */
export const endSignInsCte = (
  accountIds: readonly number[],
  because: EndSignInsInput,
  now: Date,
  /** Id of the caller's own sign-in, which stays open. Null ends all sign-ins. */
  except: string | null = null,
): Sql => sql`
  update sign_ins set ended_at = ${now}, ended_because = ${because}
  where account_id = any(${accountIds}::bigint[]) and ended_at is null
    and id is distinct from ${except}::uuid`;
