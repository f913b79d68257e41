-- The business in numbers: paid periods of customers, their receipts, and the sums of accounts.

lock table accounts, lines, line_prices, line_payments, charges in share row exclusive mode;

-- Lines whose facts changed since the last roll-up. Without a key, so that no sale waits for another.
create table changed_lines (
  line_id bigint not null
);

create function note_changed_lines() returns trigger language plpgsql as $$
begin
  insert into changed_lines select distinct id from written;
  return null;
end $$;
create trigger lines_inserted_for_numbers after insert on lines
  referencing new table as written for each statement execute function note_changed_lines();
create trigger lines_updated_for_numbers after update on lines
  referencing new table as written for each statement execute function note_changed_lines();

create function note_lines_of_money() returns trigger language plpgsql as $$
begin
  insert into changed_lines select distinct line_id from written where line_id is not null;
  return null;
end $$;
create trigger line_prices_inserted after insert on line_prices
  referencing new table as written for each statement execute function note_lines_of_money();
create trigger line_prices_updated after update on line_prices
  referencing new table as written for each statement execute function note_lines_of_money();
create trigger line_prices_deleted after delete on line_prices
  referencing old table as written for each statement execute function note_lines_of_money();
create trigger line_payments_inserted after insert on line_payments
  referencing new table as written for each statement execute function note_lines_of_money();
create trigger line_payments_deleted after delete on line_payments
  referencing old table as written for each statement execute function note_lines_of_money();
create trigger charges_updated after update on charges
  referencing new table as written for each statement execute function note_lines_of_money();
create trigger charges_inserted after insert on charges
  referencing new table as written for each statement execute function note_lines_of_money();

-- A part of the time in which a line is a customer, with one price. The next part begins where this one ends if the
-- line was renewed or its price changed before the expiry.
create table customer_periods (
  line_id bigint not null references lines,
  account_id bigint not null references accounts,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Expiry in force when the period ended or was renewed.
  due_at timestamptz not null,
  -- Time of the next purchase; null until there is one.
  renewed_at timestamptz,
  -- Start of the first period of the line.
  first_at timestamptz not null,
  entry_platform text not null,
  platform text not null,
  plan_days smallint not null,
  origin text not null,
  month_cents int not null check (month_cents >= 0),
  period_cents int not null check (period_cents >= 0),
  price_source text not null check (price_source in ('payment', 'line-price', 'plan-price', 'none')),
  start_cause text not null check (start_cause in ('new', 'recovered', 'renewed', 'changed')),
  end_reason text not null
    check (end_reason in ('renewed', 'changed', 'not-renewed', 'deleted', 'refunded', 'blocked')),
  primary key (line_id, starts_at),
  constraint customer_periods_forward check (ends_at > starts_at)
);
create index customer_periods_end_idx on customer_periods (account_id, ends_at)
  include (line_id, starts_at, month_cents);
create index customer_periods_start_idx on customer_periods (account_id, starts_at)
  include (line_id, ends_at);
create index customer_periods_due_idx on customer_periods (account_id, due_at) include (plan_days, renewed_at);
create index customer_periods_ended_idx on customer_periods (ends_at) include (account_id);

-- Money of customers, append-only for closed months: payments, and returned ones with a negative amount.
create table customer_receipts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  line_id bigint not null references lines,
  -- `charge:5:paid`, `charge:5:returned` or `mark:7`, and its undoing.
  source text not null,
  at timestamptz not null,
  cents bigint not null,
  method text not null check (method in ('pix', 'card', 'manual')),
  platform text not null,
  -- Fee of the provider, by the rate of the account when the payment was counted.
  fee_cents bigint not null default 0,
  -- True if it concerns an earlier month.
  is_correction boolean not null,
  constraint customer_receipts_once unique (line_id, source)
);
create index customer_receipts_account_idx on customer_receipts (account_id, at);

create table customer_trials (
  line_id bigint primary key references lines,
  account_id bigint not null references accounts,
  platform text not null,
  origin text not null,
  hours smallint not null,
  device text not null,
  giver_id bigint references accounts,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  converted_at timestamptz
);
create index customer_trials_account_idx on customer_trials (account_id, ended_at);

-- Customers at two moments, counted by their state at both. `period` is 30d, 30d-before or yyyy-mm. The state at the
-- first moment is empty for new customers, the state at the second for lost ones.
create table number_flows (
  account_id bigint not null references accounts,
  period text not null,
  kind text not null check (kind in ('kept', 'changed', 'new', 'recovered', 'lost')),
  reason text not null,
  from_platform text not null,
  from_plan smallint not null,
  to_platform text not null,
  to_plan smallint not null,
  origin text not null,
  lines int not null,
  from_cents bigint not null,
  to_cents bigint not null,
  without_payment int not null,
  without_price int not null,
  primary key (account_id, period, kind, reason, from_platform, from_plan, to_platform, to_plan, origin)
) with (fillfactor = 80);

-- The same counts, without money, added up for the descendants of each account. Id 0 contains all accounts.
create table number_network (
  account_id bigint not null,
  period text not null,
  kind text not null,
  reason text not null,
  from_platform text not null,
  from_plan smallint not null,
  to_platform text not null,
  to_plan smallint not null,
  origin text not null,
  lines bigint not null,
  primary key (account_id, period, kind, reason, from_platform, from_plan, to_platform, to_plan, origin)
) with (fillfactor = 80);

create table number_trials (
  account_id bigint not null references accounts,
  period text not null,
  platform text not null,
  origin text not null,
  hours smallint not null,
  device text not null,
  -- 0 if the account is unknown.
  giver_id bigint not null,
  trials int not null,
  converted int not null,
  primary key (account_id, period, platform, origin, hours, device, giver_id)
);

-- Customers by month of the first payment, at the end of a month or now.
create table number_cohorts (
  account_id bigint not null references accounts,
  -- Month of the state, and month of the first payment; equal for the customers who entered.
  month date not null,
  cohort date not null,
  platform text not null,
  origin text not null,
  lines int not null,
  cents bigint not null,
  primary key (account_id, month, cohort, platform, origin)
);

-- Receipts and costs of a month by kind.
create table number_money (
  account_id bigint not null references accounts,
  month date not null,
  kind text not null,
  -- Empty for all platforms.
  platform text not null,
  cents bigint not null,
  -- Hundredths of credits, payments, messages or entered costs.
  quantity bigint not null,
  correction_cents bigint not null,
  corrections int not null,
  primary key (account_id, month, kind, platform)
);

create table number_forecasts (
  account_id bigint not null references accounts,
  -- First day of a month, or null for the current forecast.
  month date,
  cents bigint not null,
  low_cents bigint not null,
  high_cents bigint not null,
  renewal_cents bigint not null,
  new_cents bigint not null
);
create unique index number_forecasts_key on number_forecasts (account_id, coalesce(month, '0001-01-01'::date));

-- Moments of the stored figures of an account.
create table number_accounts (
  account_id bigint primary key references accounts,
  at timestamptz not null,
  base_at timestamptz not null,
  -- Start of the first period of a customer.
  first_at timestamptz
);

create table number_months (
  month date primary key,
  closed_at timestamptz not null
);

-- Progress of the first roll-up, and time of the last one. Facts before `open_from` do not change.
create table numbers_taken (
  one boolean primary key default true check (one),
  at timestamptz,
  time_zone text not null,
  open_from timestamptz not null,
  lines_done bigint not null default 0,
  last_line bigint not null default 0,
  lines_total bigint not null default 0,
  is_complete boolean not null default false,
  moves_known bigint
);

create table number_settings (
  account_id bigint primary key references accounts,
  master_sees_customers boolean not null default true,
  pix_fee int not null default 0 check (pix_fee between 0 and 10000),
  card_fee int not null default 0 check (card_fee between 0 and 10000),
  message_cents int not null default 0 check (message_cents between 0 and 10000)
);

-- Costs that an account enters. A change ends the row and starts another one, so that closed months keep theirs.
create table costs (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  name text not null,
  kind text not null check (kind in ('server', 'credit', 'hostname', 'channel', 'other')),
  platform text check (platform in ('iptv', 'p2p', 'new-p2p')),
  cents bigint not null check (cents > 0),
  since date not null,
  is_monthly boolean not null,
  -- First and last month in which it counts, as the first day; no last month while it repeats.
  first_month date not null,
  last_month date,
  is_correction boolean not null,
  constraint costs_forward check (last_month >= first_month)
);
create index costs_account_idx on costs (account_id, first_month);

-- Months that the account took out of a repeated cost.
create table cost_skips (
  cost_id bigint not null references costs on delete cascade,
  month date not null,
  primary key (cost_id, month)
);
