-- Recurring Pix: a customer authorises once and its bank debits each month. Each month is a cycle
-- with an ordinary charge, so that money, credits and refunds follow the rules of every charge.

create table pix_authorizations (
  id bigint generated always as identity primary key,
  reference uuid not null unique default gen_random_uuid(),
  account_id bigint not null references accounts,
  line_id bigint not null references lines,
  provider text not null check (provider in ('asaas')),
  collector text not null,
  -- Sent to the payer's bank.
  contract_id text not null unique check (contract_id ~ '^[A-Za-z0-9]{1,35}$'),
  customer_id text,
  provider_id text,
  -- Identity of the code that pays the first month.
  conciliation_id text,
  payer_name text not null,
  -- Null after the personal data was erased.
  sealed_cpf bytea,
  cpf_mask text not null,
  months smallint not null check (months in (1)),
  cents bigint not null check (cents > 0),
  credits bigint not null check (credits > 0),
  -- Day of the month to which the expiry returns after a shorter month.
  anchor_day smallint not null check (anchor_day between 1 and 31),
  starts_on date not null,
  allows_retries boolean not null,
  receiver text not null,
  state text not null default 'preparing' check (
    state in ('preparing', 'created', 'active', 'ending', 'refused', 'cancelled', 'expired')
  ),
  unknown_status text,
  -- Cause of the end; set before the provider is asked to end it.
  end_reason text check (
    end_reason in ('not-authorized', 'customer-portal', 'customer-bank', 'seller', 'price', 'line-deleted',
      'line-blocked', 'line-moved', 'provider')
  ),
  ended_by bigint references accounts,
  end_requested_at timestamptz,
  ended_at timestamptz,
  first_charge_id bigint references charges,
  code_expires_at timestamptz not null,
  created_at timestamptz not null,
  authorized_at timestamptz,
  read_at timestamptz,
  -- Time of the next work; null if nothing remains.
  check_at timestamptz,
  -- Day of the next debit and refusal of the last one, for lists of lines.
  next_due_on date,
  is_refused boolean not null default false,
  search text not null,
  constraint pix_authorizations_ends check ((state in ('refused', 'cancelled', 'expired')) = (ended_at is not null)),
  constraint pix_authorizations_cause check (state <> 'ending' or end_reason is not null)
);
create unique index pix_authorizations_one_active on pix_authorizations (line_id) where state = 'active';
create unique index pix_authorizations_one_open on pix_authorizations (line_id)
  where state in ('preparing', 'created');
create index pix_authorizations_line_idx on pix_authorizations (line_id, id);
create index pix_authorizations_account_idx on pix_authorizations (account_id, id);
create index pix_authorizations_check_idx on pix_authorizations (check_at) where check_at is not null;
create index pix_authorizations_provider_idx on pix_authorizations (provider_id) where provider_id is not null;

alter table charges
  -- The charge is the first payment or a cycle of this authorization.
  add column authorization_id bigint references pix_authorizations,
  -- Set: the renewal counts calendar months and returns to this day of the month.
  add column anchor_day smallint check (anchor_day between 1 and 31),
  -- Days that a renewal by calendar months added.
  add column given_days int check (given_days >= 0);
create index charges_authorization_idx on charges (authorization_id, id) where authorization_id is not null;

create table pix_cycles (
  id bigint generated always as identity primary key,
  authorization_id bigint not null references pix_authorizations,
  due_on date not null,
  -- Expiry of the line when the cycle was planned; a later expiry means a renewal by hand.
  line_expires_at timestamptz not null,
  charge_id bigint not null unique references charges,
  state text not null default 'planned' check (
    state in ('planned', 'sent', 'scheduled', 'refused', 'removing', 'removed')
  ),
  skip_reason text check (skip_reason in ('renewed-by-hand', 'paid-by-hand', 'ended', 'too-late', 'rejected')),
  refusal_code text,
  refused_at timestamptz,
  -- Day of the last debit that the bank tried or will try.
  tried_on date not null,
  -- Customer and seller were informed about this many refusals.
  notified_refusals smallint not null default 0,
  created_at timestamptz not null,
  sent_at timestamptz,
  removed_at timestamptz,
  -- A process works at the provider until then; others leave the cycle alone.
  claimed_until timestamptz,
  constraint pix_cycles_skip check ((state in ('removing', 'removed')) = (skip_reason is not null))
);
create unique index pix_cycles_one_live on pix_cycles (authorization_id, due_on) where state <> 'removed';
create index pix_cycles_authorization_idx on pix_cycles (authorization_id, due_on);

-- Debits that the bank tried: attempt 0 on the due day, 1 to 3 afterwards.
create table pix_tries (
  cycle_id bigint not null references pix_cycles,
  attempt smallint not null check (attempt between 0 and 3),
  due_on date not null,
  instruction_id text,
  state text not null check (state in ('requested', 'awaiting', 'scheduled', 'done', 'refused', 'cancelled', 'unknown')),
  refusal_code text,
  requested_at timestamptz not null,
  primary key (cycle_id, attempt)
);
revoke delete, truncate on pix_authorizations, pix_cycles, pix_tries from ramal_app;
