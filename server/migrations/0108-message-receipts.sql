-- Of a message of the administration: the reseller it was sent to, or to whose network.
alter table tickets add column sent_to bigint references accounts;
create index tickets_sent_idx on tickets (id desc) where sent_to is not null;
-- When its banner first stood on the account's home.
alter table ticket_readers add column received_at timestamptz;
