select lock_briefly('share row exclusive', 'wallets');

-- The nightly proof reads the entries after the last closed month, and adds what is stored of the months before.

-- The entries above `after_id` and up to `until_id` were proven when their month was over. By ids, because an entry
-- carries the time at which its request began, and ids give the order in a wallet.
create table ledger_months (
  until_id bigint primary key,
  after_id bigint not null,
  -- The end of the month.
  until timestamptz not null,
  entries bigint not null,
  -- Sum of the hashes of the rows: any change of one changes it.
  digest numeric not null,
  proven_at timestamptz not null
);

-- The balance of each wallet after the last closed month, the system's wallets included.
create table ledger_balances (
  wallet_id bigint primary key references wallets,
  balance bigint not null
);
