-- Files made by a task and fetched by a random address, for a few minutes (Q-EXPORT).
create table exports (
  id bigint generated always as identity primary key,
  -- Of the address; the address itself is known to whoever asked.
  token_hash bytea not null unique,
  account_id bigint not null references accounts,
  task_id bigint references tasks,
  -- As the person will see it: Revendas.xlsx.
  file text not null,
  created_at timestamptz not null default now(),
  -- Set when the file is there.
  expires_at timestamptz
);
create index exports_age_idx on exports (created_at);
