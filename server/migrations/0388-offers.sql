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
  package_id bigint,
  product_id bigint,
  months smallint check (months > 0),
  test_hours smallint check (test_hours > 0),
  created_at timestamptz not null,
  constraint offers_product check (num_nonnulls(package_id, product_id) = 1),
  constraint offers_kind check (num_nonnulls(months, test_hours) = 1),
  constraint offers_once unique nulls not distinct
    (account_id, platform, package_id, product_id, months, test_hours)
);

-- An account without a row has the defaults of the columns. Times of day are minutes after midnight in the time zone of
-- the installation; equal times mean the whole day.
create table self_service_settings (
  account_id bigint primary key references accounts,
  tests_a_day int not null default 20 check (tests_a_day between 0 and 1000),
  opens_at smallint not null default 480 check (opens_at between 0 and 1439),
  closes_at smallint not null default 1380 check (closes_at between 0 and 1439),
  platform text not null default 'iptv' check (platform in ('iptv', 'p2p', 'new-p2p')),
  -- Null for the first one that allows tests.
  package_id bigint,
  product_id bigint,
  test_hours smallint not null default 6 check (test_hours > 0),
  -- Refusals because of the cap on the last day that had one. Notices depend on this count, so each is written once.
  capped_on date,
  cap_refusals int not null default 0,
  constraint self_service_product check (num_nonnulls(package_id, product_id) <= 1)
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
  channel text not null check (channel in ('page', 'telegram', 'whatsapp', 'chatbot')),
  -- Name of the link that the stranger followed.
  source text,
  device text,
  -- Numbers and signatures of strangers are stored only as marks made with the key of the installation.
  phone_mark bytea,
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
create index trial_requests_phone_idx on trial_requests (phone_mark, at) where result = 'taken';
create index trial_requests_age_idx on trial_requests (at);
create unique index trial_requests_line_key on trial_requests (line_id) where line_id is not null;
