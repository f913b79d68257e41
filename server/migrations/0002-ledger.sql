-- The ledger. An entry moves an amount from one wallet to another and holds both sides in one row,
-- so half an entry cannot exist. Integers, in hundredths of a credit.

create table wallets (
  id bigint generated always as identity primary key,
  account_id bigint references accounts,
  kind text not null check (kind in ('balance', 'portal', 'issuance', 'consumption')),
  -- Kept beside the entries and proved against them; system wallets keep none, so that no row is
  -- shared by every sale.
  balance bigint,
  constraint wallets_never_below_zero check (balance >= 0),
  constraint wallets_system_or_owned check (
    (kind in ('balance', 'portal') and account_id is not null and balance is not null)
    or (kind in ('issuance', 'consumption') and account_id is null and balance is null)
  ),
  unique (account_id, kind)
);

create unique index wallets_system_key on wallets (kind) where account_id is null;
insert into wallets (kind) values ('issuance'), ('consumption');

create table entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  from_wallet bigint not null references wallets,
  to_wallet bigint not null references wallets,
  amount bigint not null check (amount > 0),
  -- Running balances after this entry; null on the side of a system wallet.
  from_balance bigint check (from_balance >= 0),
  to_balance bigint check (to_balance >= 0),
  reason text not null check (
    reason in ('line-created', 'line-extended', 'credits-given', 'credits-withdrawn', 'opening-credits')
  ),
  unit_price_cents bigint,
  note text,
  -- Who acted; what it was for.
  actor_id bigint not null references accounts,
  line_id bigint,
  account_id bigint references accounts,
  key uuid,
  constraint entries_two_wallets check (from_wallet <> to_wallet)
);

create index entries_from_idx on entries (from_wallet, id);
create index entries_to_idx on entries (to_wallet, id);
create index entries_line_idx on entries (line_id, id) where line_id is not null;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger entries_append_only before update or delete or truncate on entries
  for each statement execute function refuse_change();

revoke update, delete, truncate on entries from ramal_app;
revoke delete, truncate on wallets from ramal_app;

-- The answer a key was given; the same key with the same body gets it again (Q-IDEMPOTENT).
create table idempotency_keys (
  account_id bigint not null references accounts,
  key uuid not null,
  fingerprint bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  primary key (account_id, key)
);

create index idempotency_keys_age_idx on idempotency_keys (created_at);

-- What the nightly proof found; a row a run.
create table ledger_proofs (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  entries bigint not null,
  wallets bigint not null,
  -- Sum over all wallets; zero when whole.
  sum bigint not null,
  drifted bigint[] not null
);
