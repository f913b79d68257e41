-- Long work that a person asked for and follows: what it is, how far it is, how it ended.

create table tasks (
  id bigint generated always as identity primary key,
  kind text not null,
  account_id bigint not null references accounts,
  payload jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'stopped')),
  done int not null default 0,
  total int not null default 0,
  message text not null default '',
  stop_wished boolean not null default false,
  created_at timestamptz not null default now(),
  -- While it runs its worker says so every few seconds; a task gone silent is taken up by another.
  beat_at timestamptz,
  finished_at timestamptz
);

create index tasks_open_idx on tasks (state, beat_at) where state in ('waiting', 'running');
create index tasks_account_idx on tasks (account_id, id);

revoke delete, truncate on tasks from ramal_app;

-- The application asks for a job in its own transaction; the queue's tables stay the owner's.
create function ask_job(name text, payload json, key text) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform graphile_worker.add_job(name, payload, job_key := key);
end $$;

revoke execute on function ask_job from public;
grant execute on function ask_job to ramal_app;
