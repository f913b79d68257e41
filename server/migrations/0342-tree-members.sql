-- Totals of trees change by the differences of changed accounts. This table contains each account as it was added to
-- the totals of its ancestors last.

create table tree_members (
  account_id bigint primary key references accounts,
  parent_id bigint,
  ancestors bigint[] not null,
  is_admin boolean not null,
  iptv_actives int not null,
  iptv_expired int not null,
  iptv_tests int not null,
  p2p_actives int not null,
  p2p_expired int not null,
  p2p_tests int not null,
  new_p2p_actives int not null,
  new_p2p_expired int not null,
  new_p2p_tests int not null,
  new_users int not null,
  online int not null,
  resellers int not null,
  iptv_lines int not null,
  p2p_lines int not null
) with (fillfactor = 70);

-- The next roll-up adds up all accounts and fills the table.
update tree_totals_taken set all_at = null;
