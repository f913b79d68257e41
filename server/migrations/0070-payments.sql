-- What customers pay and what it brought: the reseller's prices and keys, and one row for each charge.

-- Added to whatever reasons there are.
do $$
declare
  known text;
begin
  select pg_get_constraintdef(oid) into known from pg_constraint
  where conname = 'entries_reason_check' and conrelid = 'entries'::regclass;
  alter table entries drop constraint entries_reason_check;
  execute 'alter table entries add constraint entries_reason_check ' || replace(
    known, 'ARRAY[',
    'ARRAY[''portal-credited''::text, ''portal-returned''::text, ''portal-renewal''::text, '
      '''portal-renewal-undone''::text, ''credits-bought''::text, ');
end $$;

create table payment_accounts (
  account_id bigint primary key references accounts,
  -- Cents that a customer pays for one credit; a price of a plan goes before it.
  credit_cents bigint check (credit_cents > 0),
  -- Where the provider's notices for this account arrive. It routes them and proves nothing.
  notice_token text not null unique,
  public_key text,
  sealed_token bytea,
  sealed_webhook_secret bytea,
  -- Which of the provider's two interfaces the application speaks; null while that is unknown.
  api text check (api in ('payments', 'orders')),
  -- The provider's number of the account that receives.
  collector text,
  is_live boolean,
  -- What was found out when the keys were saved, in words for the reseller.
  finding text,
  keys_saved_at timestamptz,
  last_notice_at timestamptz,
  -- A refused notice is recorded at most once a minute.
  notice_refused_at timestamptz,
  -- A payment of these keys was confirmed.
  proven_at timestamptz,
  constraint payment_accounts_whole_keys check (
    (public_key is null) = (sealed_token is null) and (sealed_token is null) = (keys_saved_at is null)
  )
);

create table plan_prices (
  account_id bigint not null references accounts,
  months smallint not null check (months in (1, 2, 3, 6, 12)),
  cents bigint not null check (cents > 0),
  primary key (account_id, months)
);

create table charges (
  id bigint generated always as identity primary key,
  -- Sent to the provider as the external reference, and as the idempotency key of its creation.
  reference uuid not null unique default gen_random_uuid(),
  purpose text not null check (purpose in ('renewal', 'top-up', 'test')),
  -- Who receives the money.
  account_id bigint not null references accounts,
  -- What is renewed, or whose credits are topped up.
  line_id bigint references lines,
  buyer_id bigint references accounts,
  months smallint check (months in (1, 2, 3, 6, 12)),
  -- Hundredths of a credit that the settlement moves.
  credits bigint not null check (credits >= 0),
  cents bigint not null check (cents > 0),
  method text not null check (method in ('pix', 'card')),
  provider text not null check (provider in ('sandbox', 'payments', 'orders')),
  collector text,
  -- The provider's id of what it created: a payment, a preference or an order.
  provider_id text,
  -- The payment that was confirmed; one payment settles one charge.
  payment_id text,
  state text not null default 'pending'
    check (state in ('pending', 'paid', 'settled', 'cancelled', 'reversed')),
  -- Why it stands as it does, in Portuguese; shown as Motivo.
  reason text,
  disputed boolean not null default false,
  pix_code text,
  checkout_url text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  settled_at timestamptz,
  reversed_at timestamptz,
  -- Expiry of the line that the renewal gave, for the receipt.
  renewed_until timestamptz,
  -- The job asks the provider then; null when there is nothing more to learn.
  check_at timestamptz,
  checks int not null default 0,
  asked_at timestamptz,
  refund_key uuid,
  constraint charges_one_payment unique (account_id, provider, payment_id),
  constraint charges_of_a_purpose check (
    case purpose
      when 'renewal' then line_id is not null and months is not null and credits > 0
      when 'top-up' then buyer_id is not null and credits > 0
      else credits = 0
    end
  ),
  constraint charges_paid_once check ((state in ('paid', 'settled', 'reversed')) = (paid_at is not null))
);
create index charges_account_idx on charges (account_id, id);
create index charges_waiting_idx on charges (account_id, paid_at, id) where state = 'paid';
create index charges_line_idx on charges (line_id, id) where line_id is not null;
create index charges_buyer_idx on charges (buyer_id, id) where buyer_id is not null;
create index charges_check_idx on charges (check_at) where check_at is not null;
revoke delete, truncate on charges, payment_accounts from ramal_app;
