-- Links with which a stranger creates a reseller account below the inviter.
create table reseller_invitations (
  id bigint generated always as identity primary key,
  inviter_id bigint not null references accounts,
  code text not null unique,
  note text not null default '',
  welcome_text text not null default '',
  -- Starting conditions: price of a credit in cents, first credits in hundredths, and limits.
  sale_cents bigint check (sale_cents >= 0),
  credits bigint not null default 0 check (credits >= 0),
  max_lines bigint check (max_lines >= 0),
  trials_a_day bigint check (trials_a_day >= 0),
  credits_a_day bigint check (credits_a_day >= 0),
  lowest_price_cents bigint check (lowest_price_cents >= 0),
  max_uses int not null check (max_uses between 1 and 50),
  uses int not null default 0,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null,
  constraint reseller_invitations_uses check (uses between 0 and max_uses)
);
create index reseller_invitations_inviter_idx on reseller_invitations (inviter_id, id);
create index reseller_invitations_expiry_idx on reseller_invitations (expires_at);

create table invited_accounts (
  account_id bigint primary key references accounts,
  invitation_id bigint not null references reseller_invitations on delete cascade,
  at timestamptz not null
);
create index invited_accounts_invitation_idx on invited_accounts (invitation_id);
