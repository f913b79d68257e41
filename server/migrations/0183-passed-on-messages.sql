-- A message of the administration that a reseller passed on to its network, with a word of its own (Q-MESSAGE).
alter table tickets
  add column passed_on_from bigint references tickets on delete cascade,
  add column passed_on_by bigint references accounts,
  add column word text,
  add check ((passed_on_from is null) = (passed_on_by is null));
-- Each account passes a message on once.
create unique index tickets_passed_on_key on tickets (passed_on_from, passed_on_by) where passed_on_from is not null;
