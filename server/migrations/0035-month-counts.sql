-- Imported customers are told apart from migrated ones (Q-COUNTS), and the new P2P service from the other in
-- the totals of trees. A zone that is none makes the job count every month again.
alter table line_months add column imported int not null default 0;
update line_months_taken set time_zone = '';

alter table tree_totals
  add column tree_new_p2p_actives int not null default 0,
  add column tree_new_p2p_expired int not null default 0,
  add column tree_new_p2p_tests int not null default 0;
