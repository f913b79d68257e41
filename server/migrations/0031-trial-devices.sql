-- On which device a test was put: the MAC only as a mark made with the server's key, since a MAC opens a
-- line until its device has asked. Kept as long as the lines it is about are counted.
create table trial_devices (
  line_id bigint not null references lines,
  mac_mark bytea not null,
  at timestamptz not null,
  primary key (line_id, mac_mark)
);

create index trial_devices_mark_idx on trial_devices (mac_mark, at);
create index trial_devices_age_idx on trial_devices (at);
