-- Coupons of sellers, and the charges that they made cheaper or larger.
create table coupons (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  code text not null check (code ~ '^[A-Z0-9]{4,12}$'),
  kind text not null check (kind in ('percent', 'value', 'days', 'months', 'credits')),
  -- Percent, cents, days, months, or hundredths of a credit.
  amount int not null check (amount > 0),
  -- Smallest top-up in whole credits.
  least_credits int check (least_credits > 0),
  -- Plans in months; empty for all plans.
  plans smallint[] not null default '{}' check (plans <@ '{1,2,3,6,12}'::smallint[]),
  -- Customers for whom the coupon is valid; empty for all customers.
  audiences text[] not null default '{}'
    check (audiences <@ '{new,expired,trial,win-back,chosen}'::text[]),
  is_once_per_customer boolean not null,
  most_uses int check (most_uses > 0),
  -- First and last day in the time zone of the panel.
  starts_on date not null,
  ends_on date not null,
  created_at timestamptz not null,
  paused_at timestamptz,
  ended_at timestamptz,
  constraint coupons_code unique (account_id, code),
  constraint coupons_forward check (ends_on >= starts_on),
  constraint coupons_of_a_kind check (
    case kind
      when 'credits' then least_credits is not null and plans = '{}' and audiences = '{}'
      when 'percent' then least_credits is null and amount < 100
      else least_credits is null
    end
  )
);
revoke delete, truncate on coupons from ramal_app;

-- Customers of a coupon for chosen customers.
create table coupon_lines (
  coupon_id bigint not null references coupons,
  line_id bigint not null references lines,
  primary key (coupon_id, line_id)
);
create index coupon_lines_line_idx on coupon_lines (line_id);

alter table charges
  add column coupon_id bigint references coupons,
  -- Price without the coupon.
  add column list_cents bigint check (list_cents >= cents),
  -- Given in addition to the plan.
  add column bonus_days int not null default 0 check (bonus_days >= 0),
  -- Digest of the document of the payer, if the provider tells it.
  add column payer_mark bytea,
  add constraint charges_whole_coupon check ((coupon_id is null) = (list_cents is null)) not valid;
create index charges_coupon_idx on charges (coupon_id, id) where coupon_id is not null;

-- One row for each charge with a coupon. A use counts while its charge is pending, paid or settled.
create table coupon_redemptions (
  charge_id bigint primary key references charges,
  coupon_id bigint not null references coupons,
  line_id bigint references lines,
  buyer_id bigint references accounts,
  -- Digests of number and device; erased some time after the end of the coupon.
  phone_mark bytea,
  device_mark bytea,
  redeemed_at timestamptz not null
);
create index coupon_redemptions_coupon_idx on coupon_redemptions (coupon_id);
create index coupon_redemptions_line_idx on coupon_redemptions (line_id) where line_id is not null;
revoke delete, truncate on coupon_redemptions from ramal_app;
