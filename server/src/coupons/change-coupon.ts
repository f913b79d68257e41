/** Pauses, resumes and ends coupons. Open payments keep their price. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  endCoupon as endDeclaration,
  pauseCoupon as pauseDeclaration,
} from '@ramal/contract/coupons/coupons';
import type { CouponStatus } from '@ramal/contract/coupons/coupon-rules';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { localDay } from '../foundation/clock.ts';
import type { Tx } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { type Coupon, couponColumns, couponStatus, type CouponState } from './coupons.sql.ts';

export const pauseCoupon = (
  ctx: AppContext,
  call: Call<typeof pauseDeclaration>,
): Promise<HandlerResult<typeof pauseDeclaration>> =>
  ctx.db.tx(async (tx) => {
    const { paused } = call.body;
    const coupon = await lockOwnCoupon(tx, call.actor.id, call.params.id);
    const today = localDay(ctx.clock.now(), ctx.clock.timeZone);
    if (coupon.endedAt || coupon.endsOn < today)
      refuse('coupon_ended', { values: { code: coupon.code } });
    if ((coupon.pausedAt !== null) !== paused) {
      const at = paused ? ctx.clock.now() : null;
      await tx.run(sql`update coupons set paused_at = ${at} where id = ${coupon.id}`);
      await recordEvent(tx, call.requestMeta, {
        kind: paused ? 'coupon-paused' : 'coupon-resumed',
        actorId: call.actor.id,
        after: { coupon: coupon.code },
      });
    }
    const message = `Cupom ${coupon.code} ${paused ? 'pausado' : 'vale de novo'}`;
    return { id: coupon.id, status: await readStatus(tx, coupon.id, today), message };
  });

export const endCoupon = (
  ctx: AppContext,
  call: Call<typeof endDeclaration>,
): Promise<HandlerResult<typeof endDeclaration>> =>
  ctx.db.tx(async (tx) => {
    const coupon = await lockOwnCoupon(tx, call.actor.id, call.params.id);
    if (!coupon.endedAt) {
      await tx.run(sql`update coupons set ended_at = ${ctx.clock.now()} where id = ${coupon.id}`);
      await recordEvent(tx, call.requestMeta, {
        kind: 'coupon-ended',
        actorId: call.actor.id,
        after: { coupon: coupon.code },
      });
    }
    return { id: coupon.id, status: 'ended', message: `Cupom ${coupon.code} encerrado` };
  });

const lockOwnCoupon = async (tx: Tx, accountId: number, id: number): Promise<Coupon> =>
  (await tx.first<Coupon>(sql`
    select ${couponColumns} from coupons k
    where k.id = ${id} and k.account_id = ${accountId} and not k.is_personal for no key update`)) ??
  refuse('coupon_not_found');

async function readStatus(tx: Tx, id: number, today: string): Promise<CouponStatus> {
  const row = await tx.first<CouponState>(
    sql`select k.id, ${couponStatus(today)} as status from coupons k where k.id = ${id}`,
  );
  return row!.status;
}
