-- What an owner does with a hostname: shares it with everybody below, puts it into a rotation, renews it,
-- takes it off the list.
alter table hostnames
  add column removed_at timestamptz,
  add column shared_at timestamptz,
  add column rotation_place int check (rotation_place > 0),
  add column renews_itself boolean not null default false,
  -- A failed renewal is told once a day.
  add column renewal_failed_at timestamptz;
create unique index hostnames_rotation_key on hostnames (owner_id, rotation_place)
  where rotation_place is not null;
create index hostnames_shared_idx on hostnames (owner_id) where shared_at is not null;

-- A shared hostname that an account does not use.
create table unused_hostnames (
  account_id bigint not null references accounts,
  hostname_id bigint not null references hostnames on delete cascade,
  primary key (account_id, hostname_id)
);
create index unused_hostnames_hostname_idx on unused_hostnames (hostname_id);

-- A renewal goes the way of a purchase; it has happened once the name ends later than it did.
alter table hostname_purchases
  add column kind text not null default 'new' check (kind in ('new', 'renewal')),
  add column ends_before timestamptz,
  add constraint hostname_purchases_of_a_kind check ((kind = 'renewal') = (ends_before is not null));
