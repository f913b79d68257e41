-- One line used in several places at once: what was found, and how the job that finds it stands.

-- Accesses before this say nothing any more: a suspicion was dismissed, or a block lifted.
alter table lines add column abuse_counts_from timestamptz;

create index lines_blocked_idx on lines (platform, id)
  where deleted_at is null and blocked_for_abuse_at is not null;

-- Addresses are personal data: a finding goes with the viewings it stands on.
create table abuse_findings (
  id bigint generated always as identity primary key,
  line_id bigint not null references lines,
  found_at timestamptz not null,
  since timestamptz not null,
  until timestamptz not null,
  together_seconds int not null,
  times int not null,
  take_overs int not null,
  places text[] not null,
  viewing_ids uuid[] not null,
  reason text not null,
  -- Nothing is added to it any more: its day is over, or an admin or the owner decided.
  closed_at timestamptz,
  constraint abuse_findings_in_order check (until >= since)
);

-- Two workers at once, or the same evidence looked at again, write one finding.
create unique index abuse_findings_open_key on abuse_findings (line_id) where closed_at is null;
create index abuse_findings_line_idx on abuse_findings (line_id, until);
create index abuse_findings_until_idx on abuse_findings (until);

-- One row: whether suspects are blocked by themselves, and until when the job has looked. Whoever
-- looks holds it.
create table abuse_detection (
  is_only boolean primary key default true check (is_only),
  automatic boolean not null default false,
  looked_until timestamptz
);
insert into abuse_detection default values;

-- In which blocks of addresses the lines that were gone into were seen, and when a player of theirs went
-- through one: where many do, it is a mobile carrier's. Rows of a week.
create table abuse_blocks (
  block inet not null,
  line_id bigint not null references lines,
  seen_at timestamptz not null,
  roamed_at timestamptz,
  primary key (block, line_id)
);
create index abuse_blocks_seen_idx on abuse_blocks (seen_at);
