/** Locks the paying wallet, and reads the facts that a new line needs before it is written. */
import type { Platform } from '@ramal/contract/rules/platforms';
import sql, { type Sql, empty } from 'sql-template-tag';
import type { PackageFacts } from '../../catalogue/catalogue.ts';
import { lockWalletCte, type Wallet } from '../../credits/credits.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Tx } from '../../foundation/database.ts';
import { type Claim, claimKeyCte } from '../../foundation/idempotency.ts';
import { limitsColumn, type WithLimits } from '../../limits/limits.ts';
import { newServerUrlColumn } from '../../server-addresses.ts';
import { type ProductChoice, productFacts } from '../product.ts';

export interface NewLineFacts extends Claim, PackageFacts, WithLimits {
  readonly lineId: number;
  readonly serverUrl: string | null;
  readonly walletId: number | null;
  readonly balance: number;
}

interface NewLineLock {
  readonly platform: Platform;
  readonly choice: ProductChoice;
  readonly reads?: Sql | undefined;
}

/**
 * Locks the wallet and claims the idempotency key. The same statement reads the product, the
 * limits, and the id and server of the new line.
 */
export async function lockForNewLine<Read = unknown>(
  tx: Tx,
  caller: Caller,
  { platform, choice, reads = sql`null as nothing` }: NewLineLock,
): Promise<NewLineFacts & Read> {
  const query = factsOfNew(caller, { platform, choice, reads });
  return (await tx.first<NewLineFacts & Read>(query, 'prepared'))!;
}

interface NewLineQuery {
  readonly platform: Platform;
  readonly choice: ProductChoice;
  readonly reads: Sql;
  readonly times?: Sql;
}

const factsOfNew = (
  caller: Caller,
  { platform: { key: platform }, choice, reads, times = empty }: NewLineQuery,
): Sql => sql`
  with claim as (${claimKeyCte(caller)}), wallet as (${lockWalletCte(caller.actor.id)}), plan as (${productFacts(choice)})
  select claim.*, wallet.id as wallet_id, wallet.balance, plan.*, nextval('lines_id_seq') as line_id,
    ${newServerUrlColumn(platform, caller.actor.id, choice)} as server_url, ${limitsColumn(caller.actor)}, ${reads}
  from claim left join wallet on true left join plan on true ${times}`;

/** Locks and facts for many new lines in one transaction. */
export interface LockedForNewLines {
  /**
   * Returns the facts for the next line with this product. Undefined if all reserved ids are used.
   */
  readonly take: (choice: ProductChoice) => NewLineFacts | undefined;
  /** Stores the balance after a charge for the next line. */
  readonly keepBalance: (balance: number | null) => void;
}

/** Locks and reads the facts for many lines, with one statement per product. */
export async function lockForNewLines(
  tx: Tx,
  caller: Caller,
  platform: Platform,
  choices: readonly ProductChoice[],
): Promise<LockedForNewLines> {
  const keyOf = (choice: ProductChoice) => JSON.stringify(choice);
  const facts = new Map<string, NewLineFacts[]>();
  for (const [key, same] of Map.groupBy(choices, keyOf)) {
    const times = sql`cross join generate_series(1, ${same.length}::int)`;
    const query = factsOfNew(caller, {
      platform,
      choice: same[0]!,
      reads: sql`null as nothing`,
      times,
    });
    facts.set(key, await tx.many<NewLineFacts>(query, 'prepared'));
  }
  let left: number | undefined;
  return {
    take: (choice) => {
      const lineFacts = facts.get(keyOf(choice))?.shift();
      return lineFacts && { ...lineFacts, balance: left ?? lineFacts.balance };
    },
    keepBalance: (balance) => {
      left = balance ?? undefined;
    },
  };
}

export const toWallet = ({ walletId, balance }: NewLineFacts): Wallet | undefined =>
  walletId === null ? undefined : { id: walletId, balance };
