-- The public key that backups are encrypted to; its other half is kept outside of this machine.
create table backup_keys (
  -- There is one at a time.
  is_current boolean primary key default true check (is_current),
  recipient text not null,
  -- A word encrypted to the key: who reads it has the other half.
  challenge text not null,
  word_digest bytea not null,
  saved_by bigint not null references accounts,
  saved_at timestamptz not null,
  proven_at timestamptz
);

create table backup_runs (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  -- Null when none was made.
  file text,
  bytes bigint,
  rows bigint,
  -- Why none was made, or which copy elsewhere was not, in words for people.
  failure text
);

-- A snapshot names the schema it was made of.
grant select on migrations to ramal_app;

-- A drill restores a backup on a server of its own and asks it questions.
create table backup_drills (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  place text not null check (place in ('local', 'remote_1', 'remote_2')),
  file text not null,
  -- Of which moment the restored data is.
  made_at timestamptz,
  questions int not null,
  right_answers int not null check (right_answers between 0 and questions),
  -- What went wrong, in words for people; null when every answer was right.
  failure text
);

-- A restored database tells of itself; until an admin releases it, nothing is sent, bought or moved.
create table restores (
  id bigint generated always as identity primary key,
  restored_at timestamptz not null,
  file text not null,
  made_at timestamptz not null,
  released_at timestamptz,
  released_by bigint references accounts,
  check ((released_at is null) = (released_by is null))
);
create unique index restores_held_key on restores ((true)) where released_at is null;
