/**
 * A stranger creates a reseller account with an invitation. The account, its limits and its first
 * credits are one transaction, as if the inviter had created the account.
 */
import { createHmac } from 'node:crypto';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { type ErrorCode, Refusal, refuse } from '@ramal/contract/api/errors';
import {
  acceptInvitation as declaration,
  type getInvitation as getDeclaration,
} from '@ramal/contract/referrals/invitations';
import { fromHundredths } from '@ramal/contract/rules/money';
import sql from 'sql-template-tag';
import { hashPassword } from '../../access/access.ts';
import { toCredits } from '../../credits/credits.ts';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Actor } from '../../foundation/caller.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import { combineCtes, type Tx, violatedConstraint } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { toStoredKey } from '../../foundation/http/idempotency-key.ts';
import { toNetwork } from '../../foundation/http/request-meta.ts';
import { isReplay, type KeyOwner, runOncePerKey } from '../../foundation/idempotency.ts';
import { consume, createRateLimiter } from '../../foundation/limits/rate-limiter.ts';
import { insertFirstLimits } from '../../limits/limits.ts';
import { createResellerIn, isNameTaken, refuseTakenName } from '../../resellers/resellers.ts';
import { actAs, createHumanCheck } from '../../sessions/sessions.ts';
import {
  findInvitation,
  type Invitation,
  invitationColumns,
  invitationState,
  serializeLimits,
} from './invitations.sql.ts';

export function createGetInvitation(ctx: AppContext) {
  const reads = createRateLimiter(ctx, 'invitation-read');
  return async ({
    params,
    requestMeta,
  }: Call<typeof getDeclaration>): Promise<HandlerResult<typeof getDeclaration>> => {
    await consume(reads, toNetwork(requestMeta.ip));
    const invitation =
      (await findInvitation(ctx.db, params.code)) ?? refuse('invitation_not_found');
    const inviter = await findInviter(ctx, invitation);
    const contact = inviter && (await readWhatsapp(ctx, inviter));
    return {
      inviter: inviter?.username ?? '',
      whatsapp: contact ?? null,
      welcomeText: invitation.welcomeText,
      sale: toCredits(invitation.saleCents),
      credits: fromHundredths(invitation.credits),
      ...serializeLimits(invitation),
      state: inviter ? invitationState(invitation, ctx.clock.now()) : 'closed',
      expiresAtTimestamp: unixSeconds(invitation.expiresAt),
    };
  };
}

/** Returns the inviter; undefined if it is blocked, deleted or may not have resellers. */
async function findInviter(ctx: AppContext, { inviterId }: Invitation): Promise<Actor | undefined> {
  const inviter = await actAs(ctx, inviterId);
  return inviter?.isMaster ? inviter : undefined;
}

const readWhatsapp = async ({ db }: AppContext, { id }: Actor): Promise<string | null> =>
  (await db.first<{ whatsapp: string | null }>(
    sql`select whatsapp from accounts where id = ${id}`,
  ))!.whatsapp;

type Input = Call<typeof declaration>;

export function createAcceptInvitation(ctx: AppContext) {
  const byNetwork = createRateLimiter(ctx, 'invitation-network');
  const byCode = createRateLimiter(ctx, 'invitation-code');
  const humanCheck = createHumanCheck(ctx);
  return async (input: Input): Promise<Answer> => {
    const { params, requestMeta } = input;
    await consume(byNetwork, toNetwork(requestMeta.ip));
    const invitation =
      (await findInvitation(ctx.db, params.code)) ?? refuse('invitation_not_found');
    await consume(byCode, String(invitation.id));
    const attempt = toAttempt(ctx, input, invitation);
    const readStored = () => readAnswer(ctx, attempt);
    try {
      return (await readStored()) ?? (await accept(input, invitation, attempt));
    } catch (error) {
      // An equal request may have created the account in the meantime.
      const stored = error instanceof Refusal ? await readStored() : undefined;
      if (stored) return stored;
      throw error;
    }
  };

  async function accept(input: Input, invitation: Invitation, attempt: KeyOwner): Promise<Answer> {
    const { body, requestMeta } = input;
    if (ctx.config.captcha !== 'off') {
      const solution = body.gRecaptchaResponse ?? refuse('human_check_failed');
      if (!(await humanCheck.verify(solution, requestMeta))) refuse('human_check_failed');
    }
    refuseClosed(invitation, ctx.clock.now());
    const inviter = (await findInviter(ctx, invitation)) ?? refuse('invitation_closed');
    if (await isNameTaken(ctx.db, body.username)) refuseTakenName();
    // The password is hashed last, because hashing costs the most.
    const passwordHash = await hashPassword(body.password);
    try {
      const acceptance = { inviter, passwordHash, invitationId: invitation.id };
      return await ctx.db.tx((tx) =>
        runOncePerKey(tx, attempt, () => acceptIn(tx, ctx, input, acceptance)),
      );
    } catch (error) {
      if (violatedConstraint(error) === 'accounts_username_key') refuseTakenName();
      if (isRefusal(error, 'insufficient_credits', 'limit_credits_a_day'))
        refuse('invitation_without_credits');
      if (isRefusal(error, 'limit_lowest_price', 'token_ended')) refuse('invitation_closed');
      throw error;
    }
  }
}

type Answer = HandlerResult<typeof declaration>;

/**
 * Returns the key under which the answer is stored for the inviter, because the stranger has no
 * account yet. Without a key, an equal request is another attempt.
 */
function toAttempt(
  { secrets }: AppContext,
  { params, body }: Input,
  { inviterId }: Invitation,
): KeyOwner {
  const { clientId, gRecaptchaResponse: _solution, ...account } = body;
  const actor = { id: inviterId };
  if (clientId === undefined) return { actor, key: undefined };
  const fingerprint = createHmac('sha256', secrets.key('invitation-attempt'))
    .update(JSON.stringify([params.code.toLowerCase(), account]))
    .digest();
  const id = toStoredKey(`invitation ${clientId}`);
  return { actor, key: { id, fingerprint, answer: declaration.answer } };
}

/** Returns the answer of an equal attempt that created the account. */
async function readAnswer({ db }: AppContext, attempt: KeyOwner): Promise<Answer | undefined> {
  const { actor, key } = attempt;
  if (!key || !(await isReplay(db, actor, key))) return undefined;
  return db.tx((tx) => runOncePerKey(tx, attempt, () => refuse('key_reused')));
}

const isRefusal = (error: unknown, ...codes: readonly ErrorCode[]): boolean =>
  error instanceof Refusal && codes.includes(error.code);

function refuseClosed(invitation: Invitation, now: Date): void {
  if (invitationState(invitation, now) !== 'open') refuse('invitation_closed');
}

interface Acceptance {
  readonly inviter: Actor;
  readonly passwordHash: string;
  readonly invitationId: number;
}

async function acceptIn(
  tx: Tx,
  ctx: AppContext,
  { body, requestMeta }: Input,
  { inviter, passwordHash, invitationId }: Acceptance,
): Promise<HandlerResult<typeof declaration>> {
  const now = ctx.clock.now();
  // Wallets come before all other rows in the lock order, so the account is created first. Two
  // requests for the last use both create it, and the second one is rolled back here.
  const before = (await tx.first<Invitation>(sql`
    select ${invitationColumns} from reseller_invitations i where i.id = ${invitationId}`))!;
  const account = await createResellerIn(
    tx,
    ctx,
    {
      actor: inviter,
      requestMeta,
      key: undefined,
      body: {
        username: body.username,
        password: body.password,
        credits: before.credits,
        email: body.email,
        emailContact: body.emailContact,
        sale: before.saleCents ?? undefined,
      },
    },
    { passwordHash, isProven: true },
  );
  const invitation = (await tx.first<Invitation>(sql`
    select ${invitationColumns} from reseller_invitations i where i.id = ${invitationId}
    for no key update`))!;
  refuseClosed(invitation, now);
  await insertFirstLimits(tx, {
    accountId: account.id,
    setBy: inviter.id,
    at: now,
    amounts: {
      lines: invitation.maxLines,
      trialsADay: invitation.trialsADay,
      creditsADay: invitation.creditsADay,
      lowestPrice: invitation.lowestPriceCents,
    },
  });
  await tx.run(
    combineCtes({
      used: sql`update reseller_invitations set uses = uses + 1 where id = ${invitationId}`,
      invited: sql`
        insert into invited_accounts (account_id, invitation_id, at)
        values (${account.id}, ${invitationId}, ${now})`,
      event: insertEventCte(requestMeta, {
        kind: 'invitation-accepted',
        actorId: inviter.id,
        accountId: account.id,
        after: { username: account.username, note: invitation.note || null },
      }),
    }),
  );
  return {
    message: 'Conta criada',
    username: account.username,
    credits: account.credits,
  };
}
