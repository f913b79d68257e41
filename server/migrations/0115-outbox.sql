-- Messages that leave the panel: written in the transaction that causes them, sent by the worker.
create table deliveries (
  id bigint generated always as identity primary key,
  -- Which module's message it is and how it travels: 'webhook', 'bell-email'.
  kind text not null,
  -- What is served together: one endpoint, one bot, one relay. A queue that fails holds up no other.
  queue text not null,
  account_id bigint not null references accounts,
  -- The row of the module that asked for it; each is delivered once a kind.
  subject_id bigint not null,
  payload jsonb not null default '{}',
  state text not null default 'waiting'
    check (state in ('waiting', 'sending', 'sent', 'failed', 'unknown', 'skipped')),
  attempts int not null default 0,
  due_at timestamptz not null,
  -- Until when the worker that sends it may take; afterwards it died.
  lease_until timestamptz,
  -- Why it ended as it did, or what the last try met.
  reason text not null default '',
  -- What the receiving side calls it.
  reference text,
  created_at timestamptz not null,
  finished_at timestamptz,
  unique (kind, subject_id)
);
create index deliveries_waiting_idx on deliveries (queue, due_at, id) where state = 'waiting';
create index deliveries_failing_idx on deliveries (queue) where state = 'waiting' and attempts > 1;
create index deliveries_sending_idx on deliveries (queue) where state = 'sending';
create index deliveries_due_idx on deliveries (due_at) where state = 'waiting';
create index deliveries_account_idx on deliveries (account_id, kind, id);
create index deliveries_finished_idx on deliveries (finished_at) where finished_at is not null;
create index deliveries_reference_idx on deliveries (kind, reference) where reference is not null;

create table delivery_attempts (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references deliveries on delete cascade,
  at timestamptz not null,
  took_ms int not null,
  outcome text not null check (outcome in ('sent', 'retry', 'failed', 'unknown', 'skipped')),
  reason text not null default '',
  -- The beginning of what the other side answered.
  answer text not null default ''
);
create index delivery_attempts_delivery_idx on delivery_attempts (delivery_id, id);

-- Queues that rest: a bot that asked for patience, a relay that refuses its password.
create table paused_queues (
  queue text primary key,
  until timestamptz not null,
  reason text not null
);
