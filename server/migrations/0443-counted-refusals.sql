-- Equal refusals of one day are counted in one row, so that a flood adds no rows. Rows of the former release have no day.
alter table trial_requests
  add column requests int not null default 1,
  add column refused_on date;
create unique index trial_requests_refused_key on trial_requests (account_id, refused_on, repeat_mark, reason)
  where refused_on is not null;
