/**
 * Writes the ledger; no other module does. An entry moves an amount (integer hundredths of a
 * credit) from one wallet to another. Callers lock first, decide, then write these CTEs together
 * with their own (see `combineCtes` in foundation/database.ts). Lock order: wallets before all
 * other rows, by id, FOR NO KEY UPDATE. Inserting entries before locking takes key-share locks in
 * any order and upgrades them later, which deadlocks.
 */
import { fromHundredths } from '@ramal/contract/rules/money';
import { refuse } from '@ramal/contract/api/errors';
import sql, { type Sql, raw } from 'sql-template-tag';
import type { Actor, Caller, IdempotencyKey, RequestMeta } from '../foundation/caller.ts';
import type { Ctes, Reader, Tx } from '../foundation/database.ts';

export interface Wallet {
  readonly id: number;
  readonly balance: number;
}

export type Reason =
  | 'line-created'
  | 'line-extended'
  | 'line-extension-undone'
  | 'line-imported'
  | 'line-promoted'
  | 'line-returned'
  | 'credits-given'
  | 'credits-withdrawn'
  | 'opening-credits'
  | 'reseller-deleted'
  | 'reseller-restored'
  | 'portal-credited'
  | 'portal-returned'
  | 'portal-renewal'
  | 'portal-renewal-undone'
  | 'credits-bought'
  | 'hostname-bought'
  | 'hostname-returned'
  | 'bonus-granted'
  | 'bonus-returned'
  | 'referral-rewarded'
  | 'referral-returned';

interface Cause {
  readonly reason: Reason;
  readonly lineId?: number;
  readonly accountId?: number;
  /** Price of one credit in cents of a real. Undefined if the movement is not a sale. */
  readonly unitPriceCents?: number | undefined;
  readonly note?: string | undefined;
}

/**
 * Author of a movement. For a request it is the caller. For a payment or a job it names the account
 * that the movement belongs to.
 */
export interface LedgerActor {
  readonly actor: Pick<Actor, 'id' | 'profile'>;
  readonly requestMeta: Pick<RequestMeta, 'at' | 'apiKey'>;
  readonly key?: Pick<IdempotencyKey, 'id'> | undefined;
}

/**
 * True if the account has a wallet. An admin has none: credits that an admin spends or gives come
 * from the issuance wallet (Q-CHARGE).
 */
export const hasWallet = (actor: Pick<Actor, 'profile'>): boolean => actor.profile !== 'admin';

/**
 * CTE: selects and locks the account's balance wallet. Returns no row for an admin. Also returns no
 * row for an account that was deleted while the statement waited for the lock. A deletion locks the
 * wallets that it empties.
 */
export const lockWalletCte = (accountId: number): Sql => sql`
  select w.id, w.balance from wallets w join accounts a on a.id = w.account_id and a.deleted_at is null
  where w.account_id = ${accountId} and w.kind = 'balance'
  for no key update of w for share of a`;

/** CTE: selects and locks the balance wallets of two accounts, in id order. */
export const lockWalletPairCte = (a: number, b: number): Sql => sql`
  select account_id, id, balance from wallets
  where account_id = any(${[a, b]}::bigint[]) and kind = 'balance'
  order by id
  for no key update`;

export async function lockWalletPair(tx: Tx, a: number, b: number): Promise<Map<number, Wallet>> {
  const rows = await tx.many<Wallet & { accountId: number }>(lockWalletPairCte(a, b), 'prepared');
  return new Map(rows.map(({ accountId, id, balance }) => [accountId, { id, balance }]));
}

export interface OwnedWallet extends Wallet {
  readonly accountId: number;
  readonly kind: 'balance' | 'portal';
}

/** Selects and locks all wallets of these accounts, in id order. */
export const lockWallets = (tx: Tx, accountIds: readonly number[]): Promise<OwnedWallet[]> =>
  tx.many<OwnedWallet>(sql`
    select account_id, kind, id, balance from wallets
    where account_id = any(${accountIds}::bigint[])
    order by id
    for no key update`);

/** Returns the sum of all wallets of these accounts, in hundredths. */
export async function readBalances(reader: Reader, accountIds: readonly number[]): Promise<number> {
  const row = await reader.first<{ held: number }>(sql`
    select coalesce(sum(balance), 0)::bigint as held from wallets where account_id = any(${accountIds}::bigint[])`);
  return row!.held;
}

/** CTE: opens the wallets of a new account. */
export const openWalletsCte = (accountId: number): Sql => sql`
  insert into wallets (account_id, kind, balance)
  values (${accountId}, 'balance', 0), (${accountId}, 'portal', 0)`;

export interface Charge {
  readonly parts: Ctes;
  /** Balance of the payer after the charge, in hundredths. Null for an admin. */
  readonly balance: number | null;
}

/** CTEs: charge `amount` to the payer's locked wallet. Refuses if the balance is too small. */
export function chargeCte(
  caller: LedgerActor,
  wallet: Wallet | undefined,
  amount: number,
  cause: Cause,
): Charge {
  if (!wallet && hasWallet(caller.actor)) refuse('insufficient_credits');
  if (amount === 0) return { parts: {}, balance: wallet?.balance ?? null };
  if (wallet && wallet.balance < amount) refuse('insufficient_credits');
  return {
    parts: moveCreditsCte(caller, { from: wallet ?? 'issuance', to: 'consumption', amount, cause }),
    balance: wallet ? wallet.balance - amount : null,
  };
}

type Side = Wallet | 'issuance' | 'consumption';

interface CreditMove {
  readonly from: Side;
  readonly to: Side;
  readonly amount: number;
  readonly cause: Cause;
}

/**
 * CTEs: insert one entry and update both running balances. The transaction must already have locked
 * `from` and `to`. The CHECK on the wallet detects only mistakes of the caller.
 */
export function moveCreditsCte(caller: LedgerActor, { from, to, amount, cause }: CreditMove): Ctes {
  // Only admins issue credits. An account with a wallet also cannot move credits to or from an
  // admin, who has no wallet.
  if ([from, to].includes('issuance') && hasWallet(caller.actor)) refuse('insufficient_credits');
  const entry = sql`
    insert into entries (at, from_wallet, to_wallet, amount, from_balance, to_balance, reason,
      unit_price_cents, note, actor_id, line_id, account_id, key, api_key_id)
    values (coalesce(${caller.requestMeta.at ?? null}::timestamptz, now()), ${idOf(from)}, ${idOf(to)}, ${amount}, ${after(from, -amount)}, ${after(to, amount)}, ${cause.reason},
      ${cause.unitPriceCents ?? null}, ${cause.note ?? null}, ${caller.actor.id}, ${cause.lineId ?? null},
      ${cause.accountId ?? null}, ${caller.key?.id ?? null},
      ${caller.requestMeta.apiKey?.id ?? null})
    returning id`;
  return {
    entry,
    ...spentByKeyCte(caller, amount, cause),
    ...(isWallet(from) ? { given: changing(from, -amount) } : {}),
    ...(isWallet(to) ? { taken: changing(to, amount) } : {}),
  };
}

/**
 * Reasons of movements that return credits to the caller. They do not count against the limit of an
 * API key.
 */
const RETURNS = new Set<Reason>([
  'credits-withdrawn',
  'portal-returned',
  'reseller-deleted',
  'line-extension-undone',
]);

/**
 * CTE: adds the amount to the daily total of the calling API key. A CHECK of the schema enforces
 * the key's limit. A batch that continues after midnight counts for the day of its request. If the
 * key has already spent on the new day, the batch counts for the new day.
 */
function spentByKeyCte(
  { requestMeta: { apiKey } }: LedgerActor,
  amount: number,
  { reason }: Cause,
): Ctes {
  if (!apiKey || RETURNS.has(reason)) return {};
  const { id, day } = apiKey;
  return {
    spentByKey: sql`
      update api_keys set spent_on = greatest(spent_on, ${day}::date),
        spent = case when spent_on >= ${day}::date then spent else 0 end + ${amount}
      where id = ${id}`,
  };
}

export interface Movement {
  readonly from: Wallet | 'issuance';
  readonly to: Wallet | 'issuance';
  readonly amount: number;
  /** Account to which the movement refers. */
  readonly accountId: number;
}

/** CTEs: write the movements of one deletion in order, each as `moveCreditsCte` does. */
export function moveAllCreditsCte(
  caller: Caller,
  movements: readonly Movement[],
  { reason, deletionId }: { readonly reason: Reason; readonly deletionId: number },
): Ctes {
  if (movements.length === 0) return {};
  if (hasWallet(caller.actor)) refuse('forbidden');
  const running = new Map<number, number>();
  const shift = (side: Side, change: number): number | null => {
    if (!isWallet(side)) return null;
    const balance = (running.get(side.id) ?? side.balance) + change;
    running.set(side.id, balance);
    return balance;
  };
  const rows = movements.map(({ from, to, amount, accountId }) => ({
    from,
    to,
    amount,
    accountId,
    fromBalance: shift(from, -amount),
    toBalance: shift(to, amount),
  }));
  const column = <T>(pick: (row: (typeof rows)[number]) => T): T[] => rows.map(pick);
  const entries = sql`
    insert into entries (at, from_wallet, to_wallet, amount, from_balance, to_balance, reason, actor_id,
      account_id, deletion_id)
    select coalesce(${caller.requestMeta.at ?? null}::timestamptz, now()), ${orIssuance('from_wallet')}, ${orIssuance('to_wallet')}, amount, from_balance, to_balance,
      ${reason}, ${caller.actor.id}, account_id, ${deletionId}
    from unnest(${column(({ from }) => toWalletId(from))}::bigint[], ${column(({ to }) => toWalletId(to))}::bigint[],
      ${column(({ amount }) => amount)}::bigint[], ${column(({ fromBalance }) => fromBalance)}::bigint[],
      ${column(({ toBalance }) => toBalance)}::bigint[], ${column(({ accountId }) => accountId)}::bigint[])
      with ordinality as m (from_wallet, to_wallet, amount, from_balance, to_balance, account_id, turn)
    order by turn`;
  const balances = sql`
    update wallets set balance = changed.balance
    from unnest(${[...running.keys()]}::bigint[], ${[...running.values()]}::bigint[]) as changed (id, balance)
    where wallets.id = changed.id`;
  return { entries, balances };
}

/** Reads the amounts that a deletion moved out of each wallet, in the order of the entries. */
export const readReturned = (
  reader: Reader,
  deletionId: number,
): Promise<{ walletId: number; accountId: number; amount: number }[]> =>
  reader.many(sql`
    select from_wallet as wallet_id, account_id, amount from entries
    where deletion_id = ${deletionId} and reason = 'reseller-deleted' order by id`);

const changing = (wallet: Wallet, actor: number): Sql =>
  sql`update wallets set balance = balance + ${actor} where id = ${wallet.id}`;

const toWalletId = (side: Side): number | null => (isWallet(side) ? side.id : null);

const isWallet = (side: Side): side is Wallet => typeof side !== 'string';

const idOf = (side: Side): Sql =>
  isWallet(side)
    ? sql`${side.id}::bigint`
    : sql`(select id from wallets where kind = ${side} and account_id is null)`;

/**
 * SQL expression: the id of the wallet in this column of `m`, or the id of the issuance wallet if
 * the column is null.
 */
const orIssuance = (column: 'from_wallet' | 'to_wallet'): Sql => sql`
  coalesce(m.${raw(column)}, (select id from wallets where kind = 'issuance' and account_id is null))`;

const after = (side: Side, change: number): number | null =>
  isWallet(side) ? side.balance + change : null;

/** Returns the balance in hundredths, or null if the account has no wallet. */
export async function readBalance(reader: Reader, accountId: number): Promise<number | null> {
  const row = await reader.first<{ balance: number }>(
    sql`select balance from wallets where account_id = ${accountId} and kind = 'balance'`,
    'prepared',
  );
  return row?.balance ?? null;
}

/**
 * Returns the hundredths in both wallets of an account. A value is null if the account has no such
 * wallet.
 */
export async function readWallets(
  reader: Reader,
  accountId: number,
): Promise<Readonly<Record<OwnedWallet['kind'], number | null>>> {
  const rows = await reader.many<Pick<OwnedWallet, 'kind' | 'balance'>>(
    sql`select kind, balance from wallets where account_id = ${accountId}`,
  );
  const balanceOfKind = (kind: OwnedWallet['kind']) =>
    rows.find((row) => row.kind === kind)?.balance ?? null;
  return { balance: balanceOfKind('balance'), portal: balanceOfKind('portal') };
}

/** SQL column: balance of the account with this id. */
export const balanceColumn = (account: Sql): Sql =>
  sql`(select balance from wallets where wallets.account_id = ${account} and wallets.kind = 'balance')`;

/**
 * SQL subquery for lists that are sorted by balance: the account id and the balance of every
 * wallet. Portal wallets are left out.
 */
export const balances: Sql = sql`select account_id, balance from wallets where kind = 'balance'`;

/** Converts hundredths to credits as a decimal for the JSON response; null for an admin. */
export const toCredits = (hundredths: number | null): number | null =>
  hundredths === null ? null : fromHundredths(hundredths);
