-- Lines on which players ended one another in turn: until then a further player takes no screen over.
create table screen_contests (
  line_id bigint primary key references lines on delete cascade,
  paused_until timestamptz not null
);
