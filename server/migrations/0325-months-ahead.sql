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

select lock_briefly('share row exclusive', 'wallets', 'accounts', 'deletions', 'lines', 'events', 'entries');
drop function lock_briefly(text, text[]);

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
