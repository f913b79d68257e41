-- What whoever stands above allows an account. The tightest of all rows of an account and of everyone
-- above it holds. A row a limit and who set it: what somebody lower sets, and takes away again, leaves
-- what somebody higher set.
create table account_limits (
  account_id bigint not null references accounts,
  name text not null check (name in ('lines', 'trials_a_day', 'credits_a_day', 'lowest_price', 'platforms')),
  set_by bigint not null references accounts,
  -- Lines, tests, hundredths of a credit, cents of a real.
  amount bigint check (amount >= 0),
  platforms text[],
  set_at timestamptz not null,
  primary key (account_id, name, set_by),
  constraint account_limits_one_value check (
    (name = 'platforms') = (platforms is not null) and (name <> 'platforms') = (amount is not null)
  )
);

-- Tests of a day, deleted ones too: whoever has a quota gets none back by deleting.
create index lines_trials_idx on lines (owner_id, created_at) where is_trial;
