-- True if price, plan or platform differ from those of the line's previous period.
alter table customer_periods add column is_changed boolean not null default false;

update customer_periods p set is_changed = true
from (
  select line_id, starts_at, (month_cents, plan_days, platform) is distinct from
      (lag(month_cents) over line, lag(plan_days) over line, lag(platform) over line)
      and lag(line_id) over line is not null as is_changed
  from customer_periods window line as (partition by line_id order by starts_at)
) compared
where compared.is_changed and p.line_id = compared.line_id and p.starts_at = compared.starts_at;

-- Rows of figures are read in the order of time: those of an account, and those of all accounts.
create index customer_periods_changed_idx on customer_periods (starts_at) include (account_id, line_id)
  where is_changed;
create index customer_periods_own_changed_idx on customer_periods (account_id, starts_at) include (line_id)
  where is_changed;
create index customer_periods_entries_idx on customer_periods (start_cause, starts_at) include (account_id, line_id)
  where start_cause in ('new', 'recovered');
create index customer_periods_own_entries_idx on customer_periods (account_id, start_cause, starts_at)
  include (line_id) where start_cause in ('new', 'recovered');
-- Rare values, which would otherwise be searched among all customers.
create index customer_periods_reason_idx on customer_periods (end_reason, ends_at) include (account_id, line_id)
  where end_reason in ('deleted', 'refunded', 'blocked');
create index customer_periods_plan_idx on customer_periods (plan_days, ends_at) where plan_days <> 30;
create index customer_periods_origin_idx on customer_periods (origin, ends_at) where origin <> 'own';

-- A customer without any price gets the price that the seller enters. Other prices are those of the day of the sale.
create function note_lines_without_price() returns trigger language plpgsql as $$
begin
  insert into changed_lines
  select p.line_id from customer_periods p
  where p.account_id in (select account_id from written) and p.ends_at > now() and p.price_source = 'none';
  return null;
end $$;
create trigger plan_prices_inserted after insert on plan_prices
  referencing new table as written for each statement execute function note_lines_without_price();
create trigger plan_prices_updated after update on plan_prices
  referencing new table as written for each statement execute function note_lines_without_price();
create trigger payment_accounts_inserted after insert on payment_accounts
  referencing new table as written for each statement execute function note_lines_without_price();
create trigger payment_accounts_updated after update on payment_accounts
  referencing new table as written for each statement execute function note_lines_without_price();
