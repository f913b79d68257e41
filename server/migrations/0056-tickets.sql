-- Tickets of resellers and of the customers' portal. Messages are numbered within a ticket, so that whoever
-- was away asks for what came after a number, and each carries the id that its client made, so that sending
-- it again does not double it.

create table tickets (
  id bigint generated always as identity primary key,
  -- 1 resellers, 2 the customers' portal (systemTypeId).
  system smallint not null check (system in (1, 2)),
  -- 0 pending, 2 in progress, 3 answered, 1 finished.
  status smallint not null default 0 check (status in (0, 1, 2, 3)),
  category smallint not null check (category between 1 and 9),
  technology smallint check (technology in (0, 1, 2)),
  resolution text not null default '',
  title text not null,
  content text not null,
  -- Who opened it; of a customer's ticket the account that sold the line.
  account_id bigint not null references accounts,
  -- The customer that opened it, by its line.
  customer_line_id bigint references lines,
  -- The line it is about, or what was written instead.
  line_id bigint references lines,
  user_text text not null default '',
  -- How line and channels were when it was opened.
  facts jsonb,
  created_at timestamptz not null,
  blocked_at timestamptz,
  finished_at timestamptz,
  first_answer_at timestamptz,
  -- Since when its author waits for a word.
  waits_since timestamptz,
  assigned_to bigint references accounts,
  last_number int not null default 0,
  last_at timestamptz not null,
  search text not null generated always as (fold(title)) stored,
  -- Made by a customer's browser, so that opening a ticket again opens no other.
  client_id uuid,
  constraint tickets_finished_says_when check ((status = 1) = (finished_at is not null)),
  constraint tickets_customer_only_in_portal check (customer_line_id is null or system = 2),
  constraint tickets_client_key unique (customer_line_id, client_id)
);

create index tickets_status_idx on tickets (system, status, created_at desc, id desc);
create index tickets_account_idx on tickets (account_id, system, status, created_at desc, id desc);
create index tickets_customer_idx on tickets (customer_line_id, id desc) where customer_line_id is not null;
create index tickets_line_idx on tickets (line_id) where line_id is not null;
create index tickets_search_idx on tickets using gin (search gin_trgm_ops);

-- The channels of a ticket. What has the same key is the same channel: its number, or its folded name.
create table ticket_channels (
  ticket_id bigint not null references tickets on delete cascade,
  position smallint not null,
  label text not null,
  stream_id bigint references streams on delete set null,
  key text not null,
  primary key (ticket_id, position)
);
create index ticket_channels_key_idx on ticket_channels (key, ticket_id);
create index ticket_channels_stream_idx on ticket_channels (stream_id) where stream_id is not null;

create table ticket_messages (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets on delete cascade,
  number int not null check (number > 0),
  -- Absent: the customer.
  account_id bigint references accounts,
  -- From those who answer; otherwise from who opened it.
  from_support boolean not null,
  body text not null,
  client_id uuid not null,
  at timestamptz not null,
  -- Removed by an admin: its number stays, so that nobody waits for it.
  removed_at timestamptz,
  constraint ticket_messages_number_key unique (ticket_id, number),
  constraint ticket_messages_client_key unique (ticket_id, client_id)
);

-- How far each account has read; and for messages of the administration, to whom they were sent.
create table ticket_readers (
  ticket_id bigint not null references tickets on delete cascade,
  account_id bigint not null references accounts,
  read_number int not null default 0,
  read_at timestamptz,
  sent_at timestamptz,
  primary key (ticket_id, account_id)
);
create index ticket_readers_sent_idx on ticket_readers (account_id, ticket_id) where sent_at is not null;

create table ticket_pictures (
  id bigint generated always as identity primary key,
  name text not null unique,
  ticket_id bigint not null references tickets on delete cascade,
  -- Absent until the message that shows it is sent.
  message_id bigint references ticket_messages on delete cascade,
  account_id bigint references accounts,
  width int not null,
  height int not null,
  bytes bytea not null,
  created_at timestamptz not null
);
create index ticket_pictures_message_idx on ticket_pictures (message_id) where message_id is not null;
create index ticket_pictures_waiting_idx on ticket_pictures (created_at) where message_id is null;
create index ticket_pictures_ticket_idx on ticket_pictures (ticket_id);

-- What admins answer often.
create table ticket_answers (
  id bigint generated always as identity primary key,
  title text not null,
  body text not null,
  created_at timestamptz not null,
  constraint ticket_answers_title_key unique (title)
);
