-- What whoever stands above allows an account. Above and below are looked up by its ancestors: the
-- tightest of all rows on the way holds. Null is no limit.
create table account_limits (
  account_id bigint primary key references accounts,
  lines int check (lines >= 0),
  trials_a_day int check (trials_a_day >= 0),
  -- Hundredths.
  credits_a_day bigint check (credits_a_day >= 0),
  lowest_price_cents bigint check (lowest_price_cents >= 0),
  platforms text[],
  set_by bigint not null references accounts,
  set_at timestamptz not null
);
