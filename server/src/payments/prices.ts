/** Prices of a reseller's customers: for one credit, and for each plan (S-RECHARGE-03, V-51). */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  getPlanPrices as plansDeclaration,
  saveCreditValue as valueDeclaration,
  savePlanPrices as savePlansDeclaration,
} from '@ramal/contract/payments/recharges';
import { type PlanMonths, planMonths, getPlanTerm } from '@ramal/contract/rules/plans';
import sql, { type Sql } from 'sql-template-tag';
import { toCredits } from '../credits/credits.ts';
import { insertEventCte } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { combineCtes, type Reader, type Tx } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { openPaymentAccountCte } from './payment-account.ts';
import { requireSecondFactor } from './credits/portal-credits.ts';

interface PlanPrice {
  readonly months: PlanMonths;
  /** Price of the plan in cents; null if the price is calculated from the price of a credit. */
  readonly ownCents: number | null;
  /**
   * Price for the customer in cents. Null if neither a price of the plan nor the price of a credit
   * is set; then the plan is not offered.
   */
  readonly cents: number | null;
  /** Hundredths of a credit that the renewal takes from the portal wallet. */
  readonly hundredths: number;
}

/** Reads the price of one credit in cents; null if it is not set. */
export async function readCreditCents(reader: Reader, accountId: number): Promise<number | null> {
  const row = await reader.first<{ cents: number | null }>(
    sql`select credit_cents as cents from payment_accounts where account_id = ${accountId}`,
  );
  return row?.cents ?? null;
}

export async function readPlanPrices(reader: Reader, accountId: number): Promise<PlanPrice[]> {
  const [credit, rows] = await Promise.all([
    readCreditCents(reader, accountId),
    reader.many<{ months: PlanMonths; cents: number }>(
      sql`select months, cents from plan_prices where account_id = ${accountId}`,
    ),
  ]);
  return planMonths.map((months) => {
    const { hundredths } = getPlanTerm(months);
    const ownCents = rows.find((row) => row.months === months)?.cents ?? null;
    const byCredit = credit === null ? null : Math.round((credit * hundredths) / 100);
    return { months, ownCents, cents: ownCents ?? byCredit, hundredths };
  });
}

const onWire = (prices: readonly PlanPrice[]) => ({
  plans: prices.map(({ months, ownCents, cents, hundredths }) => ({
    months,
    value: toCredits(ownCents),
    shown: toCredits(cents),
    credits: hundredths / 100,
  })),
});

export const getPlanPrices = async (
  { db }: AppContext,
  { actor }: Call<typeof plansDeclaration>,
): Promise<HandlerResult<typeof plansDeclaration>> => onWire(await readPlanPrices(db, actor.id));

export async function saveCreditValue(
  { db }: AppContext,
  { actor, body, requestMeta }: Call<typeof valueDeclaration>,
): Promise<HandlerResult<typeof valueDeclaration>> {
  requireSecondFactor(actor);
  const cents = body.creditPortal || null;
  await db.tx(async (tx) => {
    await tx.run(openPaymentAccountCte(actor.id));
    const before = await readCreditCents(tx, actor.id);
    await tx.run(
      combineCtes({
        account: sql`update payment_accounts set credit_cents = ${cents} where account_id = ${actor.id}`,
        event: insertEventCte(requestMeta, {
          kind: 'credit-value-set',
          actorId: actor.id,
          before: { saleCents: before },
          after: { saleCents: cents },
        }),
      }),
    );
  });
  return { message: 'Valor alterado', creditPortal: toCredits(cents) };
}

export async function savePlanPrices(
  { db }: AppContext,
  { actor, body, requestMeta }: Call<typeof savePlansDeclaration>,
): Promise<HandlerResult<typeof savePlansDeclaration>> {
  const sent = planMonths.flatMap((months) => {
    const cents = body[`month${months}`];
    return cents === undefined ? [] : [{ months, priceCents: cents || null }];
  });
  const prices = await db.tx(async (tx) => {
    await storePlanPrices(tx, { actor, requestMeta }, sent);
    return readPlanPrices(tx, actor.id);
  });
  return { message: 'Preços guardados', ...onWire(prices) };
}

/** Stores prices of plans for every page that sells them. Null removes a price. */
export async function storePlanPrices(
  tx: Tx,
  { actor, requestMeta }: Pick<Caller, 'actor' | 'requestMeta'>,
  sent: readonly { readonly months: PlanMonths; readonly priceCents: number | null }[],
): Promise<void> {
  requireSecondFactor(actor);
  const months = sent.map((price) => price.months);
  const priced = sent.flatMap(({ months: count, priceCents: cents }) =>
    cents === null ? [] : [{ months: count, cents }],
  );
  // Locks the account, because two concurrent requests would each restore the prices that the
  // other removed.
  await tx.first(sql`select from accounts where id = ${actor.id} for no key update`);
  await tx.run(
    sql`delete from plan_prices where account_id = ${actor.id} and months = any(${months}::smallint[])`,
  );
  await tx.run(
    combineCtes({
      prices: insertPrices(actor.id, priced),
      event: insertEventCte(requestMeta, {
        kind: 'plan-prices-set',
        actorId: actor.id,
        after: { prices: priced },
      }),
    }),
  );
}

const insertPrices = (
  accountId: number,
  prices: readonly { readonly months: number; readonly cents: number }[],
): Sql => sql`
  insert into plan_prices (account_id, months, cents)
  select ${accountId}, months, cents
  from unnest(${prices.map(({ months }) => months)}::smallint[], ${prices.map(({ cents }) => cents)}::bigint[])
    as price (months, cents)`;
