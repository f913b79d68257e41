-- Who is watching now, and who was refused at the player's door.

-- Written in batches and worth nothing after a crash: unlogged.
create unlogged table presence (
  session_id uuid primary key,
  line_id bigint not null,
  stream_id bigint not null,
  title text not null,
  -- What search compares: folding twenty thousand titles for each search takes longer than the search.
  folded_title text not null generated always as (fold(title)) stored,
  encoding text not null,
  address inet,
  user_agent text,
  started_at timestamptz not null,
  last_seen_at timestamptz not null
);

create index presence_line_idx on presence (line_id, last_seen_at);
create index presence_seen_idx on presence (last_seen_at);

create table last_watched (
  line_id bigint primary key references lines,
  at timestamptz not null,
  title text not null
);

-- The attempted password is kept masked: first and last character and its length (Q-BLPASS).
create table refused_players (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  address inet not null,
  username text not null,
  password_masked text not null,
  host text not null
);

create index refused_players_address_idx on refused_players (address, at);
create index refused_players_at_idx on refused_players (at);
