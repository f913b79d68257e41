-- Request headers for the list and for its streams without their own, one `Name: value` in a line.
alter table source_lists add column headers text not null default '' check (length(headers) <= 1000);
