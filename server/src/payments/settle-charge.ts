/**
 * Delivers a payment once. A renewal takes the reseller's portal credit and extends the line, in
 * the order of payment. A sale turns a test into an official line with the sold product, or creates
 * the line. A top-up moves credits from the parent. Without enough credit the payment is stored and
 * waits. Callers hold the locks of the wallets.
 */
import { ACCOUNT_DELETED } from '@ramal/contract/payments/top-ups';
import { extendByMonths } from '@ramal/contract/rules/payments/calendar-months';
import { extendExpiry } from '@ramal/contract/rules/terms';
import sql, { type Sql } from 'sql-template-tag';
import { type LedgerActor, moveCreditsCte, type OwnedWallet } from '../credits/credits.ts';
import { insertEventCte } from '../events/events.ts';
import { paidPeriodCtes } from '../line-payments/line-payments.ts';
import type { ClockReading } from '../foundation/clock.ts';
import type { Config } from '../foundation/config.ts';
import { combineCtes, type Ctes, type Tx } from '../foundation/database.ts';
import {
  changeLine,
  findSoldProduct,
  type Line,
  lockLineToRenew,
  lockUndeletedLine,
  type Product,
  productEventData,
  sellLine,
} from '../lines/lines.ts';
import { type Charge, lockWaitingRenewals } from './charges.sql.ts';
import { givenPart } from './reversals/unused-part.ts';
import { readSaleOrder, type SaleOrder, toSoldProduct } from './sale-orders.ts';

/** Request metadata for events caused by a payment rather than a person. */
export const paymentOrigin = { ip: null, requestId: 'payments' } as const;

const NO_CREDIT = 'Sem crédito no portal: renova assim que houver';
const NO_CREDIT_FOR_SALE = 'Sem crédito no portal: libera a linha assim que houver';
const NO_PRODUCT = 'O pacote vendido não existe mais: devolva o valor ou fale com o cliente';
const NO_LINE = 'A linha não pode ser renovada: devolva o valor ou fale com o cliente';
const BY_HAND = 'Entregue à mão depois da restauração';
const NO_UPLINE_CREDIT = 'Faltam créditos para entregar: entrega assim que houver';

/** Maximum number of renewals in one transaction. The next run continues. */
const MAX_BATCH = 20;

const actorOf = (accountId: number, profile: LedgerActor['actor']['profile']): LedgerActor => ({
  actor: { id: accountId, profile },
  requestMeta: {},
});

/** Time of a settlement, and the configuration that names the products of new lines. */
export interface Settlement extends ClockReading {
  readonly config: Config;
}

/**
 * Settles renewals and sales as long as the account's portal credit suffices. The first one without
 * enough credit also delays the later ones.
 */
export async function settleRenewals(
  tx: Tx,
  at: Settlement,
  accountId: number,
  wallets: readonly OwnedWallet[],
): Promise<void> {
  const wallet = wallets.find((owned) => owned.kind === 'portal' && owned.accountId === accountId);
  if (!wallet) return;
  let { balance } = wallet;
  for (const charge of await lockWaitingRenewals(tx, accountId, [NO_LINE, NO_PRODUCT], MAX_BATCH)) {
    const target = await findTarget(tx, charge, at.now);
    if (!target) {
      await wait(tx, charge, NO_LINE);
      continue;
    }
    const { credits } = givenPart(charge);
    if (balance < credits) {
      await wait(tx, charge, charge.purpose === 'sale' ? NO_CREDIT_FOR_SALE : NO_CREDIT);
      return;
    }
    const paid: PaidRenewal = { charge, wallet: { ...wallet, balance }, at };
    const isDelivered =
      'line' in target
        ? await extendPaidLine(tx, target, paid)
        : await sellPaidLine(tx, target.order, paid);
    if (!isDelivered) {
      await wait(tx, charge, NO_PRODUCT);
      continue;
    }
    balance -= credits;
  }
}

/** Coupon and added days of a renewal, for its event. */
const describeCoupon = ({ couponCode, bonusDays }: Charge) => ({
  ...(couponCode === null ? {} : { coupon: couponCode }),
  ...(bonusDays === 0 ? {} : { bonusDays }),
});

/**
 * Finds the line that the payment extends, or the order whose line does not exist yet. A test whose
 * line was deleted gets a new line. Undefined if nothing can be delivered (Q-SALEONCE).
 */
async function findTarget(
  tx: Tx,
  { id, purpose, lineId, undoneDays }: Charge,
  now: Date,
): Promise<PaidLine | { readonly order: SaleOrder } | undefined> {
  if (purpose === 'renewal') {
    const line = await lockLineToRenew(tx, lineId!, now);
    return line && { line };
  }
  const line = lineId === null ? undefined : await lockUndeletedLine(tx, lineId, now);
  if (line?.isTrial && line.blockedForAbuseAt) return undefined;
  // Days that are given again do not change the product.
  if (undoneDays !== null) return line && { line };
  const order = await readSaleOrder(tx, id);
  // A line that was delivered before and is deleted now is not created a second time.
  return line ? { line, order } : { order };
}

/** Line that a payment extends, with the order of a sale whose product it receives. */
interface PaidLine {
  readonly line: Line;
  readonly order?: SaleOrder;
}

interface PaidRenewal {
  readonly charge: Charge;
  readonly wallet: OwnedWallet;
  readonly at: Settlement;
}

/**
 * Extends the line, and gives it the product that was paid. Returns false if this product no longer
 * exists.
 */
async function extendPaidLine(
  tx: Tx,
  { line, order }: PaidLine,
  paid: PaidRenewal,
): Promise<boolean> {
  const { charge, at } = paid;
  const product = order ? await findPaidProduct(tx, at, line, order) : line;
  if (!product) return false;
  const { now, timeZone } = at;
  const { days, credits } = givenPart(charge);
  const renewal = renewedExpiry(charge, line, { days, now, timeZone });
  const { expiresAt } = renewal;
  const { packageId, bouquetIds, productId } = product;
  const changed = product === line ? {} : { packageId, bouquetIds, productId };
  const extension = { expiresAt, trustedAt: null, rolledBackFrom: null, ...changed };
  const describe = (sold: Product) => (product === line ? {} : productEventData(at, sold));
  await changeLine(tx, { actor: { id: null }, requestMeta: paymentOrigin }, line, {
    kind: line.isTrial ? 'line-promoted' : 'line-extended',
    // A paid line is switched on, also if the test was off.
    change: line.isTrial ? { ...extension, isTrial: false, isOn: true } : extension,
    before: { expiresAt: line.expiresAt, ...describe(line) },
    after: {
      expiresAt,
      hundredths: credits,
      charge: charge.id,
      ...describeCoupon(charge),
      ...describe(product),
    },
    parts: {
      ...paymentCtes(line.id, paid),
      ...settledCtes(charge, now, renewal),
    },
  });
  return true;
}

/**
 * Returns the product that the order sold, or the line itself if it has this product. A line that
 * moved to another platform in the meantime keeps what it has. Undefined if the product is gone.
 */
async function findPaidProduct(
  tx: Tx,
  at: Settlement,
  line: Line,
  order: SaleOrder,
): Promise<Product | undefined> {
  const { platform, productId } = order;
  const isSame = (line.packageId ?? line.productId ?? 0) === productId;
  if (isSame || platform !== line.platform) return line;
  return findSoldProduct(tx, at, toSoldProduct(order));
}

/** Creates the line of an order. Returns false if the product of the order no longer exists. */
async function sellPaidLine(tx: Tx, order: SaleOrder, paid: PaidRenewal): Promise<boolean> {
  const { charge, at } = paid;
  const { now, timeZone } = at;
  const { days, credits } = givenPart(charge);
  // A new line begins now, like the renewal of a line that has expired.
  const renewal = renewedExpiry(charge, { expiresAt: now }, { days, now, timeZone });
  const { expiresAt } = renewal;
  const { platform, whatsapp, origin } = order;
  const product = toSoldProduct(order);
  const sold = { ownerId: charge.accountId, platform, product, whatsapp, origin, expiresAt };
  const lineId = await sellLine(
    tx,
    at,
    { ...sold, now },
    {
      requestMeta: paymentOrigin,
      after: { hundredths: credits, charge: charge.id, ...describeCoupon(charge) },
      parts: (id) => ({
        ...paymentCtes(id, paid),
        ...settledCtes({ ...charge, lineId: id }, now, renewal),
      }),
    },
  );
  return lineId !== undefined;
}

/** CTEs: take the credits of the payment, and begin a period that the customer paid. */
function paymentCtes(lineId: number, { charge, wallet, at }: PaidRenewal): Ctes {
  const { credits } = givenPart(charge);
  const { accountId, cents } = charge;
  return {
    ...(credits === 0
      ? {}
      : moveCreditsCte(actorOf(accountId, 'reseller'), {
          from: wallet,
          to: 'consumption',
          amount: credits,
          cause: { reason: 'portal-renewal', lineId },
        })),
    ...paidPeriodCtes(lineId, { ownerId: accountId, cents, at: at.now }),
  };
}

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

/** CTEs: settle the charge, and store the day to which its authorization returns each month. */
const settledCtes = (
  charge: Charge,
  now: Date,
  { expiresAt, anchorDay, givenDays }: RenewedExpiry,
): Ctes => ({
  settled: settled(charge, now, expiresAt, givenDays),
  ...(anchorDay === null
    ? {}
    : {
        anchor: sql`
          update pix_authorizations set anchor_day = ${anchorDay} where id = ${charge.authorizationId}`,
      }),
});

const settled = (
  charge: Charge,
  now: Date,
  renewedUntil: Date | null,
  givenDays: number | null = null,
): Sql => sql`
  update charges set state = 'settled', settled_at = ${now}, reason = null, renewed_until = ${renewedUntil},
    line_id = ${charge.lineId}, given_days = coalesce(${givenDays}, given_days)
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
