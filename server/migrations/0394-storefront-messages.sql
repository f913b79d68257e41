-- Proofs of a visitor's number by a code. The code is derived from the row and never stored.

create table number_proofs (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  phone text not null,
  device text not null,
  device_signature text not null,
  origin_code text,
  offer_public_id text not null,
  sends int not null default 1,
  tries int not null default 0,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  proved_at timestamptz
);
create index number_proofs_age_idx on number_proofs (created_at);

-- Messages to visitors and customers of storefronts, sent by the outbox.
create table storefront_messages (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  kind text not null check (kind in ('code', 'test', 'paid', 'return')),
  phone text not null,
  line_id bigint references lines,
  proof_id bigint references number_proofs on delete cascade,
  -- Number of the sent code.
  sends int,
  created_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed'))
);
create index storefront_messages_age_idx on storefront_messages (created_at);
create index storefront_messages_line_idx on storefront_messages (line_id) where line_id is not null;

-- Numbers that want one message when the tests of a seller return.
create table test_return_waiters (
  account_id bigint not null references accounts,
  phone text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  primary key (account_id, phone)
);
create index test_return_waiters_due_idx on test_return_waiters (due_at);
