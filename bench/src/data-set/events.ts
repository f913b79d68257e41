import type pg from 'pg';
import type { Size } from './size.ts';

/**
 * Creates one event for each ledger entry and each trial line. Further events of line changes and
 * sign-ins bring the count to `size.events`. The event of a renewal contains the charge, the new
 * expiry and the previous expiry, which is within a few days of the renewal. Events are inserted
 * month by month, so that a sort never contains more than one month.
 */
export async function makeEvents(owner: pg.Client, size: Size): Promise<void> {
  await drawOthers(owner, size);
  const { rows: months } = await owner.query<{ since: string; until: string }>(`
    select since::text, (since + interval '1 month')::text as until
    from generate_series(date_trunc('month', now() - interval '4 years 1 month'), now(), interval '1 month') since`);
  await owner.query('create index entries_by_time on entries using brin (at)');
  let count = 0;
  for (const { since, until } of months) {
    const { rowCount } = await owner.query(insertMonth(size), [since, until, count]);
    count += rowCount ?? 0;
  }
  await owner.query('drop table others; drop index entries_by_time');
}

/** Creates the events without a ledger entry, in the order of time. */
async function drawOthers(owner: pg.Client, size: Size): Promise<void> {
  await owner.query(
    `create temp table others as
     select * from (
       select created_at as at, 'line-created' as kind, owner_id, id as line_id, null::jsonb as before,
         jsonb_build_object('username', username, 'testHours', test_hours, 'expiresAt', pg_temp.wire_time(expires_at),
           'device', pg_temp.pick(array['TV Samsung', 'TV LG', 'Fire TV', 'Celular', 'Computador'], id, 64)) as after
       from lines where is_trial
       union all
       select l.created_at + pg_temp.chance(i, 61) * (now() - l.created_at),
         (array['line-switched', 'line-edited', 'line-trusted', 'signed-in'])[1 + i % 4], l.owner_id,
         case when i % 4 < 3 then l.id end, jsonb_build_object('isOn', i % 2 = 0), jsonb_build_object('isOn', i % 2 = 1)
       from generate_series(1, $1::bigint - (select count(*) from entries)
         - (select count(*) from lines where is_trial)) i
       join lines l on l.id = 1 + floor(pg_temp.chance(i, 62) * $2)::bigint
     ) drawn order by at`,
    [size.events, size.lines],
  );
  await owner.query(`create index on others using brin (at)`);
  await owner.query(`analyze others`);
}

const insertMonth = (size: Size): string => `
  with entry as (
    select id, at, reason, actor_id, account_id, line_id, amount,
      at + (pg_temp.chance(id, 63) * 8 - 4) * interval '1 day' as expired_at
    from entries where at >= $1::timestamptz and at < $2::timestamptz
  ), told as (
    select id, at, reason as kind, actor_id, coalesce(account_id, actor_id) as account_id, line_id,
      case when reason = 'line-extended' then jsonb_build_object('expiresAt', pg_temp.wire_time(expired_at)) end as before,
      case reason
        when 'line-created' then jsonb_build_object('hundredths', amount, 'expiresAt',
          pg_temp.wire_time(at + amount * 0.3 * interval '1 day'))
        when 'line-extended' then jsonb_strip_nulls(jsonb_build_object('hundredths', amount, 'expiresAt',
          pg_temp.wire_time(greatest(expired_at, at) + amount * 0.3 * interval '1 day'), 'charge', charge))
        else jsonb_build_object('hundredths', amount) end as after
    from entry left join (select id as charge from charges) paid on charge = id
  ), happened as (
    select at, kind, actor_id, account_id, line_id, before, after from told
    union all
    select at, kind, owner_id, owner_id, line_id, before, after from others
    where at >= $1::timestamptz and at < $2::timestamptz
  )
  insert into events (id, at, kind, actor_id, account_id, line_id, before, after, address, request, source)
  overriding system value
  select $3::bigint + row_number() over (order by at), at, kind, actor_id, account_id, line_id, before, after,
    ('177.' || actor_id % 250 || '.' || actor_id / 250 % 250 || '.7')::inet, left(md5(at::text), 13),
    case
      when kind in ('credits-given', 'credits-withdrawn', 'opening-credits') then 10
      when line_id is null then 0
      -- The platform of the line, as it was drawn.
      when account_id between 2 and ${1 + size.largeOwners} or pg_temp.chance(line_id, 31) < 0.6 then 1
      else 2 end
  from happened`;
