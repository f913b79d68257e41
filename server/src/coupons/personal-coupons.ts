/**
 * Coupons of one customer, which a reward creates. Lists do not show them, nobody has to type them,
 * and the portal applies the oldest one to the next payment.
 */
import { randomInt } from 'node:crypto';
import { MAX_COUPON_VALIDITY_DAYS } from '@ramal/contract/coupons/coupons';
import { discountedCents, floorCents } from '@ramal/contract/coupons/coupon-rules';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { addDays, type ClockReading, localDay } from '../foundation/clock.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import { readLowestPrice } from '../limits/limits.ts';
import type { Line } from '../lines/lines.ts';
import type { CouponPurchase } from './coupon-price.ts';

const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const RANDOM_LENGTH = 9;

const newCode = (): string =>
  `IND${Array.from({ length: RANDOM_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;

interface NewPersonalCoupon {
  readonly accountId: number;
  readonly lineId: number;
  readonly percent: number;
}

interface CreatedCoupon {
  readonly id: number;
  readonly code: string;
  /** Last day as yyyy-mm-dd. */
  readonly endsOn: string;
}

/** Creates a percent coupon for a single payment of the customer of this line. */
export async function createPersonalCoupon(
  tx: Tx,
  { now, timeZone }: ClockReading,
  { accountId, lineId, percent }: NewPersonalCoupon,
): Promise<CreatedCoupon> {
  const today = localDay(now, timeZone);
  const endsOn = addDays(today, MAX_COUPON_VALIDITY_DAYS - 1);
  for (;;) {
    const code = newCode();
    // A code that the seller already has inserts nothing.
    const coupon = await tx.first<{ id: number }>(sql`
      with coupon as (
        insert into coupons (account_id, code, kind, amount, audiences, is_once_per_customer, most_uses,
          starts_on, ends_on, created_at, is_personal)
        values (${accountId}, ${code}, 'percent', ${percent}, '{chosen}', true, 1, ${today}, ${endsOn}, ${now}, true)
        on conflict (account_id, code) do nothing returning id
      ), chosen as (
        insert into coupon_lines (coupon_id, line_id) select id, ${lineId} from coupon
      )
      select id from coupon`);
    if (coupon) return { id: coupon.id, code, endsOn };
  }
}

interface EndedCoupon {
  readonly code: string;
  /** True if a payment has used the coupon. */
  readonly isUsed: boolean;
}

/** SQL: a received payment has used the coupon `k`. */
const isPaid = sql`exists (
  select from charges c where c.coupon_id = k.id and c.state in ('paid', 'settled'))`;

/** Ends the coupon. An open payment keeps its price. */
export const endPersonalCoupon = async (tx: Tx, id: number, now: Date): Promise<EndedCoupon> =>
  (await tx.first<EndedCoupon>(sql`
    update coupons k set ended_at = ${now} where k.id = ${id} and k.is_personal
    returning k.code, ${isPaid} as is_used`))!;

/** Makes an ended coupon valid again, because its reward is given again. */
export const reopenPersonalCoupon = async (tx: Tx, id: number): Promise<string> =>
  (await tx.first<{ code: string }>(sql`
    update coupons set ended_at = null where id = ${id} and is_personal returning code`))!.code;

interface PersonalCoupon {
  readonly code: string;
  readonly percent: number;
  /** Number of valid coupons of the customer. */
  readonly count: number;
}

/**
 * Finds the coupon that the next payment of the line uses, the one that ends first. An open payment
 * uses it only after it is paid, because the customer may leave it.
 */
export const findPersonalCoupon = (
  { clock }: Pick<AppContext, 'clock'>,
  reader: Reader,
  { id, ownerId, isTrial }: Pick<Line, 'id' | 'ownerId' | 'isTrial'>,
): Promise<PersonalCoupon | undefined> => {
  const today = localDay(clock.now(), clock.timeZone);
  return reader.first<PersonalCoupon>(sql`
    select k.code, k.amount as percent, (count(*) over ())::int as count
    from coupon_lines p join coupons k on k.id = p.coupon_id
    where p.line_id = ${id} and k.account_id = ${ownerId} and not ${isTrial}::boolean and k.is_personal
      and k.ended_at is null and k.ends_on >= ${today}::date
      and not ${isPaid}
    order by k.ends_on, k.id limit 1`);
};

/** Finds the coupon that a payment of the line uses, unless it made the plan cheaper than allowed. */
export async function findApplyingReward(
  ctx: Pick<AppContext, 'clock'>,
  reader: Reader,
  line: Pick<Line, 'id' | 'ownerId' | 'isTrial'>,
  { cents, hundredths }: Pick<CouponPurchase, 'cents' | 'hundredths'>,
): Promise<PersonalCoupon | undefined> {
  const coupon = await findPersonalCoupon(ctx, reader, line);
  if (!coupon) return undefined;
  const lowest = await readLowestPrice(reader, { id: line.ownerId, profile: 'reseller' });
  const discounted = discountedCents({ kind: 'percent', amount: coupon.percent }, cents);
  return discounted < floorCents(hundredths, lowest) ? undefined : coupon;
}
