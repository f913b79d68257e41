-- Films and series are shown newest first.
create index streams_newest_films_idx on streams (added_at, id)
  where kind = 'film' and hidden_at is null and gone_at is null and not is_adult;
create index series_newest_idx on series (updated_at, id) where not is_adult;
