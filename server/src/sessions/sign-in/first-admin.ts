/** Creates the first account of an empty database: an admin with every grant. */
import { grants } from '@ramal/contract/api/access';
import sql from 'sql-template-tag';
import type { Tx } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { hashPassword, randomPassword } from '../../access/access.ts';

export interface FirstAdmin {
  readonly username: string;
  /**
   * Generated password, which is printed once. Undefined if the operator configured the password.
   */
  readonly password: string | undefined;
}

/**
 * Creates the admin if no account exists, and returns it. If two processes start at the same time,
 * only one creates it.
 */
export async function createFirstAdmin(ctx: AppContext): Promise<FirstAdmin | undefined> {
  if (await hasAccounts(ctx.db)) return undefined;
  const { adminUsername: username, adminPassword } = ctx.config;
  const password = adminPassword ?? randomPassword();
  const passwordHash = await hashPassword(password);
  return ctx.db.tx(async (tx) => {
    // The lock lasts until the commit, so a second process then finds the account.
    await tx.first(sql`select pg_advisory_xact_lock(hashtext('first-admin'))`);
    if (await hasAccounts(tx)) return undefined;
    await insertAdmin(tx, username, passwordHash);
    return { username, password: adminPassword === undefined ? password : undefined };
  });
}

const hasAccounts = async (reader: Pick<Tx, 'first'>): Promise<boolean> =>
  (await reader.first(sql`select id from accounts limit 1`)) !== undefined;

async function insertAdmin(tx: Tx, username: string, passwordHash: string): Promise<void> {
  await tx.run(sql`
    with made as (
      insert into accounts (id, username, password_hash, profile, ancestors)
      select next.id, ${username}, ${passwordHash}, 'admin', array[next.id]
      from (select nextval(pg_get_serial_sequence('accounts', 'id')) as id) next
      returning id
    )
    insert into account_grants (account_id, name)
    select made.id, granted.name from made, unnest(${[...grants]}::text[]) as granted (name)`);
}
