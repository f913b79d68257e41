-- What happened outside after the moment of a restored backup, and what a person says is settled of it.
create table settled_outside (
  restore_id bigint not null references restores on delete cascade,
  kind text not null check (kind in ('payment', 'hostname', 'record')),
  -- What it is called outside: the reference of a payment, a name.
  key text not null,
  settled_by bigint not null references accounts,
  settled_at timestamptz not null,
  primary key (restore_id, kind, key)
);
create index settled_outside_key_idx on settled_outside (kind, key);

alter table charges
  -- Somebody gave by hand what was paid for: the payment brings nothing, and its return undoes nothing.
  add column settled_by_hand boolean not null default false check (not settled_by_hand or paid_at is not null);
