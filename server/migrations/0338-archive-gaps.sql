-- Periods that a source did not record, as [from, to] in Unix seconds. A proof reads them.
alter table archive_sources add column gaps jsonb not null default '[]';
