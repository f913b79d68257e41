-- Payments whose charge was lost with a restored backup are found at the provider and made again.
alter table charges
  -- What the provider knows it by; null for the sandbox and for charges from before.
  add column external_reference text unique;
alter table payment_accounts
  -- Until then every payment at the provider was looked for here.
  add column searched_until timestamptz;
