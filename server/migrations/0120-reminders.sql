-- Reminders to customers: an account's hours, texts and channels, and one row for each customer, paid
-- period and threshold, whichever channel it went by.

create table reminder_settings (
  account_id bigint primary key references accounts,
  -- Minutes after midnight of the panel's time zone. Nothing goes out by itself in the quiet hours.
  send_at smallint not null default 600 check (send_at between 0 and 1439),
  quiet_from smallint not null default 1260 check (quiet_from between 0 and 1439),
  quiet_until smallint not null default 480 check (quiet_until between 0 and 1439),
  -- Where its owner reached the panel: links begin with it, unless the operator set a public address.
  base_url text not null,
  -- Since when a channel that sends by itself is on; null while none is.
  automatic_since timestamptz,
  -- When the job looks next, and the last day whose reminders it planned.
  plan_at timestamptz,
  planned_through date
);
create index reminder_settings_plan_idx on reminder_settings (plan_at) where plan_at is not null;

-- A text is never changed, so that what each one brought can be counted.
create table reminder_texts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  kind text not null,
  days smallint not null,
  body text not null check (char_length(body) between 1 and 1000),
  saved_at timestamptz not null
);
create index reminder_texts_account_idx on reminder_texts (account_id);

create table reminder_thresholds (
  account_id bigint not null references reminder_settings,
  kind text not null check (kind in ('due', 'renewed')),
  -- From the day on which a line ends: below zero before it.
  days smallint not null check (days between -30 and 30),
  is_on boolean not null,
  -- Since when it is on.
  since timestamptz not null,
  text_id bigint not null references reminder_texts,
  primary key (account_id, kind, days),
  constraint reminder_thresholds_renewed check (kind = 'due' or days = 0)
);

create table reminder_channels (
  account_id bigint not null references reminder_settings,
  channel text not null check (channel in ('hand', 'telegram', 'email', 'whatsapp', 'webhook')),
  -- Tried in this order.
  position smallint not null,
  is_on boolean not null,
  -- Messages a day; null without limit.
  daily_cap int check (daily_cap > 0),
  primary key (account_id, channel)
);

-- How many of a day's messages a channel has taken.
create table reminder_uses (
  account_id bigint not null references accounts,
  channel text not null,
  day date not null,
  used int not null check (used > 0),
  primary key (account_id, channel, day)
);

create table reminders (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  line_id bigint not null references lines,
  -- How often the line was renewed before: trust and roll-back move its end within one period.
  period int not null,
  kind text not null check (kind in ('due', 'renewed')),
  days smallint not null,
  text_id bigint not null references reminder_texts,
  -- The end that it speaks of, and the day on which it goes out.
  due_at timestamptz not null,
  day date not null,
  -- Written when it was planned, with what templates of a provider are filled from.
  body text not null,
  facts jsonb not null,
  state text not null check (state in ('planned', 'queued', 'sent', 'unknown', 'skipped')),
  reason text,
  channel text check (channel in ('hand', 'telegram', 'email', 'whatsapp', 'webhook')),
  -- Channels that could not bring it.
  tried text[] not null default '{}',
  planned_at timestamptz not null,
  -- When the next channel is tried; null where none goes by itself.
  try_at timestamptz,
  -- Later it would be too late.
  until timestamptz not null,
  -- Somebody goes through the list by hand until then.
  held_until timestamptz,
  sent_at timestamptz,
  -- The provider's name of the message, and the furthest it was seen to get.
  reference text,
  delivery text check (delivery in ('sent', 'delivered', 'read', 'failed')),
  -- What a provider said about a failure.
  problem text,
  constraint reminders_once unique (line_id, period, kind, days),
  constraint reminders_skipped_for_a_reason check ((state = 'skipped') = (reason is not null)),
  constraint reminders_sent_by_a_channel check (state not in ('queued', 'sent', 'unknown') or channel is not null),
  constraint reminders_sent_at_a_time check ((state in ('sent', 'unknown')) = (sent_at is not null))
);
create index reminders_account_idx on reminders (account_id, id);
create index reminders_day_idx on reminders (day);
create index reminders_sent_idx on reminders (account_id, sent_at) where sent_at is not null;
create index reminders_try_idx on reminders (try_at) where state = 'planned' and try_at is not null;
create index reminders_until_idx on reminders (until) where state = 'planned';
create index reminders_reference_idx on reminders (reference) where reference is not null;

-- What is known of a customer beyond the line: an address for e-mail, and whether it wants reminders.
create table line_reminder_choices (
  line_id bigint primary key references lines,
  email text,
  -- A number that WhatsApp does not know; another one is tried again.
  refused_whatsapp text,
  -- By the account that sells to it.
  left_out_at timestamptz,
  -- By the customer, and how it was said.
  stopped_at timestamptz,
  stopped_by text check (stopped_by in ('telegram', 'email', 'whatsapp', 'portal')),
  constraint line_reminder_choices_stopped check ((stopped_at is null) = (stopped_by is null))
);

alter table line_contacts drop constraint line_contacts_channel;
alter table line_contacts add constraint line_contacts_channel
  check (channel in ('wa.me', 'telegram', 'email', 'whatsapp', 'webhook'));
