-- Processes of the installation, each with its last sign of life.
create table nodes (
  id uuid primary key,
  name text not null,
  -- In the order panel, player, worker.
  roles text[] not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- The process was requested to leave and serves its last streams.
  is_draining boolean not null,
  -- Of the last minute.
  requests int not null,
  -- Null without requests.
  answer_ms int,
  screens int not null,
  jobs int not null,
  -- Jobs and deliveries that are due; null if the process is no worker.
  queue int
);

-- Presence of nodes and databases by the hour.
create table node_hours (
  -- Roles of a process, such as 'panel,worker', or 'primary', 'standby', 'replica'.
  kind text not null,
  name text not null,
  hour timestamptz not null,
  -- Of a standby.
  address inet,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- True if it was behind at the last sign.
  is_late boolean not null,
  well_seconds real not null default 0,
  late_seconds real not null default 0,
  primary key (kind, name, hour)
);

-- First start of each release on this database.
create table versions (
  version text primary key,
  first_started_at timestamptz not null default now()
);

-- Streaming standbys. All details are null if the owner of this function may not read them
-- (pg_read_all_stats). Tools that copy the log for a backup are no standbys.
create function read_standbys() returns table (
  name text, address inet, state text, sync_state text, lag_seconds float8, lag_bytes float8
) language sql volatile security definer set search_path = pg_catalog as $$
  select distinct on (1)
    case when count(*) over (partition by application_name) > 1
      then concat_ws(' ', application_name, host(client_addr)) else application_name end,
    client_addr, r.state, r.sync_state,
    case when replay_lsn >= pg_current_wal_lsn() then 0 else extract(epoch from replay_lag) end::float8,
    pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8
  from pg_stat_replication r
  where not pg_is_in_recovery() and application_name <> '' and r.state is distinct from 'backup'
    and application_name !~* '^(pg_basebackup|pg_receivewal|pgbackrest|barman)'
  order by 1, replay_lsn desc nulls last
$$;
revoke execute on function read_standbys from public;
grant execute on function read_standbys to ramal_app;

-- The tables of the queue belong to the owner.
create function count_due_jobs() returns int
  language plpgsql volatile security definer set search_path = pg_catalog as $$
begin
  return (select count(*) from graphile_worker.jobs
    where run_at <= now() and locked_at is null and attempts < max_attempts);
end $$;
revoke execute on function count_due_jobs from public;
grant execute on function count_due_jobs to ramal_app;
