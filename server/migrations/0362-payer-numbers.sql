-- The payer's CPF is sent to the provider and not stored; only its masked form remains. A line that
-- migrates to another platform needs a new authorization.
alter table pix_authorizations
  drop column sealed_cpf,
  add column platform text;
