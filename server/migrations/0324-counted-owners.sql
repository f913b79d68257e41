-- Only the lines of owners whose lines changed are counted again each minute. The totals of trees are added up from
-- these counts.

select lock_briefly('share row exclusive', 'accounts', 'lines');

create table owner_counts (
  owner_id bigint primary key references accounts,
  iptv_actives int not null,
  iptv_expired int not null,
  iptv_tests int not null,
  p2p_actives int not null,
  p2p_expired int not null,
  p2p_tests int not null,
  new_p2p_actives int not null,
  new_p2p_expired int not null,
  new_p2p_tests int not null,
  iptv_lines int not null,
  p2p_lines int not null
) with (fillfactor = 70);

-- The owners of changed lines until the next count. Without a key, so that no sale waits for another.
create table changed_owners (
  owner_id bigint not null
);

create function note_changed_owners() returns trigger language plpgsql as $$
begin
  insert into changed_owners select distinct owner_id from written;
  return null;
end $$;
create trigger lines_inserted after insert on lines
  referencing new table as written for each statement execute function note_changed_owners();
create trigger lines_updated after update on lines
  referencing new table as written for each statement execute function note_changed_owners();

-- When all lines were counted last.
alter table tree_totals_taken add column all_at timestamptz;
