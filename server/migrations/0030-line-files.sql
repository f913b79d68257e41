-- Files of customers somebody sent to be imported. They hold passwords: seen by whoever sent them alone,
-- their rows leave when they become a batch, and all of it is forgotten after a day.

create table line_files (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  name text not null,
  created_at timestamptz not null,
  -- How its columns were read last, and what came of it in sum.
  plan jsonb,
  verdict jsonb,
  batch_id bigint references batches on delete set null
);
create index line_files_account_idx on line_files (account_id, id);
create index line_files_age_idx on line_files (created_at);
create index line_files_batch_idx on line_files (batch_id) where batch_id is not null;

create table line_file_rows (
  file_id bigint not null references line_files on delete cascade,
  -- As in the file.
  number int not null,
  cells text[] not null,
  -- What it says as judged last, and what the batch's row asks; null before, and where it is no customer.
  asked jsonb,
  -- Why it will not be imported; empty when it will.
  reason text,
  -- Hundredths of a credit.
  hundredths bigint not null default 0,
  primary key (file_id, number)
);
