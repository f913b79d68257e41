-- Each start that changed the schema, with the copy that the way back uses.
create table upgrades (
  id bigint generated always as identity primary key,
  -- Null if the former version did not record itself.
  from_version text,
  to_version text not null,
  started_at timestamptz not null,
  finished_at timestamptz not null check (finished_at >= started_at),
  copy_kind text check (copy_kind in ('cluster', 'snapshot')),
  copy_taken_at timestamptz,
  copy_bytes bigint check (copy_bytes > 0),
  copy_expires_at timestamptz,
  -- Newest event in the copy, and the older ids that were not committed then.
  copy_last_event_id bigint,
  copy_missing_event_ids bigint[],
  check (num_nulls(copy_kind, copy_taken_at, copy_bytes, copy_expires_at, copy_last_event_id,
    copy_missing_event_ids) in (0, 6))
);
