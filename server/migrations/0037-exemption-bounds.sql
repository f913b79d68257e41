-- An exempt host is free for so many customers of each reseller and until a day (Q-EXEMPTBOUND). Hosts that
-- stand already get the default and three months.
alter table exemption_hosts
  add column customers_limit int not null default 50 check (customers_limit between 1 and 10000),
  add column ends_on date not null default current_date + 90;

-- Whose free customer it was; null where an older process wrote it while this was new.
alter table exempt_customers add column account_id bigint references accounts;
update exempt_customers c set account_id = l.owner_id from lines l where l.id = c.line_id;
create index exempt_customers_account_idx on exempt_customers (account_id, host);
