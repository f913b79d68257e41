import type pg from 'pg';
import type { Size } from './size.ts';

/**
 * Creates one event for each ledger entry and each trial line. Line changes and sign-ins fill up
 * the rest of `size.events`. The event of a renewal contains the previous expiry, at most 4 days
 * before or after the renewal.
 */
export async function makeEvents(owner: pg.Client, size: Size): Promise<void> {
  await owner.query(
    `with entry_events as (
       select at, reason as kind, actor_id, coalesce(account_id, actor_id) as account_id, line_id,
         case when reason = 'line-extended' then jsonb_build_object('expiresAt',
           to_char((at + (pg_temp.chance(id, 63) * 8 - 4) * interval '1 day') at time zone 'UTC',
             'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as before,
         jsonb_build_object('hundredths', amount) as after
       from entries
     ), trial_events as (
       select created_at, 'line-created', owner_id, owner_id, id, null::jsonb,
         jsonb_build_object('username', username, 'testHours', test_hours)
       from lines where is_trial
     ), other_events as (
       select l.created_at + pg_temp.chance(i, 61) * (now() - l.created_at),
         (array['line-switched', 'line-edited', 'line-trusted', 'signed-in'])[1 + i % 4], l.owner_id, l.owner_id,
         case when i % 4 < 3 then l.id end, jsonb_build_object('isOn', i % 2 = 0), jsonb_build_object('isOn', i % 2 = 1)
       from generate_series(1, $1::bigint - (select count(*) from entry_events)
         - (select count(*) from trial_events)) i
       join lines l on l.id = 1 + floor(pg_temp.chance(i, 62) * $2)
     )
     insert into events (id, at, kind, actor_id, account_id, line_id, before, after, address, request, source)
     overriding system value
     select row_number() over (order by at), at, kind, actor_id, account_id, line_id, before, after,
       ('177.' || actor_id % 250 || '.' || actor_id / 250 % 250 || '.7')::inet, left(md5(at::text), 13),
       coalesce((select case platform when 'iptv' then 1 else 2 end from lines where id = line_id),
         case when kind in ('credits-given', 'credits-withdrawn', 'opening-credits') then 10 else 0 end)
     from (select * from entry_events union all select * from trial_events union all select * from other_events) all_events`,
    [size.events, size.lines],
  );
}
