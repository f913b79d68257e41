/**
 * Moves credits between whoever calls and a direct child: positive gives, negative withdraws. An
 * admin issues to anyone who holds a wallet, and takes back what it withdraws.
 * Source: V-32, V-33, Q-CREDITFLOW, Q-MIN10.
 */
import type { Given } from '@ramal/contract/endpoint';
import { refuse } from '@ramal/contract/errors';
import { type moveCredits as declaration, MINIMUM_OPERATION_HUNDREDTHS } from '@ramal/contract/resellers';
import sql, { type Sql } from 'sql-template-tag';
import { type Wallet, hasWallet, lockPair, moving, onWire } from '../credits/credits.ts';
import { recording } from '../events/events.ts';
import { type Parts, type Tx, together } from '../foundation/database.ts';
import type { House } from '../foundation/house.ts';
import type { Call } from '../foundation/http/bind.ts';
import { onceByKey } from '../foundation/idempotency.ts';
import { resellerRow } from './reseller-wire.ts';
import { type Account, lockAccount, readReseller } from './resellers.sql.ts';

type Asked = Call<typeof declaration>;
type Answer = Given<typeof declaration>;

export const moveCredits = (house: House, asked: Asked): Promise<Answer> =>
  house.db.tx((tx) => onceByKey(tx, asked, () => moveIn(tx, house, asked)));

async function moveIn(tx: Tx, house: House, asked: Asked): Promise<Answer> {
  const { actor, body } = asked;
  const { child, theirs, mine } = await lockSides(tx, asked);
  const now = house.clock.now();
  const gives = body.credits > 0;
  const entry = gives ? giving(asked, theirs, mine) : withdrawing(asked, theirs, mine);
  await tx.run(
    together({ ...entry, ...(gives ? { account: topping(asked, child, now) } : {}), event: happened(asked, child) }),
  );
  return {
    message: gives
      ? `Créditos adicionados com sucesso para ${child.username}`
      : `Créditos retirados com sucesso de ${child.username}`,
    data: resellerRow(house, actor, await readReseller(tx, child.id, now)),
    balance: onWire(mine ? mine.balance - body.credits : null),
  };
}

interface Sides {
  readonly child: Account;
  readonly theirs: Wallet;
  /** The caller's; an admin has none. */
  readonly mine: Wallet | undefined;
}

/** Wallets before accounts, as everywhere; who may not is refused under the lock, which then ends. */
async function lockSides(tx: Tx, { actor, params }: Asked): Promise<Sides> {
  const wallets = await lockPair(tx, actor.id, params.id);
  const child = (await lockAccount(tx, actor, params.id)) ?? refuse('reseller_not_found');
  if (actor.profile !== 'admin' && child.parentId !== actor.id) refuse('not_direct_child');
  const theirs = wallets.get(child.id) ?? refuse('cannot_credit_admin');
  return { child, theirs, mine: hasWallet(actor) ? wallets.get(actor.id) : undefined };
}

function giving(asked: Asked, theirs: Wallet, mine: Wallet | undefined): Parts {
  const amount = asked.body.credits;
  if (amount < MINIMUM_OPERATION_HUNDREDTHS) refuse('minimum_operation');
  if (mine && mine.balance < amount) refuse('insufficient_credits');
  return moving(asked, mine ?? 'issuance', theirs, amount, cause(asked));
}

function withdrawing(asked: Asked, theirs: Wallet, mine: Wallet | undefined): Parts {
  const amount = -asked.body.credits;
  if (theirs.balance < amount) refuse('child_insufficient_credits');
  if (amount < MINIMUM_OPERATION_HUNDREDTHS && amount !== theirs.balance) refuse('minimum_operation');
  return moving(asked, theirs, mine ?? 'issuance', amount, cause(asked));
}

const cause = ({ body, params }: Asked) =>
  ({
    reason: body.credits > 0 ? 'credits-given' : 'credits-withdrawn',
    accountId: params.id,
    unitPriceCents: body.sale,
    note: body.reason,
  }) as const;

/** A top-up by the parent is also the price the next one starts from. */
function topping({ actor, body }: Asked, child: Account, now: Date): Sql {
  const price = child.parentId === actor.id ? body.sale : null;
  return sql`
    update accounts set last_topup_at = ${now}, sale_cents = coalesce(${price}, sale_cents) where id = ${child.id}`;
}

const happened = ({ actor, body, origin }: Asked, child: Account): Sql =>
  recording(origin, {
    kind: body.credits > 0 ? 'credits-given' : 'credits-withdrawn',
    actorId: actor.id,
    accountId: child.id,
    after: { hundredths: Math.abs(body.credits), saleCents: body.sale, note: body.reason ?? null },
  });
