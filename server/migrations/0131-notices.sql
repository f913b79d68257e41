-- What accounts are told under the bell of the panel, and by what else each of them wants to be told.
create table notices (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  kind text not null check (kind in ('answer', 'message', 'work', 'customers', 'credits')),
  -- What it is about, such as `ticket-12`: while one about it is unread, the next takes its place.
  subject text not null,
  title text not null,
  body text not null,
  -- The path of the panel's screen that it leads to.
  path text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  -- It waits to be given to the outbox, because the account chose e-mail or Telegram for its kind.
  is_waiting boolean not null
);
create unique index notices_unread_key on notices (account_id, kind, subject) where read_at is null;
create index notices_account_idx on notices (account_id, created_at desc, id desc);
create index notices_subject_idx on notices (account_id, kind, subject, created_at);
create index notices_waiting_idx on notices (id) where is_waiting;
create index notices_created_idx on notices (created_at);

-- Whoever has no row has all kinds in the panel and nothing elsewhere.
create table notice_choices (
  account_id bigint primary key references accounts on delete cascade,
  -- The kinds that come by each way.
  panel text[] not null,
  email text[] not null,
  telegram text[] not null,
  address text,
  -- Where the account opens the panel, for links in messages.
  base_url text not null
);
