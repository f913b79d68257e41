-- What an account spent is searched in the index of its wallet; the few entries that carry a note or a price
-- stand in another, and only those are read.
drop index entries_from_idx;
create index entries_from_idx on entries (from_wallet, id) include (to_wallet, actor_id, line_id, amount);
create index entries_told_idx on entries (from_wallet, id) where note is not null or unit_price_cents is not null;

-- What is counted of a month: new lines and renewals; and renewals by when the line fell due, as the event says it.
create index events_sales_idx on events (account_id, kind, at)
  where kind in ('line-created', 'line-promoted', 'line-imported', 'line-extended');
create index events_renewals_idx on events (account_id, ((before->>'expiresAt') collate "C"), at)
  where kind = 'line-extended';

-- The order in which everybody's lines are listed holds their texts and owners too: a search or a tree is walked
-- along it without reading what does not match.
drop index lines_all_expiry_idx;
create index lines_all_expiry_idx on lines (platform, expires_at, id)
  include (status, is_trial, owner_id, search) where deleted_at is null;
create index lines_deleted_owner_idx on lines (owner_id, deleted_at) where deleted_at is not null;

-- Both only grow. What was written lately is read from indexes alone too, without waiting for a fifth of the
-- table to be new.
alter table events set (autovacuum_vacuum_insert_scale_factor = 0.01);
alter table entries set (autovacuum_vacuum_insert_scale_factor = 0.01);
