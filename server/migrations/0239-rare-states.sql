-- The tests of an account or of a tree, and what is switched off there: a few of many lines, in any order that a
-- list has.
create index lines_own_rare_idx on lines (owner_id, platform, status, expires_at, id)
  include (username, created_at) where deleted_at is null and status in (0, 2);
