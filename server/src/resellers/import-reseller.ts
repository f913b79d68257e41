/**
 * Imports an account of another panel below its imported parent. The importing admin issues its
 * credits.
 */
import sql from 'sql-template-tag';
import { lockTreeShared } from '../access/access.ts';
import { lockWallets, moveCreditsCte, openWalletsCte } from '../credits/credits.ts';
import { insertEventCte } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { combineCtes, type Tx } from '../foundation/database.ts';
import { firstGrantsCte } from './grants.ts';

interface ImportedReseller {
  readonly parentId: number;
  readonly username: string;
  readonly passwordHash: string;
  readonly email: string | null;
  readonly hundredths: number;
  readonly isBlocked: boolean;
  /** Name of the source panel. */
  readonly panel: string;
}

/**
 * Imports the account. Returns undefined if the user name is taken or the parent does not exist.
 */
export async function importReseller(
  tx: Tx,
  ctx: AppContext,
  caller: Caller,
  reseller: ImportedReseller,
): Promise<number | undefined> {
  const { hundredths, panel, username } = reseller;
  const now = ctx.clock.now();
  await lockTreeShared(tx);
  const account = await tx.first<{ id: number }>(sql`
    with next as (select nextval(pg_get_serial_sequence('accounts', 'id')) as id)
    insert into accounts (id, username, password_hash, profile, parent_id, ancestors, id_franchise, email,
      blocked_by_admin_at, last_topup_at, created_at)
    select next.id, ${username}, ${reseller.passwordHash}, 'reseller', parent.id, parent.ancestors || next.id,
      parent.id_franchise, ${reseller.email}, ${reseller.isBlocked ? now : null}, ${hundredths > 0 ? now : null}, ${now}
    from next, accounts parent where parent.id = ${reseller.parentId} and parent.deleted_at is null
    on conflict do nothing returning id`);
  if (!account) return undefined;
  const { id } = account;
  const event = insertEventCte(caller.requestMeta, {
    kind: 'account-moved-in',
    actorId: caller.actor.id,
    accountId: id,
    after: { username, hundredths, list: panel },
  });
  await tx.run(
    combineCtes({ wallets: openWalletsCte(id), granted: firstGrantsCte(ctx, id), event }),
  );
  if (hundredths === 0) return id;
  const wallets = await lockWallets(tx, [id]);
  const balance = wallets.find(({ kind }) => kind === 'balance')!;
  const cause = { reason: 'opening-credits', accountId: id, note: `Trazidos de ${panel}` } as const;
  await tx.run(
    combineCtes(
      moveCreditsCte(caller, { from: 'issuance', to: balance, amount: hundredths, cause }),
    ),
  );
  return id;
}
