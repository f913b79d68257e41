-- Lines in months, for the charts; credits in months are movement_months. Kept by a job
-- (reports/take-line-months.ts): past months once, the current one every few minutes.

create table line_months (
  account_id bigint not null references accounts,
  -- The first of the month, in the panel's time zone.
  month date not null,
  -- Official lines made in it, by whoever owned them.
  new_iptv int not null,
  new_p2p int not null,
  -- Paid extensions made in it, and times the paid time of an official line ran out in it.
  renewals int not null,
  expiries int not null,
  primary key (account_id, month)
) with (fillfactor = 80);

create table line_months_taken (
  one boolean primary key default true check (one),
  at timestamptz not null,
  -- Months begin elsewhere in another zone: everything is counted anew when it changes.
  time_zone text not null,
  -- What an admin's charts show: the sums of everybody, which are too many to add up while somebody waits.
  everybody jsonb
);

-- What an event is about, in the log's numbers: 1 IPTV, 2 the P2P services, 4 DNS Premium, 10 credits.
alter table events add column source smallint not null default 0 check (source in (0, 1, 2, 4, 10));
create index events_source_idx on events (source, at, id);

-- Lines that ran out and were deleted afterwards ran out all the same.
create index lines_deleted_expiry_idx on lines (expires_at) where deleted_at is not null;
