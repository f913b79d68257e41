-- Whose lines are watched is read from the viewings alone. The table is emptied instead of filled in: each
-- viewing is written again with its next heartbeat, as after a crash.
truncate presence;
alter table presence add column owner_id bigint not null;
create index presence_owner_idx on presence (owner_id, last_seen_at);
