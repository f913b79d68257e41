-- Hostnames that an admin keeps an eye on, and the network from which each is looked at.
create table collected_hostnames (
  id bigint generated always as identity primary key,
  host text not null check (host = lower(host)),
  franchise text not null default '',
  -- The network of a resolver that is asked (RAMAL_RESOLVERS), or any words.
  network text not null default '',
  created_at timestamptz not null,
  checked_at timestamptz,
  -- Its network answered otherwise than the public resolvers; a second time in a row makes it blocked.
  suspected_at timestamptz,
  blocked_at timestamptz,
  unique (host, franchise, network)
);
create index collected_hostnames_blocked_idx on collected_hostnames (id) where blocked_at is not null;

-- The hostname that devices of an app are given; null is the default.
create table activators (
  id int primary key,
  app text not null unique,
  dns text check (dns = lower(dns)),
  changed_at timestamptz
);
insert into activators (id, app) values (1, 'smart'), (2, 'prime'), (3, 'lazer');
