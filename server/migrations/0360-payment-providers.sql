-- Several providers per account. Mercado Pago's keys stay in payment_accounts; other providers have
-- a row here. Only a company may receive recurring Pix, so the account states its receiver first.

alter table payment_accounts
  -- Provider of one-off Pix. Null: the only connected provider.
  add column pix_provider text check (pix_provider in ('mercado-pago', 'asaas')),
  add column offers_recurring boolean not null default false,
  add column receiver_type text check (receiver_type in ('company', 'person')),
  add column receiver_document text,
  add column receiver_opened_on date,
  add constraint payment_accounts_whole_receiver check (
    case receiver_type
      when 'company' then receiver_document is not null and receiver_opened_on is not null
      else receiver_document is null and receiver_opened_on is null
    end
  );

create table provider_accounts (
  account_id bigint not null references accounts,
  provider text not null check (provider in ('asaas')),
  sealed_key bytea,
  sealed_notice_password bytea,
  -- Visible part of the key.
  key_hint text not null,
  is_live boolean not null,
  -- Identity of the receiver at the provider; payments read with the key belong to it.
  collector text not null,
  holder_name text not null,
  holder_document text not null,
  is_company boolean not null,
  is_approved boolean not null,
  -- Pix key of the account; null if it has none.
  pix_key text,
  -- Last refusal of the provider that concerns the account, as a Portuguese sentence.
  problem text,
  checked_at timestamptz not null,
  keys_saved_at timestamptz not null,
  last_notice_at timestamptz,
  notice_refused_at timestamptz,
  proven_at timestamptz,
  primary key (account_id, provider)
);
revoke delete, truncate on provider_accounts from ramal_app;

-- Received notices: one row per id, so that a repeated notice is recognised.
create table payment_notices (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  provider text not null check (provider in ('mercado-pago', 'asaas')),
  -- Null for a notice without an id.
  event_id text,
  event text not null,
  outcome text not null check (outcome in ('read', 'repeated', 'unknown', 'refused', 'unread')),
  received_at timestamptz not null,
  constraint payment_notices_once unique (account_id, provider, event_id)
);
create index payment_notices_account_idx on payment_notices (account_id, id);
create index payment_notices_age_idx on payment_notices (received_at);

alter table charges
  drop constraint charges_provider_check,
  add constraint charges_provider_check check (provider in ('sandbox', 'payments', 'orders', 'asaas'))
    not valid;
