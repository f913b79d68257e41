-- Fresh codes that a request with an Idempotency-Key used, so that its repeat in another process counts no wrong code.
create table spent_codes (
  account_id bigint not null references accounts,
  key uuid not null,
  fingerprint bytea not null,
  code_hash bytea not null,
  spent_at timestamptz not null,
  primary key (account_id, key)
);
