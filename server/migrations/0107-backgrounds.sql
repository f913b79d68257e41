-- Pictures behind the sign-in of hosts whose brand has none of its own.
create table backgrounds (
  id bigint generated always as identity primary key,
  -- In its public URL; not to be guessed from another.
  name text not null unique,
  width int not null,
  height int not null,
  bytes bytea not null,
  is_current boolean not null default false,
  uploaded_by bigint not null references accounts,
  created_at timestamptz not null
);
create unique index backgrounds_current_key on backgrounds (is_current) where is_current;
