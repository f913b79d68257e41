-- Win-back: messages to customers whose line expired and to people whose test ended without a purchase.

alter table reminders
  drop constraint reminders_kind_check,
  add constraint reminders_kind_check
    check (kind in ('due', 'renewed', 'refused', 'ended', 'win-back')) not valid;

-- Days on which an address of a person was contacted: a request for payment and a win-back message
-- exclude each other.
create table message_days (
  account_id bigint not null references accounts,
  -- `line:5`, `whatsapp:5511955550142`, `email:…` or `telegram:1:99`.
  address text not null,
  day date not null,
  kind text not null check (kind in ('charge', 'win-back')),
  -- Message that claimed the day; null for a request by hand.
  reminder_id bigint,
  primary key (account_id, address, day)
);
create index message_days_day_idx on message_days (day);

create table win_back_groups (
  account_id bigint not null references reminder_settings,
  group_key text not null check (group_key in ('d3', 'd7', 'd30', 'd90', 'test')),
  is_on boolean not null,
  -- Time since which the group is on with this schedule.
  since timestamptz not null,
  body text not null check (char_length(body) between 1 and 1000),
  -- Calendar day after the expiry.
  send_day smallint not null check (send_day between 1 and 365),
  -- ISO days of the week: 1 is Monday.
  weekdays smallint[] not null
    check (cardinality(weekdays) between 1 and 7 and weekdays <@ '{1,2,3,4,5,6,7}'),
  -- Minutes after midnight of the panel's time zone.
  send_at smallint not null check (send_at between 0 and 1439),
  control_percent smallint not null check (control_percent between 0 and 50),
  -- Last day whose messages were planned.
  planned_on date,
  primary key (account_id, group_key)
);

-- People of a group who were assigned to the message or to the control group, once per paid period.
create table win_backs (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  line_id bigint not null references lines,
  -- Number of renewals before the expiry.
  period int not null,
  group_key text not null check (group_key in ('d3', 'd7', 'd30', 'd90', 'test')),
  -- Digest that is equal for all lines of one person, and the day of the expiry.
  person text not null,
  due_on date not null,
  arm text not null check (arm in ('message', 'control')),
  -- Time at which the message was planned, or would have been planned in the control group.
  at timestamptz not null,
  reminder_id bigint references reminders on delete set null,
  constraint win_backs_once unique (line_id, period, group_key),
  constraint win_backs_control_silent check (arm = 'message' or reminder_id is null)
);
create index win_backs_account_idx on win_backs (account_id, at);
create index win_backs_person_idx on win_backs (account_id, person, due_on);
create index win_backs_reminder_idx on win_backs (reminder_id) where reminder_id is not null;
create index win_backs_at_idx on win_backs (at);
