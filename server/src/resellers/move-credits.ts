/**
 * Moves credits between whoever calls and a direct child: positive gives, negative withdraws. An
 * admin issues to anyone who holds a wallet, and takes back what it withdraws.
 * Source: V-32, V-33, Q-CREDITFLOW, Q-MIN10.
 */
import type { HandlerResult } from '@ramal/contract/endpoint';
import { refuse } from '@ramal/contract/errors';
import {
  type moveCredits as declaration,
  MINIMUM_OPERATION_HUNDREDTHS,
} from '@ramal/contract/resellers';
import sql, { type Sql } from 'sql-template-tag';
import {
  hasWallet,
  lockWalletPairCte,
  moveCreditsCte,
  toCredits,
  type Wallet,
} from '../credits/credits.ts';
import { insertEventCte } from '../events/events.ts';
import { type Ctes, type Tx, combineCtes } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import {
  type Claim,
  storeAnswerCte,
  claimKeyCte,
  storedAnswer,
} from '../foundation/idempotency.ts';
import { enforceLimits, limitsColumn, type WithLimits } from '../limits/limits.ts';
import { serializeReseller } from './serialize-reseller.ts';
import { type Reseller, lockReseller } from './resellers.sql.ts';

type Asked = Call<typeof declaration>;
type Answer = HandlerResult<typeof declaration>;

export const moveCredits = (ctx: AppContext, asked: Asked): Promise<Answer> =>
  ctx.db.tx((tx) => moveIn(tx, ctx, asked));

/** Both wallets are held from the first statement to the commit: what is written is written at once. */
async function moveIn(tx: Tx, ctx: AppContext, asked: Asked): Promise<Answer> {
  const { actor, body, key } = asked;
  const now = ctx.clock.now();
  const taken = await take(tx, asked);
  const replay = storedAnswer<Answer>(taken[0]!);
  if (replay !== undefined) return replay;
  const { child, theirs, mine } = await findSides(tx, asked, taken);
  const gives = body.credits > 0;
  if (gives) {
    const sale = { unitPriceCents: body.sale };
    await enforceLimits(tx, ctx, actor, taken[0]!, { hundredths: body.credits, sale });
  }
  const entry = gives ? giving(asked, theirs, mine) : withdrawing(asked, theirs, mine);
  const answer: Answer = {
    message: gives
      ? `Créditos adicionados com sucesso para ${child.username}`
      : `Créditos retirados com sucesso de ${child.username}`,
    data: serializeReseller(ctx, actor, after(asked, child, theirs, now)),
    balance: toCredits(mine ? mine.balance - body.credits : null),
  };
  await tx.run(
    combineCtes({
      ...entry,
      ...(gives ? { account: topping(asked, child, now) } : {}),
      event: happened(asked, child),
      answer: storeAnswerCte(asked, answer),
    }),
    `move-credits-${Boolean(key)}-${gives}-${Boolean(mine)}`,
  );
  return answer;
}

interface Taken extends Claim, WithLimits {
  /** All null where there is no wallet. */
  readonly accountId: number | null;
  readonly id: number;
  readonly balance: number;
}

/** The key, both wallets and the giver's limits in one statement; at least one row. */
const take = (tx: Tx, asked: Asked): Promise<Taken[]> =>
  tx.many<Taken>(
    sql`
      with claim as (${claimKeyCte(asked)}), pair as (${lockWalletPairCte(asked.actor.id, asked.params.id)})
      select claim.*, pair.*, ${limitsColumn(asked.actor)} from claim left join pair on true`,
    `take-for-move-${Boolean(asked.key)}`,
  );

interface Sides {
  readonly child: Reseller;
  readonly theirs: Wallet;
  /** The caller's; an admin has none. */
  readonly mine: Wallet | undefined;
}

/** Wallets before accounts, as everywhere; who may not is refused under the lock, which then ends. */
async function findSides(
  tx: Tx,
  { actor, params }: Asked,
  taken: readonly Taken[],
): Promise<Sides> {
  const child = (await lockReseller(tx, actor, params.id)) ?? refuse('reseller_not_found');
  if (actor.profile !== 'admin' && child.parentId !== actor.id) refuse('not_direct_child');
  const walletOf = (id: number): Wallet | undefined =>
    taken.find(({ accountId }) => accountId === id);
  const theirs = walletOf(child.id) ?? refuse('cannot_credit_admin');
  return { child, theirs, mine: hasWallet(actor) ? walletOf(actor.id) : undefined };
}

/** The child as it stands once this is written. */
const after = (asked: Asked, child: Reseller, theirs: Wallet, now: Date): Reseller => ({
  ...child,
  balance: theirs.balance + asked.body.credits,
  ...(asked.body.credits > 0
    ? { lastTopupAt: now, saleCents: newPrice(asked, child) ?? child.saleCents }
    : {}),
});

function giving(asked: Asked, theirs: Wallet, mine: Wallet | undefined): Ctes {
  const amount = asked.body.credits;
  if (amount < MINIMUM_OPERATION_HUNDREDTHS) refuse('minimum_operation');
  if (mine && mine.balance < amount) refuse('insufficient_credits');
  return moveCreditsCte(asked, mine ?? 'issuance', theirs, amount, cause(asked));
}

function withdrawing(asked: Asked, theirs: Wallet, mine: Wallet | undefined): Ctes {
  const amount = -asked.body.credits;
  if (theirs.balance < amount) refuse('child_insufficient_credits');
  if (amount < MINIMUM_OPERATION_HUNDREDTHS && amount !== theirs.balance)
    refuse('minimum_operation');
  return moveCreditsCte(asked, theirs, mine ?? 'issuance', amount, cause(asked));
}

const cause = ({ body, params }: Asked) =>
  ({
    reason: body.credits > 0 ? 'credits-given' : 'credits-withdrawn',
    accountId: params.id,
    unitPriceCents: body.sale,
    note: body.reason,
  }) as const;

/** A top-up by the parent is also the price the next one starts from. */
const newPrice = ({ actor, body }: Asked, child: Reseller): number | null =>
  child.parentId === actor.id ? body.sale : null;

const topping = (asked: Asked, child: Reseller, now: Date): Sql => sql`
  update accounts set last_topup_at = ${now}, sale_cents = coalesce(${newPrice(asked, child)}, sale_cents)
  where id = ${child.id}`;

const happened = ({ actor, body, requestMeta }: Asked, child: Reseller): Sql =>
  insertEventCte(requestMeta, {
    kind: body.credits > 0 ? 'credits-given' : 'credits-withdrawn',
    actorId: actor.id,
    accountId: child.id,
    after: { hundredths: Math.abs(body.credits), saleCents: body.sale, note: body.reason ?? null },
  });
