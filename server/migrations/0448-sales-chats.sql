-- Chats in which a Telegram bot or a WhatsApp number gives tests, sells and answers for a seller.

-- One row for each person and bot or number. The person may change the seller by opening another seller's link.
create table sales_chats (
  id bigint generated always as identity primary key,
  bot_id bigint references telegram_bots on delete cascade,
  number_id bigint references whatsapp_numbers on delete cascade,
  -- Chat of Telegram, or digits of WhatsApp. Replies go to this address.
  address text not null check (address ~ '^\d{1,20}$'),
  account_id bigint not null references accounts,
  -- Number that the person proved: the sender of WhatsApp, or the own contact shared in Telegram.
  phone text,
  -- Code of the link with which the person opened the chat.
  origin_code text,
  -- Options and pending question of the last reply.
  state jsonb not null,
  -- The last handled message. Older messages that arrive late are not handled.
  handled_at timestamptz,
  handled_position bigint,
  last_message_at timestamptz not null,
  -- Set by a stop word and cleared by the next other message. Until then nothing is sent.
  stopped_at timestamptz,
  -- Reason of the last failed reply.
  problem text,
  problem_at timestamptz,
  constraint sales_chats_channel check (num_nonnulls(bot_id, number_id) = 1)
);
create unique index sales_chats_bot_key on sales_chats (bot_id, address) where bot_id is not null;
create unique index sales_chats_number_key on sales_chats (number_id, address) where number_id is not null;
create index sales_chats_account_idx on sales_chats (account_id, last_message_at);
create index sales_chats_age_idx on sales_chats (last_message_at);

create table sales_chat_messages (
  id bigint generated always as identity primary key,
  chat_id bigint not null references sales_chats on delete cascade,
  body text not null,
  -- Time of the channel, in whole seconds. The position orders the messages of one second.
  sent_at timestamptz not null,
  position bigint not null,
  received_at timestamptz not null,
  handled_at timestamptz
);
create index sales_chat_messages_waiting_idx on sales_chat_messages (chat_id, sent_at, position, id)
  where handled_at is null;
create index sales_chat_messages_age_idx on sales_chat_messages (received_at);

create table sales_chat_replies (
  id bigint generated always as identity primary key,
  chat_id bigint not null references sales_chats on delete cascade,
  body text not null,
  -- Labels of the buttons.
  options text[] not null default '{}',
  asks_contact boolean not null default false,
  -- Template of WhatsApp outside the 24 hours: {"name": "access", "parameters": ["…"]}.
  template jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'unknown')),
  created_at timestamptz not null
);
create index sales_chat_replies_waiting_idx on sales_chat_replies (chat_id, id) where state in ('waiting', 'sending');
create index sales_chat_replies_age_idx on sales_chat_replies (created_at);

-- Charges whose result the chat reports once.
create table sales_chat_orders (
  charge_id bigint primary key references charges,
  chat_id bigint not null references sales_chats on delete cascade,
  created_at timestamptz not null,
  -- True if the chat reported that the payment waits for the seller.
  is_held_told boolean not null default false,
  told_at timestamptz
);
create index sales_chat_orders_untold_idx on sales_chat_orders (charge_id) where told_at is null;
create index sales_chat_orders_chat_idx on sales_chat_orders (chat_id);
create index sales_chat_orders_age_idx on sales_chat_orders (created_at);

-- Tickets that a chat opened. Answers of the seller are sent to the chat.
create table sales_chat_tickets (
  ticket_id bigint primary key references tickets on delete cascade,
  chat_id bigint not null references sales_chats on delete cascade,
  created_at timestamptz not null,
  -- Number of the last message that was sent to the chat.
  told_number int not null default 0
);
create index sales_chat_tickets_chat_idx on sales_chat_tickets (chat_id);
create index sales_chat_tickets_age_idx on sales_chat_tickets (created_at);
