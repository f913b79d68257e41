-- A move from another panel may be read from a registered server of lines. A server that is gone leaves what came.
alter table panel_imports
  add column source text not null default 'dump' check (source in ('dump', 'server')),
  add column server_id bigint references line_servers on delete set null,
  add constraint panel_imports_server_of_source check (source = 'server' or server_id is null);
create index panel_imports_server_idx on panel_imports (server_id) where server_id is not null;
-- A server is read by one at a time.
create unique index panel_imports_reading_key on panel_imports (server_id) where state = 'reading' and server_id is not null;
