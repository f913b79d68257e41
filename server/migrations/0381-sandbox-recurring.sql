-- The test provider also does recurring Pix, so that the journey can be tried without a provider.

alter table pix_authorizations
  drop constraint pix_authorizations_provider_check,
  add constraint pix_authorizations_provider_check check (provider in ('asaas', 'sandbox')) not valid;

-- Authorizations at the test provider. The payment of the first charge activates one.
create table sandbox_authorizations (
  reference uuid primary key references pix_authorizations (reference),
  ended boolean not null default false,
  -- True if the bank refuses every debit, because the account has no balance.
  refuses_debits boolean not null default false
);
revoke delete, truncate on sandbox_authorizations from ramal_app;

-- Days on which the payer's bank debits the payment, the due day first; null for a payment by code.
alter table sandbox_payments add column debit_days date[];
