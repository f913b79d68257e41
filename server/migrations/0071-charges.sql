-- The built-in test provider, where one plays the buyer, and links with which a customer renews.
create table sandbox_payments (
  id bigint generated always as identity primary key,
  reference uuid not null unique references charges (reference),
  cents bigint not null,
  paid_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  -- As the port says it.
  state text not null default 'pending' check (state in ('pending', 'approved', 'cancelled', 'reversed')),
  disputed boolean not null default false,
  detail text
);
revoke delete, truncate on sandbox_payments from ramal_app;

alter table charges add column refund_reason text;

-- A link that lets a customer in without typing. Only its digest is kept.
create table renewal_links (
  id bigint generated always as identity primary key,
  line_id bigint not null references lines,
  created_by bigint not null references accounts,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index renewal_links_line_idx on renewal_links (line_id, id);
