-- Sums of months up the tree: the statement and the charts of a large network read some dozen rows instead
-- of adding up each account below. Written by the jobs that sum the months of the accounts.
create table movement_below_months (
  -- Everybody below this account, itself not included; 0 holds the sums of all accounts.
  account_id bigint not null,
  month date not null,
  kind text not null,
  hundredths bigint not null,
  value_cents numeric,
  primary key (account_id, month, kind) include (hundredths, value_cents)
) with (fillfactor = 80);

create table line_below_months (
  account_id bigint not null,
  month date not null,
  new_iptv int not null,
  new_p2p int not null,
  migrated int not null,
  imported int not null,
  renewals int not null,
  expiries int not null,
  primary key (account_id, month)
) with (fillfactor = 80);

-- How often accounts were moved: every month is summed up the tree again after a move.
create table tree_moves (
  one boolean primary key default true check (one),
  count bigint not null default 0
);
insert into tree_moves default values;
create function count_tree_move() returns trigger language plpgsql as $$
begin
  update tree_moves set count = count + 1;
  return null;
end $$;
create trigger accounts_moved after update of ancestors on accounts
  for each statement execute function count_tree_move();

-- The moves that the sums up the tree know of; none yet, so that all months are summed at the next run.
alter table movement_months_taken add column moves_known bigint;
alter table line_months_taken add column moves_known bigint;
