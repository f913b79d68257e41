-- What an import read and does not bring, by reason, for its preview (IN-06).
alter table imports add column skips jsonb not null default '[]';
