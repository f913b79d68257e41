-- Whoever stands at the top of the tree stands below one of these.
create index accounts_admins_idx on accounts (id) where profile = 'admin';

-- What the list of resellers shows of each, so that no list counts lines.
alter table tree_totals
  add column own_iptv_lines int not null default 0,
  add column own_p2p_lines int not null default 0;

-- The list in the order of names, to its last page, without reading an account that is not on it.
create index accounts_standing_idx on accounts (lower(username), id) include (username) where deleted_at is null;

-- Whether a network is blocked is told on every row of an administration's list: looked up, not searched for.
create index accounts_network_idx on accounts (blocked_network_id) where blocked_network_id is not null;
