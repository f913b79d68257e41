-- Posters and plots from a film database: its key, and which titles it was asked about.
create table title_details_key (
  is_only boolean primary key default true check (is_only),
  sealed_key bytea not null,
  -- It was taken when it was saved and is not any more.
  refused_at timestamptz
);
alter table streams add column details_asked_at timestamptz, add column details_found boolean;
alter table series add column details_asked_at timestamptz, add column details_found boolean;
create index streams_details_idx on streams (details_found, id) where kind = 'film' and gone_at is null and not is_adult;
create index series_details_idx on series (details_found, id) where not is_adult;
