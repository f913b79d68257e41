-- Every viewing of a line, from its opening to its end: how many run at once is counted here, in the
-- transaction that opens one more; `presence` says to the second when each was seen last.

create table viewings (
  id uuid primary key,
  line_id bigint not null references lines,
  stream_id bigint not null,
  title text not null,
  encoding text not null,
  address inet,
  user_agent text not null default '',
  started_at timestamptz not null,
  -- Carried over from presence once a minute, because presence is empty after a crash.
  seen_at timestamptz not null,
  ended_at timestamptz,
  ended_because text
    check (ended_because in ('left', 'over-limit', 'ended-by-hand', 'line-stopped', 'not-seen')),
  constraint viewings_end_has_reason check ((ended_at is null) = (ended_because is null)),
  constraint viewings_end_after_start check (ended_at >= started_at and seen_at >= started_at)
) with (fillfactor = 85);

create index viewings_open_idx on viewings (line_id, started_at) where ended_at is null;
create index viewings_line_idx on viewings (line_id, started_at);
-- Every process asks each second which were just ended by somebody else than their player.
create index viewings_cut_idx on viewings (ended_at) where ended_because in ('over-limit', 'ended-by-hand');
-- Addresses and viewing history are personal data and go after RAMAL_RETENTION_DAYS.
create index viewings_ended_idx on viewings (ended_at) where ended_at is not null;
