-- Offers of sellers to strangers, and the tests that strangers requested without a person of the seller.

create table account_public_ids (
  account_id bigint primary key references accounts,
  public_id text not null unique check (public_id ~ '^[0-9A-Za-z]{10}$')
);

-- An offer never changes, so that an order or an address still means the same later. The package has no foreign key,
-- because a package may be deleted; its offers are then refused.
create table offers (
  id bigint generated always as identity primary key,
  public_id text not null unique check (public_id ~ '^[0-9A-Za-z]{10}$'),
  account_id bigint not null references accounts,
  platform text not null check (platform in ('iptv', 'p2p', 'new-p2p')),
  -- Package of IPTV, or product of P2P.
  product_id bigint not null,
  months smallint check (months > 0),
  test_hours smallint check (test_hours > 0),
  created_at timestamptz not null,
  constraint offers_kind check (num_nonnulls(months, test_hours) = 1),
  constraint offers_once unique nulls not distinct (account_id, platform, product_id, months, test_hours)
);

-- An account without a row has the defaults of the columns. Times are in the time zone of the installation; equal times
-- mean the whole day.
create table self_service_settings (
  account_id bigint primary key references accounts,
  per_day int not null default 20 check (per_day between 0 and 1000),
  open_from text not null default '08:00' check (open_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  open_until text not null default '23:00' check (open_until ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  hours smallint not null default 6 check (hours > 0),
  -- Products that strangers may test: [{"platform": "iptv", "productId": 1}]. Empty for the first one with tests.
  products jsonb not null default '[]' check (jsonb_typeof(products) = 'array'),
  -- Refusals because of the cap on the last day that had one. Notices depend on this count, so each is written once.
  capped_on date,
  cap_refusals int not null default 0
);

-- Addresses that auto-reply apps call. The public id is the secret of an address.
create table chatbot_addresses (
  id bigint generated always as identity primary key,
  public_id text not null unique check (public_id ~ '^[0-9A-Za-z]{10}$'),
  account_id bigint not null references accounts,
  offer_id bigint not null references offers,
  tests_a_day int not null check (tests_a_day between 1 and 1000),
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index chatbot_addresses_account_idx on chatbot_addresses (account_id, id);

create table trial_requests (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  at timestamptz not null,
  origin text not null check (origin in ('storefront', 'chatbot', 'referral')),
  channel text not null check (channel in ('link', 'telegram', 'whatsapp', 'chatbot')),
  -- Code of the link that the stranger followed.
  origin_code text,
  device text,
  phone text,
  is_proved boolean not null,
  -- The signature of a device is stored only as a mark made with the key of the installation.
  device_mark bytea,
  -- Recognises the same request within a minute.
  repeat_mark bytea not null,
  chatbot_address_id bigint references chatbot_addresses,
  result text not null check (result in ('taken', 'refused')),
  reason text,
  line_id bigint references lines,
  constraint trial_requests_taken check ((result = 'taken') = (line_id is not null)),
  constraint trial_requests_refused check ((result = 'refused') = (reason is not null))
);
create index trial_requests_account_idx on trial_requests (account_id, at);
create index trial_requests_phone_idx on trial_requests (phone, at) where result = 'taken';
create index trial_requests_address_idx on trial_requests (chatbot_address_id, at) where chatbot_address_id is not null;
create index trial_requests_age_idx on trial_requests (at);
create unique index trial_requests_line_key on trial_requests (line_id) where line_id is not null;
