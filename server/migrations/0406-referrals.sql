-- Referrals from customer to customer: the seller's terms, the codes of customers, the friends whom they
-- brought, and the rewards for the payments of these friends.
create table referral_settings (
  account_id bigint primary key references accounts,
  is_on boolean not null,
  -- Days that a counted payment gives. 0 gives nothing.
  referrer_days int not null check (referrer_days between 0 and 60),
  friend_days int not null check (friend_days between 0 and 60),
  wait_days int not null check (wait_days between 0 and 60),
  payments_counted int not null check (payments_counted between 1 and 12),
  friends_a_year int not null check (friends_a_year between 1 and 100)
);

create table referral_codes (
  line_id bigint primary key references lines,
  account_id bigint not null references accounts,
  code text not null unique,
  created_at timestamptz not null
);

create table referrals (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  referrer_line_id bigint not null references lines,
  -- A customer is referred once.
  friend_line_id bigint not null unique references lines,
  at timestamptz not null,
  refused_at timestamptz,
  refusal text,
  constraint referrals_two_lines check (referrer_line_id <> friend_line_id),
  constraint referrals_refusal check ((refused_at is null) = (refusal is null))
);
create index referrals_account_idx on referrals (account_id, id);
create index referrals_referrer_idx on referrals (referrer_line_id);
create index referrals_open_idx on referrals (id) where refused_at is null;

create table referral_rewards (
  id bigint generated always as identity primary key,
  referral_id bigint not null references referrals,
  ordinal int not null check (ordinal >= 1),
  -- Null if the seller gave the reward without a payment in the panel.
  charge_id bigint unique references charges,
  cents bigint check (cents >= 0),
  paid_at timestamptz not null,
  due_at timestamptz not null,
  referrer_days int not null,
  friend_days int not null,
  state text not null check (state in ('waiting', 'delivered', 'returned', 'refused')),
  reason text,
  delivered_at timestamptz,
  returned_at timestamptz,
  -- Hundredths of a credit that the seller paid for the days of each side.
  referrer_cost bigint not null default 0 check (referrer_cost >= 0),
  friend_cost bigint not null default 0 check (friend_cost >= 0),
  -- Hundredths of a credit that a refund returned.
  returned_cost bigint not null default 0 check (returned_cost between 0 and referrer_cost + friend_cost),
  constraint referral_rewards_once unique (referral_id, ordinal)
);
create index referral_rewards_due_idx on referral_rewards (due_at) where state = 'waiting';
