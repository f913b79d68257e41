-- Last warnings and errors of a process, oldest first, as the screen of nodes shows them.
alter table nodes add column log_lines jsonb not null default '[]';
