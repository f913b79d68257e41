-- Hosts whose lists migrate without credits for up to so many days (E-65, Q-EXEMPT).
create table exemption_hosts (
  id bigint generated always as identity primary key,
  -- As URL reads it: lower case, no scheme, no port.
  host text not null check (host = lower(host) and host <> ''),
  limit_days int not null check (limit_days between 1 and 366),
  constraint exemption_hosts_key unique (host)
);

-- Customers that came free from such a host: each once, also when its line was deleted, renamed or its
-- host taken out and put back. No name is kept, only its digest: a deleted line's is erased (Q-RETENTION).
create table exempt_customers (
  host text not null,
  customer bytea not null,
  line_id bigint not null references lines,
  constraint exempt_customers_once primary key (host, customer)
);
revoke update, delete, truncate on exempt_customers from ramal_app;

alter table entries drop constraint entries_reason_check;
alter table entries add constraint entries_reason_check check (
  reason in (
    'line-created', 'line-extended', 'line-imported', 'credits-given', 'credits-withdrawn',
    'opening-credits', 'reseller-deleted', 'reseller-restored'
  )
);
