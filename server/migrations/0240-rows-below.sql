-- How many rows of months everybody below an account has: the statement of a network tells its length without
-- counting them.
alter table movement_below_months add column rows int not null default 0;

update movement_below_months b set rows = counted.rows
from (
  select up.id as account_id, m.month, m.kind, count(*)::int as rows
  from movement_months m join accounts a on a.id = m.account_id
    cross join unnest(trim_array(a.ancestors, 1) || 0::bigint) up (id)
  group by 1, 2, 3
) counted
where b.account_id = counted.account_id and b.month = counted.month and b.kind = counted.kind;

alter table movement_below_months alter column rows drop default;
