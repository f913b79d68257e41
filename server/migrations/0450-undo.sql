-- Acts that their account can undo for some seconds, and the events and entries of undone acts.
create table undo_steps (
  id bigint generated always as identity primary key,
  -- Shared by the steps of one act. The client undoes the act by this id.
  act_id uuid not null,
  account_id bigint not null references accounts,
  -- Names the code that undoes the step, such as 'line'.
  kind text not null,
  subject_id bigint not null,
  event_id bigint not null unique,
  -- Entry that charged the act; null if the act was free.
  entry_id bigint,
  hundredths bigint not null default 0 check (hundredths >= 0),
  -- Values before the act. Empty after the act was undone.
  former jsonb not null default '{}',
  undo_until timestamptz not null,
  undone_at timestamptz,
  constraint undo_steps_charge check ((hundredths > 0) = (entry_id is not null))
);
create index undo_steps_act_idx on undo_steps (act_id);
create index undo_steps_subject_idx on undo_steps (subject_id, undo_until);
create index undo_steps_until_idx on undo_steps (undo_until);

-- Counts of renewals and of spent credits skip these events and entries.
create table undone_events (
  event_id bigint primary key,
  entry_id bigint unique,
  at timestamptz not null
);

alter table deliveries add column act_id uuid;
create index deliveries_act_idx on deliveries (act_id) where act_id is not null;

-- Messages of the transaction of an act wait until the act can no longer be undone. Pushes to line servers
-- do not wait, because a viewer would see the former state.
create function begin_undoable_act() returns trigger language plpgsql as $$
begin
  perform set_config('ramal.act', new.act_id::text, true), set_config('ramal.act_until', new.undo_until::text, true);
  return new;
end $$;
create trigger undo_steps_hold_messages before insert on undo_steps
  for each row execute function begin_undoable_act();

create function hold_delivery() returns trigger language plpgsql as $$
begin
  new.act_id := current_setting('ramal.act')::uuid;
  new.due_at := greatest(new.due_at, current_setting('ramal.act_until')::timestamptz);
  return new;
end $$;
create trigger deliveries_are_held before insert on deliveries
  for each row when (new.kind <> 'line-push' and coalesce(current_setting('ramal.act', true), '') <> '')
  execute function hold_delivery();

-- The counter-entry of an undone act sends nothing, because the entry of the act sends nothing either.
create or replace function tell_webhooks_of_credits() returns trigger language plpgsql as $$
begin
  if not exists (select from webhook_endpoints where off_at is null) then return null; end if;
  insert into webhook_messages (endpoint_id, source, type, about, body, created_at)
  select e.id, 'entry:' || a.id || ':' || o.id || ':' || t.type, t.type, o.username,
    json_build_object('type', t.type, 'timestamp', webhook_time(a.at), 'data', jsonb_build_object(
      'sequence', a.id, 'account', jsonb_build_object('id', o.id, 'username', o.username),
      'credits', round(s.change / 100.0, 2), 'balance', round(s.balance / 100.0, 2), 'reason', a.reason,
      'line_id', a.line_id))::text,
    a.at
  from added a
    cross join lateral (values (a.from_wallet, -a.amount, a.from_balance), (a.to_wallet, a.amount, a.to_balance))
      s(wallet, change, balance)
    join wallets w on w.id = s.wallet and w.kind = 'balance'
    join accounts o on o.id = w.account_id
    join webhook_endpoints e on e.account_id = any(o.ancestors) and e.off_at is null
    cross join lateral (values ('credits.moved', true),
      ('credits.low', s.balance < e.low_credits and s.balance - s.change >= e.low_credits)) t(type, holds)
  where t.holds and t.type = any(e.events) and a.reason <> 'line-extension-undone'
  order by a.id
  on conflict do nothing;
  return null;
end $$;

-- Existing entries are checked by the next migration, without a lock against writers.
do $$
declare
  reasons text;
begin
  select replace(pg_get_constraintdef(oid), ' NOT VALID', '') into reasons from pg_constraint
  where conname = 'entries_reason_check' and conrelid = 'entries'::regclass;
  alter table entries drop constraint entries_reason_check;
  execute 'alter table entries add constraint entries_reason_check '
    || replace(reasons, 'ARRAY[', 'ARRAY[''line-extension-undone''::text, ') || ' not valid';
end $$;
