alter table entries validate constraint entries_reason_check;
