-- Woovi is a further provider of one-off Pix. It does no recurring Pix here, so the checks of
-- pix_authorizations stay as they are.

alter table payment_accounts
  drop constraint payment_accounts_pix_provider_check,
  add constraint payment_accounts_pix_provider_check check (pix_provider in ('mercado-pago', 'asaas', 'woovi'))
    not valid;

alter table provider_accounts
  drop constraint provider_accounts_provider_check,
  add constraint provider_accounts_provider_check check (provider in ('asaas', 'woovi')) not valid,
  -- Time at which the provider refused the key; null while the key works.
  add column keys_refused_at timestamptz;
update provider_accounts set keys_refused_at = checked_at where problem like 'A chave não é deste ambiente%';

alter table payment_notices
  drop constraint payment_notices_provider_check,
  add constraint payment_notices_provider_check check (provider in ('mercado-pago', 'asaas', 'woovi')) not valid;

alter table charges
  drop constraint charges_provider_check,
  add constraint charges_provider_check check (provider in ('sandbox', 'payments', 'orders', 'asaas', 'woovi'))
    not valid;
