/**
 * Recovery codes: ten per set, each valid once and only at sign-in, for users who lost their
 * device. They never authorise a sensitive action, because a list on paper would then replace the
 * device.
 */
import { createHmac, randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@ramal/contract/second-factors';
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';

/**
 * Characters of recovery codes. Those that look similar are missing: 0 and o, and 1, i and l. Ten
 * characters have 49.5 bits of entropy.
 */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const LETTERS = 10;

/**
 * Replaces the account's codes and returns the new ones as `abcde-fghij`. They are shown only once.
 */
export async function issueRecoveryCodes(
  ctx: AppContext,
  tx: Tx,
  accountId: number,
): Promise<string[]> {
  const codes = makeCodes();
  const hashes = codes.map((code) => recoveryHash(ctx, accountId, code));
  await tx.run(deleteRecoveryCodesCte(accountId));
  await tx.run(sql`
    insert into recovery_codes (account_id, hash, created_at)
    select ${accountId}, made.hash, ${ctx.clock.now()} from unnest(${hashes}::bytea[]) as made (hash)`);
  return codes;
}

function makeCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(makeCode());
  return [...codes];
}

function makeCode(): string {
  const letters = Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`;
}

/**
 * Returns the hash that is stored instead of the code. The hash is keyed, so that a stolen table
 * alone reveals no code.
 */
const recoveryHash = (ctx: AppContext, accountId: number, code: string): Buffer =>
  createHmac('sha256', ctx.secrets.key('recovery-code'))
    .update(`${accountId} ${code.toLowerCase().replace('-', '')}`)
    .digest();

/**
 * Consumes a code and returns the number of remaining codes. Undefined if the code is wrong or
 * used.
 */
export async function consumeRecoveryCode(
  ctx: AppContext,
  tx: Tx,
  accountId: number,
  code: string,
): Promise<number | undefined> {
  const hash = recoveryHash(ctx, accountId, code);
  // The row lock of the update lets only one of two attempts succeed. The other finds the code
  // used.
  const updated = await tx.run(sql`
    update recovery_codes set used_at = ${ctx.clock.now()}
    where account_id = ${accountId} and hash = ${hash} and used_at is null`);
  if (updated === 0) return undefined;
  const remaining = await tx.first<{ count: number }>(
    sql`select count(*) from recovery_codes where account_id = ${accountId} and used_at is null`,
  );
  return remaining!.count;
}

/** Column of `accounts a`: the number of unused codes. */
export const recoveryCodesLeft: Sql = sql`
  (select count(*) from recovery_codes c where c.account_id = a.id and c.used_at is null)`;

export const deleteRecoveryCodesCte = (accountId: number): Sql =>
  sql`delete from recovery_codes where account_id = ${accountId}`;
