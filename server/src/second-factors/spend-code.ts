/**
 * Consumes a code for one sensitive action. The code is six digits of the authenticator, each step
 * valid once, or a confirmation by a passkey, valid once within a minute. A recovery code is
 * rejected, because it only replaces a lost device at sign-in.
 */
import { createHash } from 'node:crypto';
import { refuse } from '@ramal/contract/api/errors';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { IdempotencyKey, RequestMeta } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import type { AuthGuard } from '../foundation/http/bind.ts';
import { CODE_MISSING } from '../foundation/http/missing-code.ts';
import { isRehearsed } from '../foundation/rehearsal.ts';
import { createSecondFactorVerifier } from './second-factor-verifier.ts';
import { consumeCode } from './totp.ts';

export function createSpendCode(ctx: AppContext): AuthGuard['spendCode'] {
  const proving = createSecondFactorVerifier(ctx);
  return async (actor, code, requestMeta, key) => {
    // A rehearsal is a dry run that is rolled back, so it must not consume a code. Checking a code
    // without consuming it would allow guessing, so the code is not checked either.
    if (isRehearsed()) return;
    if (code === undefined) refuse('code_2fa_missing', { fields: CODE_MISSING });
    const use = { accountId: actor.id, code, key };
    if (await isSpentUnderKey(ctx, ctx.db, use)) return;
    await proving.spend(actor.id);
    const method = /^\d{6}$/.test(code) ? 'code' : 'passkey';
    const spent = await spendOnce(ctx, use, method === 'code' ? spendTotp : spendConfirmation);
    if (spent !== 'repeated')
      await recordConfirmation(ctx, {
        accountId: actor.id,
        requestMeta,
        method,
        isRight: spent === 'spent',
      });
    if (spent === 'refused') refuse('code_2fa_wrong');
    await proving.giveBack(actor.id);
  };
}

/** A repeated call with the same key within this period needs no other code. */
const KEPT_MS = 10 * MINUTE_MS;

interface CodeUse {
  readonly accountId: number;
  readonly code: string;
  readonly key: IdempotencyKey | undefined;
}

type Spend = (ctx: AppContext, tx: Tx, use: CodeUse) => Promise<boolean>;

/**
 * Consumes the code and stores its key. The lock on the code's row makes an equal request in
 * another process wait, which then finds the stored key.
 */
const spendOnce = (ctx: AppContext, use: CodeUse, spend: Spend) =>
  ctx.db.tx(async (tx): Promise<'spent' | 'repeated' | 'refused'> => {
    if (await spend(ctx, tx, use)) {
      await keepSpent(ctx, tx, use);
      return 'spent';
    }
    return (await isSpentUnderKey(ctx, tx, use)) ? 'repeated' : 'refused';
  });

async function isSpentUnderKey(
  { clock }: AppContext,
  reader: Reader,
  { accountId, code, key }: CodeUse,
): Promise<boolean> {
  if (!key) return false;
  const row = await reader.first(sql`
    select from spent_codes where account_id = ${accountId} and key = ${key.id}
      and fingerprint = ${key.fingerprint} and code_hash = ${codeHash(code)}
      and spent_at >= ${new Date(clock.now().getTime() - KEPT_MS)}`);
  return row !== undefined;
}

async function keepSpent(
  { clock }: AppContext,
  tx: Tx,
  { accountId, code, key }: CodeUse,
): Promise<void> {
  if (!key) return;
  const now = clock.now();
  await tx.run(sql`
    delete from spent_codes
    where account_id = ${accountId} and spent_at < ${new Date(now.getTime() - KEPT_MS)}`);
  await tx.run(sql`
    insert into spent_codes (account_id, key, fingerprint, code_hash, spent_at)
    values (${accountId}, ${key.id}, ${key.fingerprint}, ${codeHash(code)}, ${now})
    on conflict (account_id, key) do update set fingerprint = excluded.fingerprint,
      code_hash = excluded.code_hash, spent_at = excluded.spent_at`);
}

interface ConfirmationAttempt {
  readonly accountId: number;
  readonly requestMeta: RequestMeta;
  readonly method: 'code' | 'passkey';
  readonly isRight: boolean;
}

/** Records the method and the result, never the code itself. */
export async function recordConfirmation(
  ctx: AppContext,
  { accountId, requestMeta, method, isRight }: ConfirmationAttempt,
): Promise<void> {
  const kind = isRight ? 'second-factor-used' : 'second-factor-refused';
  await ctx.db.tx((tx) =>
    recordEvent(tx, requestMeta, { kind, actorId: accountId, accountId, after: { by: method } }),
  );
}

const spendTotp: Spend = async (ctx, tx, { accountId, code }) => {
  const account = await tx.first<{ secret: Buffer | null }>(
    sql`select totp_secret as secret from accounts where id = ${accountId}`,
  );
  return (
    account?.secret !== null &&
    account !== undefined &&
    consumeCode(ctx, { accountId, sealed: account.secret, code, reader: tx })
  );
};

const codeHash = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Returns the hash that is stored instead of a confirmation. */
export const confirmationHash = codeHash;

const spendConfirmation: Spend = async ({ clock }, tx, { accountId, code }) => {
  const deleted = await tx.first<{ expiresAt: Date }>(sql`
    delete from confirmations where hash = ${confirmationHash(code)} and account_id = ${accountId}
    returning expires_at`);
  return deleted !== undefined && deleted.expiresAt > clock.now();
};
