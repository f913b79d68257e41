-- The first hundred channels by name, which a picker asks for before anything is typed.
create index streams_picker_idx on streams (search, id)
  where kind = 'live' and hidden_at is null and gone_at is null;
