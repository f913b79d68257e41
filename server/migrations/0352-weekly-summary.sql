-- Lines of a notice, each with the path of its screen: `[{"text": …, "path": …}]`. Null for notices without lines.
alter table notices add column lines jsonb;

-- The account receives the summary of its week. Its channels are those of the notices about customers.
alter table number_settings add column weekly_summary boolean not null default false;
create index number_settings_summary_idx on number_settings (account_id) where weekly_summary;
