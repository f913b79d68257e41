-- For how much an account sells credits to those directly below it; without a row it sells none.
create table top_up_prices (
  account_id bigint not null references accounts,
  -- Whole credits from which on the price counts; the lowest is the least that is sold.
  from_credits int not null check (from_credits > 0),
  -- For one credit.
  cents bigint not null check (cents > 0),
  primary key (account_id, from_credits)
);
