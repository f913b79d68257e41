-- Entries and values that a move from another panel or a guide read and does not bring, by reason (IN-06).
alter table panel_imports add column skips jsonb not null default '[]';
alter table guides add column skips jsonb not null default '[]';
