-- Texts with links of apps, by franchise; franchise 0 stands for all that have none of their own.
create table app_links (
  type smallint not null check (type between 1 and 8),
  franchise_id int not null check (franchise_id >= 0),
  -- HTML, sanitised when it was stored.
  html text not null,
  published_at timestamptz not null,
  primary key (type, franchise_id)
);

-- Single addresses that everybody sees.
create table published_links (
  name text primary key check (name in ('telegram', 'm3u8', 'ssiptv', 'm3u8_short', 'ssiptv_short')),
  url text not null,
  published_at timestamptz not null
);

-- What admins shorten. Codes of lines stand with the lines.
create table short_links (
  code text primary key,
  url text not null,
  account_id bigint not null references accounts,
  created_at timestamptz not null
);
create index short_links_url_idx on short_links (md5(url));
