-- Progress of the first admin through the welcome page.
create table welcomes (
  account_id bigint primary key references accounts,
  skipped text[] not null default '{}',
  -- Set once the page no longer opens after the sign-in.
  left_at timestamptz,
  -- Set once every step was done or skipped.
  finished_at timestamptz
);
