-- A reward of a referral may be a discount instead of days. Its delivery creates a coupon for one customer, which lists
-- do not show and which the portal applies to the next payment.
alter table coupons
  add column is_personal boolean not null default false,
  add constraint coupons_for_one_customer check (
    not is_personal or kind = 'percent' and most_uses = 1 and is_once_per_customer and audiences = '{chosen}');
create index coupons_shown_idx on coupons (account_id, id) where not is_personal;

alter table referral_settings
  add column referrer_percent int not null default 0 check (referrer_percent between 0 and 90),
  add constraint referral_settings_single_reward check (referrer_percent = 0 or referrer_days = 0);

-- A former release that runs at the same time cannot deliver a discount without its coupon.
alter table referral_rewards
  add column referrer_percent int not null default 0 check (referrer_percent between 0 and 90),
  add column coupon_id bigint unique references coupons,
  add constraint referral_rewards_discount check (
    (state <> 'delivered' or referrer_percent = 0 or coupon_id is not null) and (coupon_id is null or referrer_percent > 0)
    and (referrer_percent = 0 or referrer_days = 0));
