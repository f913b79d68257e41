/**
 * Moves credits between the caller and a direct child: a positive amount gives, a negative one
 * withdraws. An admin issues credits to any account with a wallet; credits that it withdraws return
 * to issuance. Source: V-32, V-33, Q-CREDITFLOW, Q-MIN10, Q-STOLENSESSION.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { errorText, refuse } from '@ramal/contract/api/errors';
import {
  type moveCredits as declaration,
  MINIMUM_OPERATION_HUNDREDTHS,
} from '@ramal/contract/resellers/resellers';
import { fromHundredths } from '@ramal/contract/rules/money';
import { calculateBonus, type TopUpBonus } from '@ramal/contract/rules/payments/top-up-bonus';
import sql, { type Sql } from 'sql-template-tag';
import {
  bonusColumn,
  hasWallet,
  lockWalletPairCte,
  moveCreditsCte,
  proveIssuing,
  refuseUnprovenIssue,
  requiresIssuingCode,
  toCredits,
  type Wallet,
} from '../credits/credits.ts';
import { insertEventCte } from '../events/events.ts';
import { type Ctes, type Tx, combineCtes } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { AuthGuard, Call } from '../foundation/http/bind.ts';
import {
  type Claim,
  storeAnswerCte,
  claimKeyCte,
  storedAnswer,
} from '../foundation/idempotency.ts';
import { enforceLimits, limitsColumn, lowestPriceIn, type WithLimits } from '../limits/limits.ts';
import { serializeReseller } from './serialize-reseller.ts';
import { type Reseller, lockResellerCte } from './resellers.sql.ts';

type Input = Call<typeof declaration>;
type Answer = HandlerResult<typeof declaration>;

export async function moveCredits(
  ctx: AppContext,
  spendCode: AuthGuard['spendCode'],
  input: Input,
): Promise<Answer> {
  const { credits: hundredths, code2fa: code } = input.body;
  const isTooSmall = hundredths > 0 && hundredths < MINIMUM_OPERATION_HUNDREDTHS;
  if (isTooSmall && (await requiresIssuingCode(ctx, input, hundredths))) refuseTooSmall();
  const isProven = await proveIssuing(ctx, input, { spendCode, hundredths, code });
  return ctx.db.tx((tx) => moveIn(tx, ctx, input, isProven));
}

/** Moves the credits. The first statement takes all locks, the second writes all changes. */
async function moveIn(tx: Tx, ctx: AppContext, input: Input, isProven: boolean): Promise<Answer> {
  const { actor, body } = input;
  const now = ctx.clock.now();
  const locked = await lockSides(tx, ctx, input);
  const replay = storedAnswer<Answer>(input, locked[0]!);
  if (replay !== undefined) return replay;
  const { child, theirs, mine } = findSides(input, locked);
  const gives = body.credits > 0;
  const bonus = gives ? bonusOfTopUp(input, locked[0]!, child) : 0;
  if (!isProven) await refuseUnprovenIssue(tx, ctx, input, body.credits);
  if (gives) {
    const sale = { unitPriceCents: body.sale };
    await enforceLimits(tx, ctx, {
      actor,
      facts: locked[0]!,
      act: { hundredths: body.credits + bonus, sale },
    });
  }
  let entry = gives ? giveCtes(input, theirs, mine) : withdrawCtes(input, theirs, mine);
  if (mine && mine.balance < body.credits + bonus) refuse('insufficient_credits');
  const answer: Answer = {
    message: gives
      ? `Créditos adicionados com sucesso para ${child.username}`
      : `Créditos retirados com sucesso de ${child.username}`,
    data: serializeReseller(ctx, actor, after(input, child, theirs.balance + bonus, now)),
    balance: toCredits(mine ? mine.balance - body.credits - bonus : null),
    ...(bonus > 0 ? { bonus: fromHundredths(bonus) } : {}),
  };
  if (bonus > 0) {
    await tx.run(combineCtes(entry));
    entry = bonusCtes(input, { theirs, mine: mine! }, bonus);
  }
  await tx.finish(
    combineCtes({
      ...entry,
      ...(gives ? { account: updateTopUp(input, child, now) } : {}),
      event: creditEventCte(input, child, bonus),
      answer: storeAnswerCte(input, answer),
    }),
    'prepared',
  );
  return answer;
}

/**
 * A wallet of the pair and the child. The wallet columns are null without a wallet, the child
 * columns without an accessible child.
 */
interface LockedPair extends Claim, WithLimits, Omit<Reseller, 'id'> {
  readonly ofAccount: number | null;
  readonly walletId: number;
  readonly held: number;
  readonly id: number | null;
  /** Bonus that the caller gives today; null without one. */
  readonly bonus: TopUpBonus | null;
}

/**
 * Claims the idempotency key, locks both wallets and then the child, in the usual lock order. Reads
 * the giver's limits in the same statement. Returns at least one row.
 */
const lockSides = (tx: Tx, { clock }: AppContext, input: Input): Promise<LockedPair[]> =>
  tx.many<LockedPair>(
    sql`
      with claim as (${claimKeyCte(input)}), pair as (${lockWalletPairCte(input.actor.id, input.params.id)}),
        child as (${lockResellerCte(input.actor, input.params.id, sql`pair`)})
      select claim.*, pair.account_id as of_account, pair.id as wallet_id, pair.balance as held,
        child.*, ${limitsColumn(input.actor)}, ${bonusColumn(input.actor.id, clock)}
      from claim left join pair on true left join child on true`,
    'prepared',
  );

interface Sides {
  readonly child: Reseller;
  readonly theirs: Wallet;
  /** The caller's wallet; undefined for an admin. */
  readonly mine: Wallet | undefined;
}

/** Checks the permission under the locks. A refusal rolls back and releases them. */
function findSides({ actor }: Input, locked: readonly LockedPair[]): Sides {
  const { id, ...lockedChild } = locked[0]!;
  const child = { ...lockedChild, id: id ?? refuse('reseller_not_found') };
  if (actor.profile !== 'admin' && child.parentId !== actor.id) refuse('not_direct_child');
  const walletOf = (accountId: number): Wallet | undefined => {
    const wallet = locked.find(({ ofAccount }) => ofAccount === accountId);
    return wallet && { id: wallet.walletId, balance: wallet.held };
  };
  const theirs = walletOf(child.id) ?? refuse('cannot_credit_admin');
  return { child, theirs, mine: hasWallet(actor) ? walletOf(actor.id) : undefined };
}

/** Returns the child as it is after the movement. */
const after = (input: Input, child: Reseller, held: number, now: Date): Reseller => ({
  ...child,
  balance: held + input.body.credits,
  ...(input.body.credits > 0
    ? { lastTopupAt: now, saleCents: newPrice(input, child) ?? child.saleCents }
    : {}),
});

function giveCtes(input: Input, theirs: Wallet, mine: Wallet | undefined): Ctes {
  const amount = input.body.credits;
  if (amount < MINIMUM_OPERATION_HUNDREDTHS) refuseTooSmall();
  if (mine && mine.balance < amount) refuse('insufficient_credits');
  return moveCreditsCte(input, {
    from: mine ?? 'issuance',
    to: theirs,
    amount,
    cause: cause(input),
  });
}

function withdrawCtes(input: Input, theirs: Wallet, mine: Wallet | undefined): Ctes {
  const amount = -input.body.credits;
  if (theirs.balance < amount) refuse('child_insufficient_credits');
  if (amount < MINIMUM_OPERATION_HUNDREDTHS && amount !== theirs.balance) refuseTooSmall();
  return moveCreditsCte(input, {
    from: theirs,
    to: mine ?? 'issuance',
    amount,
    cause: cause(input),
  });
}

/** Returns the bonus in hundredths. Only the direct parent gives one, from its own wallet. */
function bonusOfTopUp({ actor, body }: Input, facts: LockedPair, child: Reseller): number {
  if (!hasWallet(actor) || child.parentId !== actor.id) return 0;
  return calculateBonus(facts.bonus, {
    hundredths: body.credits,
    unitPriceCents: body.sale,
    lowestPriceCents: lowestPriceIn(facts),
  });
}

/** CTEs: move the bonus, after the top-up changed both balances. */
function bonusCtes(
  input: Input,
  { theirs, mine }: { readonly theirs: Wallet; readonly mine: Wallet },
  amount: number,
): Ctes {
  const { credits } = input.body;
  return moveCreditsCte(input, {
    from: { ...mine, balance: mine.balance - credits },
    to: { ...theirs, balance: theirs.balance + credits },
    amount,
    cause: { reason: 'bonus-granted', accountId: input.params.id },
  });
}

const refuseTooSmall = (): never =>
  refuse('minimum_operation', { fields: { credits: errorText('minimum_operation') } });

const cause = ({ body, params }: Input) =>
  ({
    reason: body.credits > 0 ? 'credits-given' : 'credits-withdrawn',
    accountId: params.id,
    unitPriceCents: body.sale,
    note: body.reason,
  }) as const;

/** Returns the price of a top-up by the parent, which becomes the default price of the next one. */
const newPrice = ({ actor, body }: Input, child: Reseller): number | null =>
  child.parentId === actor.id ? body.sale : null;

const updateTopUp = (input: Input, child: Reseller, now: Date): Sql => sql`
  update accounts set last_topup_at = ${now}, sale_cents = coalesce(${newPrice(input, child)}, sale_cents)
  where id = ${child.id}`;

const creditEventCte = ({ actor, body, requestMeta }: Input, child: Reseller, bonus: number): Sql =>
  insertEventCte(requestMeta, {
    kind: body.credits > 0 ? 'credits-given' : 'credits-withdrawn',
    actorId: actor.id,
    accountId: child.id,
    after: {
      hundredths: Math.abs(body.credits),
      saleCents: body.sale,
      note: body.reason ?? null,
      ...(bonus > 0 ? { bonusHundredths: bonus } : {}),
    },
  });
