-- An announcement may be written ahead of its date, and may end by itself.
alter table announcements add column ends_at timestamptz;
alter table announcements
  add constraint announcements_end_after_publication check (ends_at > published_at);
