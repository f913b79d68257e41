-- What was moved, summed by month: the statement and the charts read these, and nobody's page adds up
-- the ledger. Written by a job once a minute (credits/take-movement-months.ts); a month is that of
-- the panel's zone. An admin holds no wallet: what it issued and took back stands under its own id.
create table movement_months (
  -- The first of the month.
  month date not null,
  account_id bigint not null references accounts,
  -- Seen from the account: what came in is received, what went out is one of the others.
  kind text not null check (kind in ('received', 'given', 'spent', 'returned')),
  hundredths bigint not null,
  -- Cents of a real; null where no price was said.
  value_cents numeric,
  -- Holds the sums as well: whole trees are added up without reading a row.
  primary key (month, account_id, kind) include (hundredths, value_cents)
) with (fillfactor = 80);
create index movement_months_account_idx on movement_months (account_id, month);

create table movement_months_taken (
  one boolean primary key default true check (one),
  at timestamptz not null
);

-- Entries come in the order of time: the job reads a month of them without the rest.
create index entries_at_idx on entries using brin (at) with (pages_per_range = 32, autosummarize = on);

-- From where an account came in, and who was refused at its door.
create index sign_ins_account_idx on sign_ins (account_id, created_at);
create index events_refused_sign_ins_idx on events (account_id, at) where kind = 'sign-in-refused';
