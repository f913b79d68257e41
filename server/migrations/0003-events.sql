-- Everything that happened: who, what, on which object, before and after. Append-only.
-- Secrets (line passwords, panel passwords, codes) never enter it.

create table events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id bigint references accounts,
  kind text not null,
  -- Whose business it is: the owner of the object; decides who may read it.
  account_id bigint references accounts,
  line_id bigint,
  before jsonb,
  after jsonb,
  address inet,
  request text
);

create index events_account_idx on events (account_id, at);
create index events_at_idx on events (at, id);
create index events_line_idx on events (line_id, id) where line_id is not null;

create trigger events_append_only before delete or truncate on events
  for each statement execute function refuse_change();

-- Who did what stays; from where is personal data and may be forgotten, and nothing else may change.
create function forget_address_only() returns trigger language plpgsql as $$
begin
  if new.address is null and to_jsonb(new) - 'address' = to_jsonb(old) - 'address' then
    return new;
  end if;
  raise exception 'events is append-only' using errcode = 'restrict_violation';
end $$;

create trigger events_forget_address_only before update on events
  for each row execute function forget_address_only();

create index events_address_idx on events (at) where address is not null;

revoke update, delete, truncate on events from ramal_app;
grant update (address) on events to ramal_app;
