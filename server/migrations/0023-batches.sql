-- One act on many lines, asked for once and done row by row: what each row is and how it ended. A row's
-- outcome is written in the transaction that acts, so that each is done once.

create table batches (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  kind text not null,
  -- What people call it: «Estender 30 dias».
  title text not null,
  -- What is done with each row.
  asked jsonb not null,
  -- From where it was asked for: told by every event that comes of it.
  origin jsonb not null,
  total int not null check (total > 0),
  -- How many rows ended how, and the hundredths they cost: counted on as each piece is done.
  done int not null default 0,
  refused int not null default 0,
  charged bigint not null default 0,
  created_at timestamptz not null,
  -- The task that does it; another one after it was stopped and gone on with.
  task_id bigint not null references tasks,
  constraint batches_count_rows check (done >= 0 and refused >= 0 and done + refused <= total)
);

create index batches_account_idx on batches (account_id, id);
create index batches_age_idx on batches (created_at);

create table batch_rows (
  batch_id bigint not null references batches on delete cascade,
  number int not null,
  line_id bigint references lines,
  -- What a row is called where there is no line yet.
  label text not null default '',
  -- What it asks itself, where it is not the same for all.
  asked jsonb,
  outcome text check (outcome in ('done', 'refused')),
  message text not null default '',
  -- Hundredths of a credit.
  charged bigint not null default 0 check (charged >= 0),
  primary key (batch_id, number),
  constraint batch_rows_refused_is_free check (outcome is not distinct from 'done' or charged = 0)
);

create index batch_rows_waiting_idx on batch_rows (batch_id, number) where outcome is null;
create index batch_rows_line_idx on batch_rows (line_id) where line_id is not null;
