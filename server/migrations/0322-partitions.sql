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

select lock_briefly('wallets', 'accounts', 'deletions', 'lines', 'events', 'entries');
select partition_records('events'), partition_records('entries');
drop function partition_records(text);
drop function lock_briefly(text[]);

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

-- The partitions of the records in the order of time; the default one has no limits.
create function record_partitions(parent regclass) returns table (name text, since timestamptz, until timestamptz)
  language sql stable set search_path = public, pg_temp as $$
  select c.relname::text, limits.since, limits.until
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
    cross join lateral (select pg_get_expr(c.relpartbound, c.oid) as text) bound
    cross join lateral (select substring(bound.text from 'FROM \(''(.*?)''\)')::timestamptz as since,
      substring(bound.text from 'TO \(''(.*?)''\)')::timestamptz as until) limits
  where i.inhparent = parent
  order by limits.until
$$;

-- The settings and guards that a partition does not get from its table: statement triggers, and that nobody but the
-- owner names it. The application may only vacuum it.
create function guard_partition(parent text, name text) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('revoke all on %I from ramal_app', name);
  execute format('grant maintain on %I to ramal_app', name);
  execute format('alter table %I set (autovacuum_vacuum_insert_scale_factor = 0.01)', name);
  execute format('create or replace trigger %I before %s on %I for each statement execute function refuse_change()',
    name || '_append_only',
    case parent when 'entries' then 'update or delete or truncate' else 'delete or truncate' end, name);
end $$;

-- Adds the month that begins at a moment. What arrived for it before it existed is in the default partition, and is
-- moved.
create function add_month(parent text, since timestamptz, until timestamptz) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  name text := parent || to_char((since + interval '15 days') at time zone ramal_timezone(), '_YYYY_MM');
  rest text := parent || '_default';
  early bool;
begin
  execute format('select exists (select from %I where at >= $1 and at < $2)', rest) into early using since, until;
  if early then
    execute format('alter table %I detach partition %I', parent, rest);
  end if;
  execute format('create table %I (like %I including defaults including constraints including storage, primary key (id))',
    name, parent);
  perform guard_partition(parent, name);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, since, until);
  if early then
    execute format('insert into %I overriding system value select * from %I where at >= $1 and at < $2', name, rest)
      using since, until;
    execute format('alter table %I disable trigger user', rest);
    execute format('delete from %I where at >= $1 and at < $2', rest) using since, until;
    execute format('alter table %I enable trigger user', rest);
    execute format('alter table %I attach partition %I default', parent, rest);
  end if;
end $$;

-- Adds the months until three months from now. Returns what is not as it should be: rows without a month, because
-- the job did not run or a clock was wrong.
create function add_months_ahead() returns table (name text, misplaced bigint)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  parent text;
  last timestamptz;
  next timestamptz;
begin
  -- Less than deadlock_timeout: nobody waits for a partition, and the job comes again.
  set local lock_timeout = '500ms';
  foreach parent in array array['events', 'entries'] loop
    select max(p.until) into last from record_partitions(parent::regclass) p;
    while last < now() + interval '3 months' loop
      -- The limits are midnights of the zone that holds now. It may have changed since the month before.
      next := date_trunc('month', (last + interval '45 days') at time zone ramal_timezone()) at time zone ramal_timezone();
      perform add_month(parent, last, next);
      last := next;
    end loop;
    name := parent || '_default';
    execute format('select count(*) from %I', name) into misplaced;
    if misplaced > 0 then return next; end if;
  end loop;
end $$;
revoke execute on function add_month, guard_partition, add_months_ahead from public;
grant execute on function add_months_ahead to ramal_app;

create table events_default (like events including defaults including constraints including storage, primary key (id));
create table entries_default (like entries including defaults including constraints including storage, primary key (id));
alter table events attach partition events_default default;
alter table entries attach partition entries_default default;
select guard_partition(parent, name) from (values
  ('events', 'events_past'), ('events', 'events_default'), ('entries', 'entries_past'), ('entries', 'entries_default')) p (parent, name);
select add_months_ahead();

-- Months whose rows were frozen: they are never vacuumed for their age again.
create table frozen_partitions (
  name text primary key,
  at timestamptz not null
);
