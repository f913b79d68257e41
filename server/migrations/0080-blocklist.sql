-- Addresses from which passwords are guessed: how many wrong tries, and until when they are refused.
create table blocked_addresses (
  -- An IPv4 address, or the /64 of an IPv6 subscriber.
  network cidr primary key,
  attempts bigint not null default 0,
  -- The score at this moment; it halves every ten minutes.
  score real not null,
  scored_at timestamptz not null,
  -- Distinct wrong pairs of name and password since the beginning of the window.
  window_started_at timestamptz not null,
  window_pairs int not null,
  -- How often it was blocked in a row; each time for longer.
  blocks int not null default 0,
  blocked_at timestamptz,
  blocked_until timestamptz,
  -- Honest lines use the address too: only its wrong sign-ins are refused.
  is_shared boolean not null default false,
  reason text check (reason in ('pairs', 'one-password', 'panel')),
  reason_pairs int
);
create index blocked_addresses_until_idx on blocked_addresses (blocked_until) where blocked_until is not null;
create index blocked_addresses_scored_idx on blocked_addresses (scored_at);

-- Who was right from an address within a day, as digests: a shared address bears more wrong tries.
create table honest_sign_ins (
  network cidr not null,
  who text not null,
  at timestamptz not null,
  primary key (network, who)
);
create index honest_sign_ins_at_idx on honest_sign_ins (at);

create table exempt_networks (
  id bigint generated always as identity primary key,
  network cidr not null constraint exempt_networks_network_key unique,
  reason text not null,
  ends_at timestamptz,
  created_by bigint not null references accounts,
  created_at timestamptz not null
);
