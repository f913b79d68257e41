-- Files made by a task and fetched by a random address, for a few minutes (Q-EXPORT). They stand in
-- the database, so that whichever process made one, any can send it.
create table exports (
  id bigint generated always as identity primary key,
  -- Of the address; the address itself is known to whoever asked.
  token_hash bytea not null unique,
  account_id bigint not null references accounts,
  -- As the person will see it: Revendas.xlsx.
  file text not null,
  created_at timestamptz not null,
  -- Set when the file is whole.
  expires_at timestamptz
);
create index exports_age_idx on exports (created_at);

create table export_pieces (
  export_id bigint not null references exports on delete cascade,
  number int not null,
  bytes bytea not null,
  primary key (export_id, number)
);
-- Compressed already.
alter table export_pieces alter column bytes set storage external;
