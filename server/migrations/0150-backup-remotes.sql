-- Places elsewhere that an admin names on the screen; folders are named by the machine's operator.
create table backup_remotes (
  place text primary key check (place in ('remote_1', 'remote_2')),
  kind text not null check (kind in ('s3', 'sftp')),
  -- How it is reached, keys included, encrypted.
  sealed bytea not null,
  -- Each was believed only after something was written there, read back and deleted.
  proven_at timestamptz not null,
  -- Null when what lies there can be deleted from here; otherwise for how many days it cannot, 0 without end.
  locked_days int check (locked_days >= 0),
  saved_by bigint not null references accounts,
  saved_at timestamptz not null
);

-- Each day a part of what lies elsewhere is read back whole.
create table backup_readings (
  id bigint generated always as identity primary key,
  place text not null check (place in ('remote_1', 'remote_2')),
  read_at timestamptz not null,
  files int not null,
  bytes bigint not null,
  -- What was wrong, in words for people; null when everything was as it was written.
  failure text
);
create index backup_readings_place_idx on backup_readings (place, id);
