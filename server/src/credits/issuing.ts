/**
 * Limits the credits that an admin issues per day. Above the limit, an admin with a second factor
 * must send a new code. A stolen session can therefore issue few credits (Q-STOLENSESSION).
 */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import type { Actor, Caller } from '../foundation/caller.ts';
import { localDay, startOfDay } from '../foundation/clock.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { AuthGuard } from '../foundation/http/bind.ts';
import { CODE_MISSING } from '../foundation/http/missing-code.ts';
import { isKeyUsed } from '../foundation/idempotency.ts';
import { hasWallet } from './ledger.ts';

type Context = Pick<AppContext, 'config' | 'clock'>;

export interface Issuing {
  readonly spendCode: AuthGuard['spendCode'];
  /** Hundredths of a credit that the admin gives. A value of zero or less issues no credits. */
  readonly hundredths: number;
  readonly code: string | undefined;
}

/**
 * Returns the hundredths that the account may still issue today without a code. Undefined if the
 * account never needs a code.
 */
export async function readIssuableWithoutCode(
  reader: Reader,
  { config, clock }: Context,
  actor: Actor,
): Promise<number | undefined> {
  if (hasWallet(actor) || !actor.hasSecondFactor) return undefined;
  const midnight = startOfDay(localDay(clock.now(), clock.timeZone), clock.timeZone);
  const issued = await reader.first<{ hundredths: number }>(sql`
    select coalesce(sum(amount), 0)::bigint as hundredths from entries
    where at >= ${midnight} and actor_id = ${actor.id} and reason in ('credits-given', 'opening-credits')`);
  return Math.max(0, config.freshCodeCredits * 100 - issued!.hundredths);
}

/** True if the account must send a code to issue these hundredths. */
export async function requiresIssuingCode(
  ctx: AppContext,
  caller: Caller,
  hundredths: number,
): Promise<boolean> {
  const free = await readIssuableWithoutCode(ctx.db, ctx, caller.actor);
  return free !== undefined && hundredths > free && !(await isKeyUsed(ctx.db, caller));
}

/**
 * Requires and consumes the code before the transaction, if the amount needs one. Returns true if a
 * code was consumed.
 */
export async function proveIssuing(
  ctx: AppContext,
  caller: Caller,
  { spendCode, hundredths, code }: Issuing,
): Promise<boolean> {
  if (!(await requiresIssuingCode(ctx, caller, hundredths))) return false;
  await spendCode(caller.actor, code, caller.requestMeta, caller.key);
  return true;
}

/**
 * Checks the limit again inside the transaction. Two concurrent requests could each be below the
 * limit, but exceed it together.
 */
export async function refuseUnprovenIssue(
  tx: Tx,
  ctx: Context,
  { actor }: Caller,
  hundredths: number,
): Promise<void> {
  if (hasWallet(actor) || !actor.hasSecondFactor || hundredths <= 0) return;
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('issuing'), ${actor.id}::int)`);
  const free = await readIssuableWithoutCode(tx, ctx, actor);
  if (hundredths > (free ?? Infinity)) refuse('code_2fa_missing', { fields: CODE_MISSING });
}
