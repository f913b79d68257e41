-- The last time that the player refused a line for each reason, for the seller (PLAY-05).
create table refused_plays (
  line_id bigint not null references lines on delete cascade,
  reason text not null,
  refused_at timestamptz not null,
  user_agent text not null default '',
  primary key (line_id, reason)
);
