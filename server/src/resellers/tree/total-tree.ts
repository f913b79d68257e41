/**
 * «Clientes da Árvore»: counts the lines of an account and its descendants now. Source: D2 §3,
 * S-RESLIST-29, -42.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { fromHundredths } from '@ramal/contract/rules/money';
import type { getTotalTree as declaration } from '@ramal/contract/resellers/reseller-tree';
import sql, { type Sql } from 'sql-template-tag';
import { balances } from '../../credits/credits.ts';
import { counts, linesToCount } from '../../dashboard/dashboard.ts';
import { formatDateTime } from '../../foundation/clock.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { readAccount } from '../resellers.sql.ts';
import { findAccessibleAccount, idsInTree } from '../../access/access.ts';

interface Totals {
  readonly totalResellers: number;
  readonly totalUsersIptv: number;
  readonly totalUsersP2p: number;
  readonly expiredIptv: number;
  readonly expiredP2p: number;
  readonly testsIptv: number;
  readonly testsP2p: number;
  readonly hundredths: number;
}

export async function getTotalTree(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { actor, params }: Pick<Call<typeof declaration>, 'actor' | 'params'>,
): Promise<HandlerResult<typeof declaration>> {
  const account = (await readAccount(db, await findAccessibleAccount(db, actor, params.id)))!;
  const now = clock.now();
  // SQL condition: the column is in the account's tree. The tree of an admin contains all accounts.
  const inTreeOf = (column: Sql): Sql =>
    account.profile === 'admin' ? sql`true` : sql`${column} in (${idsInTree(account.id)})`;
  const row = await db.first<Totals>(sql`
    select ${counts.iptvActives} as total_users_iptv, ${counts.p2pActives} as total_users_p2p,
      ${counts.iptvExpired} as expired_iptv, ${counts.p2pExpired} as expired_p2p,
      ${counts.iptvTests} as tests_iptv, ${counts.p2pTests} as tests_p2p,
      (select count(*) from accounts a where a.deleted_at is null and a.profile <> 'admin'
        and a.id <> ${account.id} and ${inTreeOf(sql`a.id`)}) as total_resellers,
      (select coalesce(sum(b.balance), 0)::bigint from (${balances}) b where ${inTreeOf(sql`b.account_id`)}) as hundredths
    from (${linesToCount(inTreeOf(sql`owner_id`), { now })}) counted`);
  const { hundredths, ...totals } = row!;
  return {
    id: account.id,
    username: account.username,
    ...totals,
    credits: fromHundredths(hundredths),
    asOf: formatDateTime(now, clock.timeZone),
  };
}
