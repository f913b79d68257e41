/** Access to coupons, which belong to one account. Accounts above it have no access. */
import { randomUUID } from 'node:crypto';
import { type About, type Row, each, sellers } from './rows.ts';

const newCode = () => randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase();

const aCoupon: About = async (ctx, { owner }) => {
  const { rows } = await ctx.owner.query<{ id: number }>(
    `insert into coupons (account_id, code, kind, amount, is_once_per_customer, starts_on, ends_on, created_at)
     values ($1, $2, 'percent', 20, true, '2026-01-01', '2099-12-31', $3) returning id::int`,
    [owner.id, newCode(), ctx.clock.now()],
  );
  return rows[0]!.id;
};

const aboutCoupon = (body: Record<string, unknown>): Row => ({
  outcomes: each({ otherwise: 404, owner: 200, admin: 403 }),
  about: aCoupon,
  sent: (id) => ({ params: { id }, body }),
});

export const coupons: Record<string, Row> = {
  'list-coupons': { outcomes: sellers },
  // No coupon has ended, so the export is empty.
  'export-coupons': {
    outcomes: each({ otherwise: 422, admin: 403 }),
    sent: () => ({ body: { status: 'over' } }),
  },
  'get-coupon-options': { outcomes: sellers },
  'count-coupon-customers': { outcomes: sellers, sent: () => ({ body: {} }) },
  'create-coupon': {
    outcomes: sellers,
    sent: () => ({ body: { code: newCode(), kind: 'percent', amount: 10, ends_on: '2027-03-31' } }),
  },
  'pause-coupon': aboutCoupon({ paused: true }),
  'end-coupon': aboutCoupon({}),
  // No account of this table sells credits.
  'check-top-up-coupon': {
    outcomes: each({ otherwise: 422, admin: 403 }),
    sent: () => ({ body: { credits: 50, coupon: 'NATAL20' } }),
  },
  'read-portal-coupon': {
    outcomes: each({ otherwise: 403 }, 403),
    sent: () => ({ body: { key: 'l.1.x', coupon: 'NATAL20' } }),
  },
};
