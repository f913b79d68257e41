-- Hostnames that customers' links may carry, and what buying one went through.

-- Added to whatever reasons there are.
do $$
declare
  known text;
begin
  select pg_get_constraintdef(oid) into known from pg_constraint
  where conname = 'entries_reason_check' and conrelid = 'entries'::regclass;
  alter table entries drop constraint entries_reason_check;
  execute 'alter table entries add constraint entries_reason_check ' || replace(
    known, 'ARRAY[', 'ARRAY[''hostname-bought''::text, ''hostname-returned''::text, ');
end $$;

create table hostnames (
  id bigint generated always as identity primary key,
  name text not null constraint hostnames_name_key unique,
  owner_id bigint not null references accounts,
  description text,
  -- Hundredths of a US dollar; null for a name that was added by hand.
  price_cents bigint check (price_cents >= 0),
  -- Links carry it only once its records are made.
  state text not null check (state in ('preparing', 'active')),
  expires_at timestamptz,
  created_at timestamptz not null
);
create index hostnames_owner_idx on hostnames (owner_id, id);

-- One purchase, from the credits that were set aside to the records, or back.
create table hostname_purchases (
  id bigint generated always as identity primary key,
  name text not null,
  buyer_id bigint not null references accounts,
  years smallint not null check (years between 1 and 10),
  price_cents bigint not null check (price_cents >= 0),
  -- Hundredths of a credit that were taken; 0 where an admin bought.
  credits bigint not null check (credits >= 0),
  -- reserved: credits are taken; ordered: the one order was sent, its outcome is unknown; registered:
  -- the registrar has it, records are to be made.
  state text not null default 'reserved'
    check (state in ('reserved', 'ordered', 'registered', 'done', 'refunded')),
  -- Why it went back, in Portuguese.
  reason text,
  created_at timestamptz not null,
  ordered_at timestamptz,
  -- The job goes on with it then; whoever works on it moves this on first.
  check_at timestamptz,
  constraint hostname_purchases_checked
    check ((check_at is null) = (state in ('done', 'refunded')))
);
create unique index hostname_purchases_open_key on hostname_purchases (name)
  where state in ('reserved', 'ordered', 'registered');
create index hostname_purchases_check_idx on hostname_purchases (check_at) where check_at is not null;
revoke delete, truncate on hostname_purchases from ramal_app;

-- The built-in registrar, where nothing is paid and nothing is registered outside this database.
create table sandbox_hostnames (
  name text primary key,
  registered_at timestamptz not null,
  expires_at timestamptz not null,
  records_made_at timestamptz
);
