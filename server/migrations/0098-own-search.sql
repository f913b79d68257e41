-- The index of an owner's lines holds their texts and names too, so that a search among them reads nothing else.
drop index lines_own_expiry_idx;
create index lines_own_expiry_idx on lines (owner_id, platform, expires_at, id)
  include (status, is_trial, created_at, username, search) where deleted_at is null;
