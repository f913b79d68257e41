-- Coupon that the messages of a win-back group offer.
alter table win_back_groups add column coupon_id bigint references coupons;
