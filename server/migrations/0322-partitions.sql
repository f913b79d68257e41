-- The tables of the records become partitioned ones of the same name; the former tables are their first partitions,
-- with their rows, indexes and foreign keys. No row is read or copied.

create function partition_records(name text) returns void language plpgsql as $$
declare
  past text := name || '_past';
  until text;
  last bigint;
  item record;
begin
  select substring(pg_get_constraintdef(oid) from '''(.*)''') into until from pg_constraint
    where conrelid = name::regclass and conname = past;
  execute format('select max(id) from %I', name) into last;
  create temp table indexes_found as
    select indexrelid::regclass::text as index, pg_get_indexdef(indexrelid) as definition, indisprimary
    from pg_index where indrelid = name::regclass;
  create temp table keys_found as
    select conname, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = name::regclass and contype = 'f';
  create temp table triggers_found as
    select tgname, pg_get_triggerdef(oid) as definition, tgfoid <> 'refuse_change'::regproc as moves
    from pg_trigger where tgrelid = name::regclass and not tgisinternal;

  execute format('alter table %I rename to %I', name, past);
  execute format('alter table %I alter id drop identity', past);
  for item in select * from indexes_found loop
    execute format('alter index %s rename to %I', item.index, past || substr(item.index, length(name) + 1));
  end loop;
  for item in select * from triggers_found where moves loop
    execute format('drop trigger %I on %I', item.tgname, past);
  end loop;

  execute format('create table %I (like %I including defaults including constraints including storage) partition by range (at)',
    name, past);
  execute format('alter table %I drop constraint %I', name, past);
  execute format('alter table %I alter id add generated always as identity', name);
  if last is not null then
    perform setval(pg_get_serial_sequence(name, 'id'), last);
  end if;
  for item in select * from indexes_found where not indisprimary loop
    execute item.definition;
  end loop;
  for item in select * from keys_found loop
    execute format('alter table %I add constraint %I %s', name, item.conname, item.definition);
  end loop;
  for item in select * from triggers_found loop
    execute item.definition;
  end loop;
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', name, past, until);
  execute format('alter table %I drop constraint %I', past, past);
  drop table indexes_found, keys_found, triggers_found;
end $$;

-- Whoever holds a lock of one of them would wait for the next: the triggers of the foreign keys are made again.
select lock_briefly('access exclusive', 'wallets', 'accounts', 'deletions', 'lines', 'events', 'entries');
select partition_records('events'), partition_records('entries');
drop function partition_records(text);

-- Ids are unique within a partition by its primary key. Across partitions they are unique because only the sequence
-- gives them: the application may not write the column. A key over all partitions would have to contain the time.
do $$
declare
  name text;
begin
  foreach name in array array['events', 'entries'] loop
    execute format('revoke all on %I, %I from ramal_app', name, name || '_past');
    execute format('grant select, insert (%s) on %I to ramal_app',
      (select string_agg(quote_ident(attname), ', ') from pg_attribute
       where attrelid = name::regclass and attnum > 0 and not attisdropped and attname <> 'id'), name);
  end loop;
end $$;
grant update (address, before, after) on events to ramal_app;
-- To analyze all partitions at once.
grant maintain on events, entries to ramal_app;
