-- Brands that are set on a screen; those of brands.json stay in the file.
create table brand_pictures (
  -- In its public URL; not to be guessed from another, and never given to another picture.
  name text primary key,
  width int not null,
  height int not null,
  bytes bytea not null,
  uploaded_by bigint not null references accounts,
  created_at timestamptz not null
);
create index brand_pictures_uploaded_by_idx on brand_pictures (uploaded_by);

create table brands (
  id bigint generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 60),
  -- Of the pages; empty for the name.
  title text not null check (char_length(title) <= 80),
  accent text not null check (accent ~ '^#[0-9a-f]{6}$'),
  force_light boolean not null,
  -- The number of the franchise that owns it, as in its accounts.
  id_franchise int check (id_franchise > 0),
  logo text references brand_pictures,
  favicon text references brand_pictures,
  background text references brand_pictures,
  -- What its sellers write to customers until they write their own; null for the documents' words.
  receipt_text text,
  test_text text,
  charge_text text,
  changed_at timestamptz not null
);
create index brands_franchise_idx on brands (id_franchise);
create index brands_logo_idx on brands (logo);
create index brands_favicon_idx on brands (favicon);
create index brands_background_idx on brands (background);

create table brand_hosts (
  host text primary key check (host = lower(host)),
  brand_id bigint not null references brands on delete cascade,
  -- The first is the one that the brand is known by.
  position int not null
);
create index brand_hosts_brand_idx on brand_hosts (brand_id);
