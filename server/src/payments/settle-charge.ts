/**
 * Delivers a payment once. A renewal takes the reseller's portal credit and extends the line, in
 * the order of payment. A top-up moves credits from the parent. Without enough credit the payment
 * is stored and waits. Callers hold the locks of the wallets.
 */
import { ACCOUNT_DELETED } from '@ramal/contract/payments/top-ups';
import { extendByMonths } from '@ramal/contract/rules/payments/calendar-months';
import { extendExpiry } from '@ramal/contract/rules/terms';
import sql, { type Sql } from 'sql-template-tag';
import { type LedgerActor, moveCreditsCte, type OwnedWallet } from '../credits/credits.ts';
import { insertEventCte } from '../events/events.ts';
import { paidPeriodCtes } from '../line-payments/line-payments.ts';
import type { ClockReading } from '../foundation/clock.ts';
import { combineCtes, type Tx } from '../foundation/database.ts';
import { changeLine, lockLineToRenew } from '../lines/lines.ts';
import { type Charge, lockWaitingRenewals } from './charges.sql.ts';
import { givenPart } from './reversals/unused-part.ts';

/** Request metadata for events caused by a payment rather than a person. */
export const paymentOrigin = { ip: null, requestId: 'payments' } as const;

const NO_CREDIT = 'Sem crédito no portal: renova assim que houver';
const NO_LINE = 'A linha não pode ser renovada: devolva o valor ou fale com o cliente';
const BY_HAND = 'Entregue à mão depois da restauração';
const NO_UPLINE_CREDIT = 'Faltam créditos para entregar: entrega assim que houver';

/** Maximum number of renewals in one transaction. The next run continues. */
const MAX_BATCH = 20;

const actorOf = (accountId: number, profile: LedgerActor['actor']['profile']): LedgerActor => ({
  actor: { id: accountId, profile },
  requestMeta: {},
});

/**
 * Settles renewals as long as the account's portal credit suffices. The first renewal without
 * enough credit also delays the later ones.
 */
export async function settleRenewals(
  tx: Tx,
  { now, timeZone }: ClockReading,
  accountId: number,
  wallets: readonly OwnedWallet[],
): Promise<void> {
  const wallet = wallets.find((owned) => owned.kind === 'portal' && owned.accountId === accountId);
  if (!wallet) return;
  let { balance } = wallet;
  for (const charge of await lockWaitingRenewals(tx, accountId, NO_LINE, MAX_BATCH)) {
    const line = await lockLineToRenew(tx, charge.lineId!, now);
    if (!line) {
      await wait(tx, charge, NO_LINE);
      continue;
    }
    const { days, credits } = givenPart(charge);
    if (balance < credits) {
      await wait(tx, charge, NO_CREDIT);
      return;
    }
    const { expiresAt, anchorDay, givenDays } = renewedExpiry(charge, line, {
      days,
      now,
      timeZone,
    });
    const by = actorOf(accountId, 'reseller');
    await changeLine(tx, { actor: { id: null }, requestMeta: paymentOrigin }, line, {
      kind: 'line-extended',
      change: { expiresAt, trustedAt: null, rolledBackFrom: null },
      before: { expiresAt: line.expiresAt },
      after: { expiresAt, hundredths: credits, charge: charge.id, ...describeCoupon(charge) },
      parts: {
        ...(credits === 0
          ? {}
          : moveCreditsCte(by, {
              from: { ...wallet, balance },
              to: 'consumption',
              amount: credits,
              cause: {
                reason: 'portal-renewal',
                lineId: line.id,
              },
            })),
        ...paidPeriodCtes(line.id, { ownerId: accountId, cents: charge.cents, at: now }),
        settled: settled(charge, now, expiresAt, givenDays),
        ...(anchorDay === null
          ? {}
          : {
              anchor: sql`
                update pix_authorizations set anchor_day = ${anchorDay} where id = ${charge.authorizationId}`,
            }),
      },
    });
    balance -= credits;
  }
}

/** Coupon and added days of a renewal, for its event. */
const describeCoupon = ({ couponCode, bonusDays }: Charge) => ({
  ...(couponCode === null ? {} : { coupon: couponCode }),
  ...(bonusDays === 0 ? {} : { bonusDays }),
});

interface RenewedExpiry {
  readonly expiresAt: Date;
  readonly anchorDay: number | null;
  readonly givenDays: number | null;
}

/**
 * Charges of recurring Pix renew by calendar months. All others, and days that are given again,
 * renew by days (Q-RECURMONTHS).
 */
function renewedExpiry(
  { anchorDay, months, undoneDays }: Charge,
  { expiresAt }: { readonly expiresAt: Date },
  { days, now, timeZone }: ClockReading & { readonly days: number },
): RenewedExpiry {
  if (anchorDay === null || undoneDays !== null)
    return {
      expiresAt: extendExpiry(expiresAt, days, now, timeZone),
      anchorDay: null,
      givenDays: null,
    };
  const renewal = extendByMonths({ expiresAt, anchorDay }, months!, now, timeZone);
  return { expiresAt: renewal.expiresAt, anchorDay: renewal.anchorDay, givenDays: renewal.days };
}

const settled = (
  charge: Charge,
  now: Date,
  renewedUntil: Date | null,
  givenDays: number | null = null,
): Sql => sql`
  update charges set state = 'settled', settled_at = ${now}, reason = null, renewed_until = ${renewedUntil},
    given_days = coalesce(${givenDays}, given_days)
  where id = ${charge.id}`;

/**
 * Settles a purchase that was delivered by hand after a restore. The money is kept, and nothing is
 * delivered again.
 */
export const settleByHand = async (tx: Tx, now: Date, charge: Charge): Promise<void> => {
  await tx.run(sql`
    update charges set state = 'settled', settled_at = ${now}, settled_by_hand = true, reason = ${BY_HAND}
    where id = ${charge.id}`);
};

export const PAID_TWICE = 'Pago duas vezes: devolva um dos pagamentos';
export const PARTLY_BACK = 'Devolvido em parte: decida o que fazer com a renovação';
/** Reasons that need a person's decision and are not overwritten. */
const decisions: readonly (string | null)[] = [PAID_TWICE, PARTLY_BACK];

/**
 * Stores the reason and notifies the reseller, unless the reason is the same or a person must
 * decide first.
 */
async function wait(tx: Tx, charge: Charge, reason: string): Promise<void> {
  if (charge.reason === reason || decisions.includes(charge.reason)) return;
  await tx.run(
    combineCtes({
      charge: sql`update charges set reason = ${reason} where id = ${charge.id}`,
      event: insertEventCte(paymentOrigin, {
        kind: 'recharge-waiting',
        actorId: null,
        accountId: charge.accountId,
        ...(charge.lineId === null ? {} : { lineId: charge.lineId }),
        after: { saleCents: charge.cents, reason, charge: charge.id },
      }),
    }),
  );
}

export interface Seller {
  readonly id: number;
  readonly profile: LedgerActor['actor']['profile'];
}

/** Calculates the price of one purchased credit in cents, for the statement and the reports. */
export const creditPriceCents = ({ cents, credits }: Charge): number =>
  Math.round((cents * 100) / credits);

interface PaidTopUp {
  readonly charge: Charge;
  readonly seller: Seller;
  readonly wallets: readonly OwnedWallet[];
}

export async function settleTopUp(
  tx: Tx,
  now: Date,
  { charge, seller, wallets }: PaidTopUp,
): Promise<void> {
  const balanceOf = (id: number) =>
    wallets.find((owned) => owned.kind === 'balance' && owned.accountId === id);
  const [theirs, ours] = [balanceOf(charge.buyerId!), balanceOf(seller.id)];
  const amount = charge.undoneCredits ?? charge.credits;
  const bonus = charge.undoneBonus ?? charge.bonusCredits;
  if (await isEitherDeleted(tx, seller.id, charge.buyerId!)) {
    await wait(tx, charge, ACCOUNT_DELETED);
    return;
  }
  if (!theirs || (seller.profile !== 'admin' && (ours?.balance ?? 0) < amount + bonus)) {
    await wait(tx, charge, NO_UPLINE_CREDIT);
    return;
  }
  const by = actorOf(seller.id, seller.profile);
  const source = seller.profile === 'admin' ? 'issuance' : ours!;
  await tx.run(
    combineCtes({
      ...moveCreditsCte(by, {
        from: source,
        to: theirs,
        amount,
        cause: {
          reason: 'credits-bought',
          accountId: charge.buyerId!,
          unitPriceCents: creditPriceCents(charge),
        },
      }),
      settled: settled(charge, now, null),
      account: sql`update accounts set last_topup_at = ${now} where id = ${charge.buyerId}`,
      event: insertEventCte(paymentOrigin, {
        kind: 'credits-bought',
        actorId: null,
        accountId: charge.buyerId,
        after: { hundredths: amount, saleCents: charge.cents, bonusHundredths: bonus },
      }),
    }),
  );
  if (bonus === 0) return;
  await tx.run(
    combineCtes(
      moveCreditsCte(by, {
        from: source === 'issuance' ? source : { ...source, balance: source.balance - amount },
        to: { ...theirs, balance: theirs.balance + amount },
        amount: bonus,
        cause: { reason: 'bonus-granted', accountId: charge.buyerId! },
      }),
    ),
  );
}

/** True if one of the accounts is deleted. The purchase continues after an admin restores it. */
const isEitherDeleted = async (tx: Tx, ...ids: readonly number[]): Promise<boolean> =>
  (await tx.first(
    sql`select from accounts where id = any(${ids}::bigint[]) and deleted_at is not null`,
  )) !== undefined;

/** Settles a test payment, which delivers nothing and only proves that money arrives. */
export const settleTest = async (tx: Tx, now: Date, charge: Charge): Promise<void> => {
  await tx.run(settled(charge, now, null));
};
