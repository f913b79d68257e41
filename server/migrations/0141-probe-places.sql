-- Places outside from which targets are probed too: each signs its reports with a key of its own.
alter table probed_targets add column answer_ms int;

create table probe_places (
  id bigint generated always as identity primary key,
  name text not null,
  public_id text not null unique,
  sealed_secret bytea not null,
  created_by bigint not null references accounts,
  created_at timestamptz not null,
  -- A report with a number that is not higher was sent before.
  last_sequence bigint not null default 0,
  reported_at timestamptz,
  reported_ip inet,
  revoked_at timestamptz
);
create unique index probe_places_name_key on probe_places (name) where revoked_at is null;

-- What each place last said of each target.
create table place_results (
  place_id bigint not null references probe_places on delete cascade,
  kind text not null,
  target_id bigint not null,
  at timestamptz not null,
  failed text check (failed in ('name', 'connect', 'tls', 'http')),
  answer_ms int,
  -- What its resolver says; null where it said nothing.
  addresses text[],
  primary key (place_id, kind, target_id)
);

-- Hostnames that a network answers otherwise than the public resolvers do.
create table name_checks (
  host text not null,
  network text not null,
  checked_at timestamptz not null,
  -- A second time in a row makes it blocked.
  suspected_at timestamptz,
  blocked_at timestamptz,
  primary key (host, network)
);
