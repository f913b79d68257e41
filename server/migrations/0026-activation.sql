-- Codes that apps show on their screens for a reseller to type: each makes one line. Forgotten within a
-- day, so that a code met here is told from one nobody shows.

create table activation_codes (
  code text primary key check (code ~ '^\d{8}$' and code <> '00000000'),
  -- Of what its app alone knows: 32 random bytes need no slow hash.
  secret_hash bytea not null unique,
  device text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > asked_at),
  -- The line that was made from it.
  line_id bigint references lines unique,
  activated_at timestamptz,
  constraint activation_codes_line_has_time check ((line_id is null) = (activated_at is null))
);

create index activation_codes_age_idx on activation_codes (expires_at);
