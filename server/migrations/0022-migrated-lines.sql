-- Lines moved to another platform, in the months of reports. Those counted before had none.
alter table line_months add column migrated int not null default 0;
