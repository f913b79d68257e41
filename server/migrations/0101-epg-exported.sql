-- What the last spreadsheet of guide codes held: the verification says what differs from it.
create table epg_exported (
  stream_id bigint primary key references streams on delete cascade,
  name text not null,
  code text not null,
  exported_at timestamptz not null
);
