-- Which MAC, in which app, shows which line (Q-SMARTSCOPE, Q-MACAPPS). A MAC is easy to guess, so it opens
-- a line only for the device that has its id: given by whoever sells, or by the first that asked.

create table devices (
  id bigint generated always as identity primary key,
  -- prime, lazer, or the number of a smart app.
  app text not null check (app in ('prime', 'lazer') or app ~ '^[1-9][0-9]{0,2}$'),
  mac text not null check (mac ~ '^[0-9A-F]{2}(:[0-9A-F]{2}){5}$'),
  line_id bigint not null references lines,
  id_device text,
  created_by bigint not null references accounts,
  created_at timestamptz not null,
  -- From when it waits for a device without an id.
  waits_since timestamptz not null,
  last_asked_at timestamptz,
  -- Personal: forgotten with the other addresses (Q-RETENTION).
  last_address inet,
  search text not null generated always as (
    fold(mac || ' ' || replace(mac, ':', '') || ' ' || coalesce(id_device, ''))
  ) stored,
  -- Of two that bind one MAC at the same moment, one wins.
  constraint devices_mac_key unique (app, mac)
);

create index devices_line_idx on devices (line_id);
create index devices_age_idx on devices (created_at, id);
create index devices_asked_idx on devices (last_asked_at) where last_address is not null;
