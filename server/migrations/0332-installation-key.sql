-- A text signed with the master key, so that a start with another key is refused.
create table installation_key (
  is_current boolean primary key default true check (is_current),
  signature text not null
);
