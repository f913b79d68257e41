-- The search for payments updates every account often. Only a new price of the credits concerns the figures.
drop trigger payment_accounts_updated on payment_accounts;
create function note_lines_of_new_credit_price() returns trigger language plpgsql as $$
begin
  insert into changed_lines
  select p.line_id from customer_periods p
  where p.ends_at > now() and p.price_source = 'none' and p.account_id in (
    select written.account_id from written join former using (account_id)
    where written.credit_cents is distinct from former.credit_cents);
  return null;
end $$;
create trigger payment_accounts_updated after update on payment_accounts
  referencing old table as former new table as written
  for each statement execute function note_lines_of_new_credit_price();

-- Processes of the release before 0375 wrote periods without this mark until they stopped.
update customer_periods p set is_changed = true
from (
  select line_id, starts_at, is_changed, (month_cents, plan_days, platform) is distinct from
      (lag(month_cents) over line, lag(plan_days) over line, lag(platform) over line)
      and lag(line_id) over line is not null as differs
  from customer_periods window line as (partition by line_id order by starts_at)
) compared
where compared.differs and not compared.is_changed
  and p.line_id = compared.line_id and p.starts_at = compared.starts_at;
