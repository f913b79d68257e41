-- Time until which an account does not see the ticket in its list.
alter table ticket_readers add column postponed_until timestamptz;
create index ticket_readers_postponed_idx on ticket_readers (account_id, postponed_until) where postponed_until is not null;
