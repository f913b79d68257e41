/**
 * Creates an account below the caller, with its wallets. The opening credits leave the creator's
 * wallet in the same transaction; those of an admin are issued. Source: V-28, V-29, Q-CREATEFIELDS.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { createReseller as declaration } from '@ramal/contract/resellers/resellers';
import { fromHundredths } from '@ramal/contract/rules/money';
import sql, { type Sql } from 'sql-template-tag';
import { reachedUrl } from '../foundation/caller.ts';
import {
  hasWallet,
  lockWalletPair,
  moveCreditsCte,
  openWalletsCte,
  proveIssuing,
  readBalance,
  refuseUnprovenIssue,
  toCredits,
} from '../credits/credits.ts';
import { insertEventCte } from '../events/events.ts';
import { type Tx, violatedConstraint, combineCtes } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { isKeyUsed, runOncePerKey } from '../foundation/idempotency.ts';
import { enforceLimits, readAccountLimits } from '../limits/limits.ts';
import { lockTreeShared } from '../access/access.ts';
import type { AccountGuard } from './account-guard.ts';
import { firstGrantsCte } from './grants.ts';
import { isNameTaken, refuseTakenName } from './taken-name.ts';

type Input = Call<typeof declaration>;
type Answer = HandlerResult<typeof declaration>;

export async function createReseller(
  ctx: AppContext,
  { spendCode, hashFor }: AccountGuard,
  input: Input,
): Promise<Answer> {
  const { actor, body } = input;
  const setsFranchise = body.profile === 'franchise' || body.idFranchise !== undefined;
  if (setsFranchise && actor.profile !== 'admin') refuse('forbidden');
  await refuseCheaply(ctx, input);
  const { credits: hundredths, code2fa: code } = body;
  const isProven = await proveIssuing(ctx, input, { spendCode, hundredths, code });
  const passwordHash = await hashFor(actor.id, body.password);
  try {
    return await ctx.db.tx((tx) =>
      runOncePerKey(tx, input, () => createResellerIn(tx, ctx, input, { passwordHash, isProven })),
    );
  } catch (error) {
    if (violatedConstraint(error) !== 'accounts_username_key') throw error;
    return refuseTakenName();
  }
}

/**
 * Refuses a taken name or missing credits before the password is hashed, because hashing costs the
 * most. The transaction checks everything again.
 */
async function refuseCheaply({ db }: AppContext, input: Input): Promise<void> {
  const { actor, body } = input;
  const isTaken = await isNameTaken(db, body.username);
  const lacksCredits = hasWallet(actor) && ((await readBalance(db, actor.id)) ?? 0) < body.credits;
  // The idempotency key is checked last. If it was used, the first call took the name or spent the
  // credits, and this call must return the response of the first.
  if ((!isTaken && !lacksCredits) || (await isKeyUsed(db, input))) return;
  if (isTaken) refuseTakenName();
  refuse('insufficient_credits');
}

interface PreparedAccount {
  readonly passwordHash: string;
  /** True if the call sent a code for the credits that it issues. */
  readonly isProven: boolean;
}

type AccountInput = Pick<Input, 'actor' | 'body' | 'requestMeta' | 'key'>;

/** Creates the account in an open transaction. Also used by invitations. */
export async function createResellerIn(
  tx: Tx,
  ctx: AppContext,
  input: AccountInput,
  { passwordHash, isProven }: PreparedAccount,
): Promise<Answer> {
  const { actor, body, requestMeta } = input;
  // The lock prevents the move or deletion of an ancestor while the path is copied and written.
  await lockTreeShared(tx);
  const id = await nextId(tx, actor.id);
  const balance = await payable(tx, input);
  if (!isProven) await refuseUnprovenIssue(tx, ctx, input, body.credits);
  if (body.credits > 0 && hasWallet(actor)) {
    // Without a price the credits are given for free.
    const sale = { unitPriceCents: body.sale ?? 0 };
    const limits = await readAccountLimits(tx, actor);
    await enforceLimits(tx, ctx, { actor, facts: limits, act: { hundredths: body.credits, sale } });
  }
  const event = insertEventCte(requestMeta, {
    kind: 'reseller-created',
    actorId: actor.id,
    accountId: id,
    after: {
      username: body.username,
      profile: body.profile ?? 'reseller',
      whatsapp: body.email ?? null,
      email: body.emailContact ?? null,
      hundredths: body.credits,
      saleCents: body.sale ?? null,
    },
  });
  const account = inserting(input, id, passwordHash, ctx.clock.now());
  const granted = firstGrantsCte(ctx, id);
  await tx.run(combineCtes({ account, wallets: openWalletsCte(id), granted, event }));
  await giveOpeningCredits(tx, input, id);
  return {
    message: 'Revenda cadastrada com sucesso',
    id,
    username: body.username,
    panelUrl: reachedUrl(requestMeta),
    credits: fromHundredths(body.credits),
    balance: toCredits(balance === null ? null : balance - body.credits),
  };
}

/**
 * Returns the id of the new account. The parent may have been deleted or blocked while the call
 * waited for the tree's lock.
 */
async function nextId(tx: Tx, parentId: number): Promise<number> {
  const next = await tx.first<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('accounts', 'id')) as id from accounts
    where id = ${parentId} and deleted_at is null and blocked_at is null and blocked_by_admin_at is null`);
  return next?.id ?? refuse('token_ended');
}

/**
 * Locks the creator's wallet and returns its balance; null for an admin. Refuses if the opening
 * credits exceed it.
 */
async function payable(tx: Tx, { actor, body }: AccountInput): Promise<number | null> {
  if (!hasWallet(actor)) return null;
  const { balance } = (await lockWalletPair(tx, actor.id, actor.id)).get(actor.id)!;
  if (balance < body.credits) refuse('insufficient_credits');
  return balance;
}

function inserting(
  { actor, body }: AccountInput,
  id: number,
  passwordHash: string,
  now: Date,
): Sql {
  return sql`
    insert into accounts (id, username, password_hash, profile, parent_id, ancestors, id_franchise,
      whatsapp, email, sale_cents, last_topup_at, created_at)
    select ${id}, ${body.username}, ${passwordHash}, ${body.profile ?? 'reseller'}, parent.id,
      parent.ancestors || ${id}::bigint, coalesce(${body.idFranchise ?? null}, parent.id_franchise),
      ${body.email ?? null}, ${body.emailContact ?? null}, ${body.sale ?? null},
      ${body.credits > 0 ? now : null}, ${now}
    from accounts parent where parent.id = ${actor.id}`;
}

async function giveOpeningCredits(tx: Tx, input: AccountInput, id: number): Promise<void> {
  const { actor, body } = input;
  if (body.credits === 0) return;
  const wallets = await lockWalletPair(tx, actor.id, id);
  const from = hasWallet(actor) ? wallets.get(actor.id)! : 'issuance';
  const cause = { reason: 'opening-credits', accountId: id, unitPriceCents: body.sale } as const;
  await tx.run(
    combineCtes(moveCreditsCte(input, { from, to: wallets.get(id)!, amount: body.credits, cause })),
  );
}
