/**
 * Finds a line in the actor's tree, on a platform that is open to the actor, and locks it for an
 * action. A line outside the tree gives the same result as a missing line. If the action may charge
 * credits, the same statement also locks the actor's wallet and the idempotency key.
 */
import { refuse } from '@ramal/contract/api/errors';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql, { empty, type Sql } from 'sql-template-tag';
import { lockWalletCte, type Wallet } from '../credits/credits.ts';
import type { Actor, Caller } from '../foundation/caller.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import { type Claim, claimKeyCte, storedAnswer } from '../foundation/idempotency.ts';
import { limitsColumn, type WithLimits } from '../limits/limits.ts';
import { andOnOpenPlatform, inTree } from '../access/access.ts';
import { type Line, lineColumns } from './line.ts';

/** Reference to a line. `platform` is undefined for an action that is the same on all platforms. */
export interface LineRef {
  readonly id: number;
  readonly platform?: PlatformKey;
  /** Locks of a transaction that acts on many lines; undefined for a single line. */
  readonly locked?: LockedLines | undefined;
}

export interface PlatformLineRef extends LineRef {
  readonly platform: PlatformKey;
}

const notDeleted = sql`l.deleted_at is null`;

interface AccessibleLineFilter {
  readonly which: Sql;
  readonly platform: PlatformKey | undefined;
  readonly now: Date;
  readonly state?: Sql | undefined;
}

const accessibleLinesSql = (
  actor: Actor,
  { which, platform, now, state = notDeleted }: AccessibleLineFilter,
): Sql => sql`
  select ${lineColumns(now)} from lines l
  where ${which} and ${state} ${platform ? sql`and l.platform = ${platform}` : empty}
    and ${inTree(actor, sql`l.owner_id`)} ${andOnOpenPlatform(actor, sql`l.platform`)}`;

const accessibleLineSql = (actor: Actor, { id, platform }: LineRef, now: Date, state?: Sql): Sql =>
  accessibleLinesSql(actor, { which: sql`l.id = ${id}`, platform, now, state });

export async function findAccessibleLine(
  reader: Reader,
  actor: Actor,
  lineRef: LineRef,
  now: Date,
): Promise<Line> {
  return (
    (await reader.first<Line>(accessibleLineSql(actor, lineRef, now))) ?? refuse('line_not_found')
  );
}

export async function lockLine(tx: Tx, actor: Actor, lineRef: LineRef, now: Date): Promise<Line> {
  const line =
    removeLockedLine(lineRef) ??
    (await tx.first<Line>(sql`${accessibleLineSql(actor, lineRef, now)} for no key update of l`));
  return line ?? refuse('line_not_found');
}

/**
 * Locks that one transaction takes for an action on many lines (`lockLines`, `lockPayerAndLines`).
 */
export interface LockedLines {
  /** Locked lines by id. Taking a line removes it, so a second action locks and reads it again. */
  readonly lines: Map<number, Line>;
  /**
   * For paid actions: the payer's wallet as it is after the previous action, and the payer's
   * limits.
   */
  readonly payer?: WithLimits & { wallet: Wallet | undefined };
  /**
   * For migrations: the actor's limits. The lines' viewings were ended when the lines were locked.
   */
  readonly migrating?: WithLimits;
}

function removeLockedLine({ id, locked }: LineRef): Line | undefined {
  const line = locked?.lines.get(id);
  locked?.lines.delete(id);
  return line;
}

/** Stores the wallet after a charge for the next action. */
export function storeLockedWallet({ locked }: LineRef, wallet: Wallet): void {
  if (locked?.payer) locked.payer.wallet = wallet;
}

/**
 * Locks the lines with these ids that the actor can access, in id order. The result omits other
 * ids.
 */
export async function lockLines(
  tx: Tx,
  actor: Actor,
  { ids, platform }: { readonly ids: readonly number[]; readonly platform?: PlatformKey },
  now: Date,
): Promise<LockedLines> {
  const which = sql`l.id = any(${ids}::bigint[])`;
  const lines = await tx.many<Line>(
    sql`${accessibleLinesSql(actor, { which, platform, now })} order by l.id for no key update of l`,
    'prepared',
  );
  return { lines: new Map(lines.map((line) => [line.id, line])) };
}

/** Locks the payer's wallet first, and then the lines, for paid actions. */
export async function lockPayerAndLines(
  tx: Tx,
  { actor }: Caller,
  which: Parameters<typeof lockLines>[2],
  now: Date,
): Promise<LockedLines> {
  const payer = await tx.first<WithLimits & { walletId: number | null; balance: number }>(
    sql`
    with wallet as (${lockWalletCte(actor.id)})
    select wallet.id as wallet_id, wallet.balance, ${limitsColumn(actor)}
    from (select) one left join wallet on true`,
    'prepared',
  );
  const { walletId, balance, limitRows } = payer!;
  const wallet = walletId === null ? undefined : { id: walletId, balance };
  return { ...(await lockLines(tx, actor, which, now)), payer: { wallet, limitRows } };
}

/**
 * Locks an official line that is not deleted. A payment uses this function, because it has no
 * acting account and therefore no tree to check.
 */
export const lockLineToRenew = (tx: Tx, id: number, now: Date): Promise<Line | undefined> =>
  tx.first(sql`
    select ${lineColumns(now)} from lines l
    where l.id = ${id} and ${notDeleted} and not l.is_trial
    for no key update of l`);

/** Locks an official line, deleted or not, for the refund of a payment. */
export const lockLineToUndo = (tx: Tx, id: number, now: Date): Promise<Line | undefined> =>
  tx.first(sql`
    select ${lineColumns(now)} from lines l where l.id = ${id} and not l.is_trial for no key update of l`);

/**
 * Locks any line that is not deleted. For the worker, which has no acting account and therefore no
 * tree.
 */
export const lockUndeletedLine = (tx: Tx, id: number, now: Date): Promise<Line | undefined> =>
  tx.first(sql`
    select ${lineColumns(now)} from lines l where l.id = ${id} and ${notDeleted}
    for no key update of l`);

/** Locks a deleted line, regardless of the time of the deletion. */
export async function lockDeletedLine(
  tx: Tx,
  actor: Actor,
  lineRef: LineRef,
  now: Date,
): Promise<Line> {
  const deleted = accessibleLineSql(actor, lineRef, now, sql`l.deleted_at is not null`);
  const line = await tx.first<Line>(sql`${deleted} for no key update of l`);
  return line ?? refuse('line_not_found');
}

interface LineAndWallet<Answer> extends WithLimits {
  readonly line: Line;
  readonly wallet: Wallet | undefined;
  /** The stored response of this key; undefined on the first call. */
  readonly replay: Answer | undefined;
}

/**
 * Locks key, wallet and line, and reads the payer's limits, in one round trip. Wallets are always
 * locked before lines. If the transaction has already locked them, nothing is read; an action of a
 * batch has no key.
 */
export async function lockLineAndWallet<Answer>(
  tx: Tx,
  caller: Caller,
  lineRef: LineRef,
  now: Date,
): Promise<LineAndWallet<Answer>> {
  const payer = lineRef.locked?.payer;
  const locked = payer && removeLockedLine(lineRef);
  if (locked) return { line: locked, ...payer, replay: undefined };
  const row = await tx.first<
    Claim & Line & WithLimits & { walletId: number | null; balance: number }
  >(
    sql`
    with claim as (${claimKeyCte(caller)}), wallet as (${lockWalletCte(caller.actor.id)}),
      line as (${accessibleLineSql(caller.actor, lineRef, now)} for no key update of l)
    select claim.*, wallet.id as wallet_id, wallet.balance, line.*, ${limitsColumn(caller.actor)}
    from claim left join wallet on true left join line on true`,
    'prepared',
  );
  if (!row) return refuse('line_not_found');
  const replay = storedAnswer<Answer>(caller, row);
  if (replay === undefined && (row.id as number | null) === null) refuse('line_not_found');
  return {
    line: row,
    wallet: row.walletId === null ? undefined : { id: row.walletId, balance: row.balance },
    replay,
    limitRows: row.limitRows,
  };
}
