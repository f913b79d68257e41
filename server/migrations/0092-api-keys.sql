-- Keys with which programs call for an account. What a key may do stands apart from its secrets, so that
-- a rotation changes nothing but the secret, and what was spent today stays counted.
create table api_keys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  name text not null,
  -- Made by an admin (Q-EXTERNALKEY); an account has one at a time.
  is_external boolean not null default false,
  scopes text[] not null,
  -- Empty means any address.
  addresses inet[] not null default '{}',
  ends_at timestamptz,
  revoked_at timestamptz,
  -- In hundredths of a credit; null means no limit.
  day_limit bigint check (day_limit >= 0),
  spent_on date not null,
  spent bigint not null default 0,
  refused_ip inet,
  refused_at timestamptz,
  created_by bigint not null references accounts,
  created_at timestamptz not null,
  -- Counted in the transaction that moves the credits: two at once cannot both have the rest of a day.
  constraint api_keys_credits_a_day check (spent <= day_limit)
);
create index api_keys_account_idx on api_keys (account_id);
create unique index api_keys_external_key on api_keys (account_id) where is_external and revoked_at is null;

create table api_key_secrets (
  id bigint generated always as identity primary key,
  key_id bigint not null references api_keys,
  -- The part of the key that finds it, and no secret.
  public_id text not null constraint api_key_secrets_public_id_key unique,
  hash bytea not null,
  created_at timestamptz not null,
  -- Set when another took its place.
  ends_at timestamptz,
  last_used_at timestamptz,
  last_used_ip inet
);
create index api_key_secrets_key_idx on api_key_secrets (key_id);

-- The key by which it was done.
alter table events add column api_key_id bigint;
alter table entries add column api_key_id bigint;
