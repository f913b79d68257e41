-- The numbers by which the WhatsApp Cloud API writes. Franchise 0 stands for all that have none of their own.
create table whatsapp_numbers (
  id bigint generated always as identity primary key,
  franchise_id int not null unique check (franchise_id >= 0),
  phone_number_id text not null unique,
  waba_id text not null,
  -- Meta's limit of people a day is of the portfolio, shared by its numbers.
  portfolio_id text not null,
  display_number text not null,
  verified_name text not null,
  sealed_token bytea not null,
  sealed_app_secret bytea not null,
  -- Opaque end of the address to which Meta sends.
  path_key text not null unique,
  cost_cents int not null check (cost_cents between 0 and 10000),
  daily_limit int not null check (daily_limit > 0),
  fault text,
  fault_at timestamptz,
  last_sent_at timestamptz
);

create table whatsapp_templates (
  number_id bigint not null references whatsapp_numbers on delete cascade,
  name text not null,
  status text not null,
  category text not null,
  -- Why it was refused or is paused.
  reason text not null default '',
  changed_at timestamptz not null,
  primary key (number_id, name)
);

-- Who wrote last when: for 24 hours it may be answered freely.
create table whatsapp_windows (
  number_id bigint not null references whatsapp_numbers on delete cascade,
  -- Without the ninth digit of Brazil, which Meta leaves out of some.
  person text not null,
  wrote_at timestamptz not null,
  primary key (number_id, person)
);

-- Whom a portfolio wrote to outside a window, and when: counted over a moving day.
create table whatsapp_openings (
  portfolio_id text not null,
  person text not null,
  at timestamptz not null
);
create index whatsapp_openings_idx on whatsapp_openings (portfolio_id, at);

-- What Meta sent: each message and each status is taken once, however often it comes.
create table whatsapp_updates (
  number_id bigint not null references whatsapp_numbers on delete cascade,
  key text not null,
  received_at timestamptz not null,
  primary key (number_id, key)
);
create index whatsapp_updates_received_idx on whatsapp_updates (received_at);
