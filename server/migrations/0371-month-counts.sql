-- The counts of a month read its sales in the order of time. The former index had the kind before the time, and a plan
-- for any account did not use it. Past partitions come first: nothing is written to them, and the last locks are brief.
do $$
declare
  part record;
begin
  for part in
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass
    order by c.relname = 'events_' || to_char(now(), 'YYYY_MM'), c.relname
  loop
    execute format(
      'create index %I on %I (account_id, at, kind)
        where kind in (''line-created'', ''line-promoted'', ''line-imported'', ''line-extended'')',
      part.name || '_month_counts_idx', part.name);
  end loop;
end $$;
create index events_month_counts_idx on only events (account_id, at, kind)
  where kind in ('line-created', 'line-promoted', 'line-imported', 'line-extended');
do $$
declare
  part record;
begin
  for part in
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass
  loop
    execute format('alter index events_month_counts_idx attach partition %I', part.name || '_month_counts_idx');
  end loop;
end $$;
drop index events_sales_idx;
