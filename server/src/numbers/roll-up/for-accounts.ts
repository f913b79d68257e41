/** Runs work for all accounts that have figures, some accounts per transaction. */
import type { AppContext } from '../../foundation/app-context.ts';
import { LONG_TIMEOUT, type Tx } from '../../foundation/database.ts';
import { nextAccounts } from './roll-up-state.sql.ts';

export const ACCOUNTS_AT_ONCE = 200;

export async function forAccounts(
  { db }: Pick<AppContext, 'db'>,
  work: (tx: Tx, accounts: readonly number[]) => Promise<void>,
): Promise<void> {
  for (let after = 0; ;) {
    const rows = await db.many<{ id: number }>(nextAccounts(after, ACCOUNTS_AT_ONCE));
    const last = rows.at(-1);
    if (!last) return;
    await db.tx(
      (tx) =>
        work(
          tx,
          rows.map(({ id }) => id),
        ),
      LONG_TIMEOUT,
    );
    after = last.id;
  }
}
