/**
 * Finds a line within the actor's tree and locks it for an act; outside the tree it does not exist.
 * Where credits may move, the actor's wallet and the idempotency key are taken in the same statement.
 */
import { refuse } from '@ramal/contract/errors';
import type { PlatformKey } from '@ramal/contract/platforms';
import sql, { type Sql } from 'sql-template-tag';
import { type Wallet, locking } from '../credits/credits.ts';
import type { Actor, By } from '../foundation/actor.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import { type Claim, claiming, replayed } from '../foundation/idempotency.ts';
import { type UnderLimits, heldColumn } from '../limits/limits.ts';
import { inTree } from '../resellers/tree.ts';
import { type Line, lineColumns } from './line.ts';

/** `platform` undefined: the act is the same on every one of them. */
export interface Wanted {
  readonly id: number;
  readonly platform?: PlatformKey;
}

const standing = sql`l.deleted_at is null`;

const reached = (actor: Actor, wanted: Wanted, now: Date, state: Sql = standing): Sql => sql`
  select ${lineColumns(now)} from lines l
  where l.id = ${wanted.id} and ${state}
    ${wanted.platform ? sql`and l.platform = ${wanted.platform}` : sql``}
    and ${inTree(actor, sql`l.owner_id`)}`;

export async function readLine(
  reader: Reader,
  actor: Actor,
  wanted: Wanted,
  now: Date,
): Promise<Line> {
  return (await reader.first<Line>(reached(actor, wanted, now))) ?? refuse('line_not_found');
}

export async function lockLine(tx: Tx, actor: Actor, wanted: Wanted, now: Date): Promise<Line> {
  const line = await tx.first<Line>(sql`${reached(actor, wanted, now)} for no key update of l`);
  return line ?? refuse('line_not_found');
}

/** One that was deleted, whenever that was. */
export async function lockDeletedLine(
  tx: Tx,
  actor: Actor,
  wanted: Wanted,
  now: Date,
): Promise<Line> {
  const deleted = reached(actor, wanted, now, sql`l.deleted_at is not null`);
  const line = await tx.first<Line>(sql`${deleted} for no key update of l`);
  return line ?? refuse('line_not_found');
}

export interface Payable<Answer> extends UnderLimits {
  readonly line: Line;
  readonly wallet: Wallet | undefined;
  /** The answer this key was given before. */
  readonly replay: Answer | undefined;
}

/** Key, wallet, line and the payer's limits in one round trip: wallet before line, as everywhere. */
export async function lockPayable<Answer>(
  tx: Tx,
  by: By,
  wanted: Wanted,
  now: Date,
): Promise<Payable<Answer>> {
  const row = await tx.first<
    Claim & Line & UnderLimits & { walletId: number | null; balance: number }
  >(sql`
    with claim as (${claiming(by)}), wallet as (${locking(by.actor.id)}),
      line as (${reached(by.actor, wanted, now)} for no key update of l)
    select claim.*, wallet.id as "walletId", wallet.balance, line.*, ${heldColumn(by.actor)}
    from claim left join wallet on true left join line on true`);
  if (!row) return refuse('line_not_found');
  const replay = replayed<Answer>(row);
  if (replay === undefined && (row.id as number | null) === null) refuse('line_not_found');
  return {
    line: row,
    wallet: row.walletId === null ? undefined : { id: row.walletId, balance: row.balance },
    replay,
    held: row.held,
  };
}
