-- Where names are registered and where their zones are kept: the built-in sandbox until an operator's keys
-- are proven. Keys are encrypted and never given back.
create table registrar_settings (
  is_only boolean primary key default true check (is_only),
  registrar text not null default 'sandbox' check (registrar in ('sandbox', 'namesilo')),
  sealed_key bytea,
  proven_at timestamptz,
  -- Hundredths of a US dollar, when it was last asked.
  balance_cents bigint,
  balance_at timestamptz,
  -- It was taken when it was saved and is not any more.
  refused_at timestamptz
);
insert into registrar_settings default values;

create table dns_settings (
  is_only boolean primary key default true check (is_only),
  provider text not null default 'sandbox' check (provider in ('sandbox', 'cloudflare', 'powerdns')),
  sealed_key bytea,
  -- The account at Cloudflare in which zones are made.
  account text,
  -- Of PowerDNS, as the registrar is told them.
  name_servers text[] not null default '{}',
  -- Where bought hostnames lead: the player.
  target inet,
  proven_at timestamptz,
  finding text,
  -- Marks the records that are ours. It is random, because two installations with one mark fight.
  installation text not null default gen_random_uuid()
);
insert into dns_settings default values;

-- A record that the panel keeps at the DNS provider, and what stands there.
create table dns_records (
  name text primary key,
  -- Where it is to lead.
  ip inet not null,
  -- A bought hostname's: it leads wherever dns_settings.target says.
  follows_target boolean not null default false,
  ttl int not null check (ttl between 60 and 86400),
  -- The provider's own name for the zone; null until it is found.
  zone text,
  -- What we wrote last, and what we were about to write when no answer came.
  written inet,
  attempted inet,
  -- foreign: what stands there is not ours, or not what we wrote, and is left alone.
  state text not null default 'waiting'
    check (state in ('waiting', 'made', 'foreign', 'no-zone', 'refused')),
  -- What stands there instead, and since when.
  found text[],
  found_at timestamptz,
  -- The provider's own words for why it refused.
  problem text,
  written_at timestamptz,
  check_at timestamptz not null
);
create index dns_records_check_idx on dns_records (check_at);
insert into dns_records (name, ip, ttl, check_at)
select c.name, b.ip, 60, now() from cnames c join balancers b on b.id = c.balancer_id;

alter table hostnames
  -- Null for a name that was added by hand.
  add column registrar text check (registrar in ('sandbox', 'namesilo')),
  -- Hundredths of a US dollar for a further year, as the registrar last said.
  add column renew_cents bigint check (renew_cents >= 0),
  -- Why the last renewal by itself failed, in Portuguese.
  add column renewal_failure text,
  -- How many days before the end its owner was warned last.
  add column warned_days int;
update hostnames set registrar = 'sandbox', renew_cents = case substring(name from '[^.]+$')
    when 'top' then 488 when 'click' then 1199 when 'cfd' then 1099 else 999 end
where price_cents is not null;

alter table hostname_purchases
  add column registrar text not null default 'sandbox' check (registrar in ('sandbox', 'namesilo')),
  add column renew_cents bigint,
  -- What the registrar took, where it says so.
  add column paid_cents bigint,
  add column registered_at timestamptz,
  add column ended_at timestamptz;

-- What the sandbox took, of the amount that it has for each day.
create table sandbox_orders (
  id bigint generated always as identity primary key,
  name text not null,
  cents bigint not null check (cents >= 0),
  at timestamptz not null
);
create index sandbox_orders_at_idx on sandbox_orders (at);
