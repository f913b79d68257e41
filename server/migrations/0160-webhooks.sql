-- Addresses of integrators that are told what happens in an account's tree (Standard Webhooks).
create table webhook_endpoints (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  url text not null,
  events text[] not null,
  -- How many days before its end a line is announced.
  expiring_days int not null check (expiring_days between 1 and 15),
  -- In hundredths: below it credits are low.
  low_credits bigint not null check (low_credits >= 0),
  -- Needed in clear to sign, so encrypted and not hashed.
  sealed_secret bytea not null,
  -- The secret before it signs too, until then.
  former_sealed_secret bytea,
  former_until timestamptz,
  -- Since when every try failed; one that succeeds clears it.
  failing_since timestamptz,
  off_at timestamptz,
  off_reason text not null default '',
  created_at timestamptz not null
);
create index webhook_endpoints_account_idx on webhook_endpoints (account_id);

-- What is told, written in the transaction of the change. The text that is signed is the text that is sent.
create table webhook_messages (
  id bigint generated always as identity primary key,
  -- The same at every try and when it is sent again: consumers know by it what they have had.
  public_id text not null default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
  endpoint_id bigint not null references webhook_endpoints on delete cascade,
  -- What it tells of; each is told once.
  source text not null,
  type text not null,
  -- In a few words, for people.
  about text not null,
  body text not null,
  created_at timestamptz not null,
  constraint webhook_messages_once unique (endpoint_id, source)
);
create index webhook_messages_endpoint_idx on webhook_messages (endpoint_id, id);
create index webhook_messages_created_idx on webhook_messages (created_at);

-- Every message has its delivery, whoever wrote it.
create function deliver_webhook_messages() returns trigger language plpgsql as $$
begin
  if not exists (select from added) then return null; end if;
  insert into deliveries (kind, queue, account_id, subject_id, due_at, created_at)
  select 'webhook', 'webhook:' || e.id, e.account_id, a.id, a.created_at, a.created_at
  from added a join webhook_endpoints e on e.id = a.endpoint_id
  order by a.id;
  perform ask_job('deliver', '{}'::json, 'deliver');
  return null;
end $$;
create trigger webhook_messages_are_delivered after insert on webhook_messages
  referencing new table as added for each statement execute function deliver_webhook_messages();

create function webhook_time(at timestamptz) returns text language sql immutable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

create function webhook_line(l lines, owner text) returns jsonb language sql stable as $$
  select jsonb_build_object('id', l.id, 'username', l.username, 'platform', l.platform, 'owner', owner,
    'on', l.is_on, 'trial', l.is_trial, 'blocked', l.blocked_for_abuse_at is not null, 'note', l.note,
    'expires_at', webhook_time(l.expires_at))
$$;

create function webhook_type_of(kind text) returns text language sql immutable as $$
  select case
    when kind in ('line-created', 'line-imported') then 'line.created'
    when kind = 'line-extended' then 'line.renewed'
    when kind = 'line-blocked-for-abuse' then 'line.blocked'
    when kind in ('line-deleted', 'line-refused') then 'line.deleted'
    when kind in ('line-edited', 'line-promoted', 'line-switched-on', 'line-switched-off', 'line-restored',
      'line-trusted', 'line-end-of-day', 'line-rolled-back', 'line-password-renewed', 'line-whatsapp-set',
      'line-migrated', 'line-unblocked', 'line-adopted') then 'line.changed'
    when kind = 'ticket-answered' then 'ticket.answered'
    when kind = 'hostname-fell' then 'host.failed'
    when kind = 'recharge-paid' then 'recharge.approved'
  end
$$;

-- The log is append-only and written with each change, so what is told of a change is drawn from it.
create function tell_webhooks_of_events() returns trigger language plpgsql as $$
begin
  if not exists (select from webhook_endpoints where off_at is null) then return null; end if;
  insert into webhook_messages (endpoint_id, source, type, about, body, created_at)
  select e.id, 'event:' || a.id, t.type,
    coalesce(nullif(l.note, ''), l.username, a.after ->> 'name', 'ticket ' || (a.after ->> 'ticket'), o.username),
    json_build_object('type', t.type, 'timestamp', webhook_time(a.at), 'data',
      jsonb_build_object('sequence', a.id, 'change', a.kind,
        'account', jsonb_build_object('id', o.id, 'username', o.username))
      || case when l.id is null then '{}' else jsonb_build_object('line', webhook_line(l, o.username)) end
      || case t.type
        when 'ticket.answered' then jsonb_build_object('ticket_id', a.after -> 'ticket')
        when 'host.failed' then jsonb_build_object('hostname', a.after -> 'name', 'reason', a.after -> 'reason')
        when 'recharge.approved' then
          jsonb_build_object('charge_id', a.after -> 'charge', 'cents', a.after -> 'saleCents')
        else '{}' end)::text,
    a.at
  from added a
    cross join lateral (select webhook_type_of(a.kind) as type) t
    join accounts o on o.id = a.account_id
    join webhook_endpoints e on e.account_id = any(o.ancestors) and e.off_at is null and t.type = any(e.events)
    left join lines l on l.id = a.line_id
  order by a.id
  on conflict do nothing;
  return null;
end $$;
create trigger events_tell_webhooks after insert on events
  referencing new table as added for each statement execute function tell_webhooks_of_events();

create function tell_webhooks_of_credits() returns trigger language plpgsql as $$
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
  where t.holds and t.type = any(e.events)
  order by a.id
  on conflict do nothing;
  return null;
end $$;
create trigger entries_tell_webhooks after insert on entries
  referencing new table as added for each statement execute function tell_webhooks_of_credits();
