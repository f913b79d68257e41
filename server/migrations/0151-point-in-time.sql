-- A backup to a point in time: at each place a base, and every segment of the write-ahead log since.
create table wal_chains (
  place text primary key check (place in ('remote_1', 'remote_2')),
  -- Where that was; a place that is another now has no chain.
  location text not null,
  -- The cluster that wrote it.
  system text not null,
  base_segment text not null,
  base_ended_at timestamptz not null,
  base_bytes bigint not null,
  -- The last segment that lies there without a gap, and when it was closed: what came later would be lost.
  segment text,
  closed_at timestamptz,
  -- Why the last sending failed, in words for people.
  failure text,
  -- Since when and why nothing is sent any more; a new base begins a new chain.
  broken_at timestamptz,
  broken_reason text,
  check ((segment is null) = (closed_at is null)),
  check ((broken_at is null) = (broken_reason is null))
);

alter table backup_runs
  add column kind text not null default 'snapshot' check (kind in ('snapshot', 'base'));

alter table backup_drills
  add column kind text not null default 'snapshot' check (kind in ('snapshot', 'point-in-time')),
  -- From the last write that had to come back until it lay elsewhere.
  add column sent_seconds numeric;
