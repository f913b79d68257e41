-- Public pages of sellers. An account without a row has no page.

create table storefronts (
  account_id bigint primary key references accounts,
  is_online boolean not null,
  slug text not null constraint storefronts_slug_key unique
    check (slug ~ '^[a-z0-9][a-z0-9-]{1,28}[a-z0-9]$'),
  name text not null,
  sentence text not null check (char_length(sentence) <= 60),
  accent text check (accent ~ '^#[0-9a-fA-F]{6}$'),
  -- [{"platform": "iptv", "productId": 1, "months": [1, 3]}]
  products jsonb not null check (jsonb_typeof(products) = 'array'),
  proves_number boolean not null,
  texts jsonb not null,
  channels jsonb not null,
  created_at timestamptz not null,
  saved_at timestamptz not null
);

-- A former address leads to the current page of its account for some days.
create table former_slugs (
  slug text primary key,
  account_id bigint not null references accounts,
  replaced_at timestamptz not null
);
create index former_slugs_age_idx on former_slugs (replaced_at);

-- Links of a seller with an origin, the value of `?o=`.
create table origin_links (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  code text not null check (code ~ '^[a-z0-9-]{1,30}$'),
  name text not null,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create unique index origin_links_code_key on origin_links (account_id, code) where deleted_at is null;

-- Visits are counted in memory and added up by day.
create table storefront_visits (
  account_id bigint not null references accounts,
  day date not null,
  -- Code of the origin; empty without one.
  origin_code text not null,
  visits int not null,
  phone_visits int not null,
  primary key (account_id, day, origin_code)
);
create index storefront_visits_day_idx on storefront_visits (day);
