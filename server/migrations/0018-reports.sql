-- Months: what each account's credits and lines did in one, counted by a job. Past months are counted
-- once, the current one every few minutes (server/src/reports/take-months.ts). A month is written as its
-- first day, and begins at midnight of the panel's time zone.

-- Credits by the ledger's reason, of the account's own wallets; a tree is summed at reading.
create table month_totals (
  account_id bigint not null references accounts,
  month date not null,
  reason text not null,
  entries int not null,
  -- Hundredths of a credit that came to the account, and that left it.
  in_hundredths bigint not null,
  out_hundredths bigint not null,
  -- Cents of a real, of the entries that name a price: paid for what came in, asked for what left.
  in_cents bigint not null,
  out_cents bigint not null,
  primary key (account_id, month, reason)
);

create table month_lines (
  account_id bigint not null references accounts,
  month date not null,
  -- Official lines made in the month, by platform.
  new_iptv int not null,
  new_p2p int not null,
  new_new_p2p int not null,
  -- Extensions paid in the month, and times the paid time of an official line ran out in it.
  renewals int not null,
  expiries int not null,
  primary key (account_id, month)
);

create table month_totals_taken (
  month date primary key,
  at timestamptz not null,
  -- Months begin elsewhere in another zone: they are counted anew when it changes.
  time_zone text not null
);

-- What an event is about, in the log's numbers: 1 IPTV, 2 the P2P services, 4 DNS Premium, 10 credits.
alter table events add column source smallint not null default 0 check (source in (0, 1, 2, 4, 10));
create index events_source_idx on events (source, at, id);

-- Entries are written in the order of their time: a month of them lies together.
create index entries_at_idx on entries using brin (at) with (pages_per_range = 16, autosummarize = on);

-- Lines that ran out and were deleted afterwards ran out all the same.
create index lines_deleted_expiry_idx on lines (expires_at) where deleted_at is not null;
