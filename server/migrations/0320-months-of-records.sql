-- Events and entries get a partition for each month. This file, 0321 and 0322 are three transactions, so that the
-- table is never locked while its rows are read: here a limit for the rows of today is declared, then it is
-- verified without stopping a writer, then the table becomes the first partition without reading it again.

-- Waits for these locks without making a request wait long: it tries for a moment, gives all of them back, and tries
-- again, longer if the database is busy. The time stays below deadlock_timeout, so that no request is cancelled.
create function lock_briefly(mode text, variadic tables text[]) returns void language plpgsql as $$
declare
  name text;
  started timestamptz;
  most int;
begin
  for attempt in 1 .. 600 loop
    started := clock_timestamp();
    most := least(attempt * 150, 900);
    begin
      foreach name in array tables loop
        perform set_config('lock_timeout',
          greatest(most - extract(epoch from clock_timestamp() - started) * 1000, 10)::int || 'ms', true);
        execute format('lock table %I in %s mode', name, mode);
      end loop;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available then
      perform pg_sleep(0.1 + random() / 2);
    end;
  end loop;
  raise exception 'the tables % are in use by a long transaction', tables using errcode = 'lock_not_available';
end $$;

-- The rows of today stay together. The limit is so far ahead that the version before this one can serve on for a
-- month should the update end here. A new installation has no rows, and begins with the month it is in.
do $$
declare
  now_here timestamp := now() at time zone ramal_timezone();
  until timestamptz := (date_trunc('month', now_here)
    + case when exists (select from accounts) then interval '2 months' else interval '0' end) at time zone ramal_timezone();
begin
  perform lock_briefly('access exclusive', 'events', 'entries');
  execute format('alter table events add constraint events_past check (at < %L) not valid', until);
  execute format('alter table entries add constraint entries_past check (at < %L) not valid', until);
end $$;
