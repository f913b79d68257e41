-- Channels of a day: what another channel shows, under a name and in a category of their own, gone by themselves.
alter table categories add column custom_id int unique check (custom_id > 0);
create table temporary_channels (
  -- As players list it.
  stream_id bigint primary key references streams on delete cascade,
  -- The channel whose picture it shows; without it the last known source goes on.
  origin_id bigint references streams on delete set null,
  origin_name text not null,
  name text not null unique,
  added_at timestamptz not null,
  ends_at timestamptz not null,
  check (ends_at > added_at)
);
create index temporary_channels_origin_idx on temporary_channels (origin_id);
