-- The mail relay and the Telegram bot by which messages leave the panel. Franchise 0 stands for all that
-- have none of their own, as with links of apps.
create table mail_relays (
  id bigint generated always as identity primary key,
  franchise_id int not null unique check (franchise_id >= 0),
  host text not null,
  port int not null check (port between 1 and 65535),
  security text not null check (security in ('tls', 'starttls', 'none')),
  username text not null,
  sealed_password bytea,
  from_address text not null,
  from_name text not null,
  -- Under which the relay's public DKIM key stands; empty where it is not checked.
  dkim_selector text not null default '',
  -- What must be mended before anything is sent; null while it works.
  fault text,
  fault_at timestamptz,
  last_sent_at timestamptz,
  -- Counts the savings, so that open connections of earlier settings are known.
  version int not null default 1
);

-- Addresses that get nothing, until then or for good.
create table email_suppressions (
  id bigint generated always as identity primary key,
  address text not null unique check (address = lower(address)),
  reason text not null check (reason in ('dead', 'full')),
  -- What the other side answered.
  answer text not null default '',
  created_at timestamptz not null,
  until timestamptz
);
create index email_suppressions_created_idx on email_suppressions (created_at);

create table full_mailboxes (
  address text not null check (address = lower(address)),
  at timestamptz not null
);
create index full_mailboxes_idx on full_mailboxes (address, at);

create table telegram_bots (
  id bigint generated always as identity primary key,
  franchise_id int not null unique check (franchise_id >= 0),
  -- Telegram's own number of the bot: a chat serves only the bot that it was opened with.
  number bigint not null,
  username text not null,
  name text not null,
  sealed_token bytea not null,
  -- Opaque end of the address to which Telegram sends; made anew with each token.
  path_key text not null unique,
  is_polled boolean not null,
  -- Where the reading of a polled bot goes on.
  next_update_id bigint,
  last_update_at timestamptz,
  next_slot_at timestamptz not null default now(),
  fault text,
  fault_at timestamptz,
  last_sent_at timestamptz
);

create table telegram_chats (
  bot_id bigint not null references telegram_bots on delete cascade,
  chat_id bigint not null,
  next_slot_at timestamptz not null default now(),
  -- The newest update that stopped or blocked the bot, and the newest that took a block back.
  last_stop_id bigint not null default 0,
  last_return_id bigint not null default 0,
  changed_at timestamptz not null,
  primary key (bot_id, chat_id)
);

-- Who is written to in a chat: an account for its own notices, a line for those to its customer.
create table telegram_connections (
  id bigint generated always as identity primary key,
  bot_id bigint not null,
  chat_id bigint not null,
  account_id bigint references accounts on delete cascade,
  line_id bigint references lines on delete cascade,
  update_id bigint not null,
  connected_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('stopped', 'blocked', 'unreachable', 'replaced', 'removed')),
  check (num_nonnulls(account_id, line_id) = 1),
  check ((ended_at is null) = (end_reason is null)),
  foreign key (bot_id, chat_id) references telegram_chats on update cascade on delete cascade
);
create unique index telegram_connections_account_idx on telegram_connections (account_id)
  where ended_at is null;
create unique index telegram_connections_line_idx on telegram_connections (line_id)
  where ended_at is null;
create index telegram_connections_chat_idx on telegram_connections (bot_id, chat_id);
create index telegram_connections_any_account_idx on telegram_connections (account_id);
create index telegram_connections_any_line_idx on telegram_connections (line_id);

-- One-time links to a bot: only a digest is kept.
create table telegram_invitations (
  digest bytea primary key,
  bot_id bigint not null references telegram_bots on delete cascade,
  account_id bigint references accounts on delete cascade,
  line_id bigint references lines on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  check (num_nonnulls(account_id, line_id) = 1)
);
create index telegram_invitations_bot_idx on telegram_invitations (bot_id);
create index telegram_invitations_account_idx on telegram_invitations (account_id);
create index telegram_invitations_line_idx on telegram_invitations (line_id);
create index telegram_invitations_expires_idx on telegram_invitations (expires_at);

-- What Telegram sent: each update is taken once, however often it comes.
create table telegram_updates (
  bot_id bigint not null references telegram_bots on delete cascade,
  update_id bigint not null,
  received_at timestamptz not null,
  primary key (bot_id, update_id)
);
create index telegram_updates_received_idx on telegram_updates (received_at);
