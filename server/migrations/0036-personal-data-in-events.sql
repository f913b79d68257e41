-- Who did what stays; what the events say of a customer or an account that was erased does not. Only the
-- erasing jobs, which say so in their transaction, may take personal values out, and nothing is put in.
create function events_personal_keys() returns text[] language sql immutable parallel safe
  return array['username', 'whatsapp', 'note', 'email', 'watching', 'device', 'owner', 'with', 'network'];

create or replace function forget_address_only() returns trigger language plpgsql as $$
declare
  personal constant text[] := events_personal_keys();
begin
  if (new.address is null or new.address is not distinct from old.address)
    and to_jsonb(new) - '{address,before,after}'::text[] = to_jsonb(old) - '{address,before,after}'::text[]
    and (
      (new.before is not distinct from old.before and new.after is not distinct from old.after)
      or (
        current_setting('ramal.erasing', true) = 'on'
        and (new.before is null) = (old.before is null) and (new.after is null) = (old.after is null)
        and coalesce(new.before <@ old.before and new.before - personal = old.before - personal, true)
        and coalesce(new.after <@ old.after and new.after - personal = old.after - personal, true)
      )
    )
  then
    return new;
  end if;
  raise exception 'events is append-only' using errcode = 'restrict_violation';
end $$;

grant update (before, after) on events to ramal_app;

-- Events of other accounts that name one: they are found when that one is erased.
create index events_naming_idx on events (id)
  where kind in ('reseller-moved', 'reseller-deleted', 'account-blocked', 'account-unblocked');

create function events_names_nobody(data jsonb) returns boolean language sql stable as $$
  select exists (
    select from unnest(array[data ->> 'owner', data ->> 'with', data ->> 'network']) name
    where name is not null and not exists (select from accounts a where a.username = name)
  )
$$;

-- What was erased before this held.
select set_config('ramal.erasing', 'on', true);
update events e set before = e.before - events_personal_keys(), after = e.after - events_personal_keys()
  from lines l
  where l.id = e.line_id and l.username = '#' || l.id
    and (e.before ?| events_personal_keys() or e.after ?| events_personal_keys());
update events e set before = e.before - events_personal_keys(), after = e.after - events_personal_keys()
  from accounts a
  where a.id = e.account_id and e.line_id is null and a.username = '#' || a.id
    and (e.before ?| events_personal_keys() or e.after ?| events_personal_keys());
update events e set
    before = case when before_named then e.before - '{owner,with,network}'::text[] else e.before end,
    after = case when after_named then e.after - '{owner,with,network}'::text[] else e.after end
  from (
    select id, events_names_nobody(before) as before_named, events_names_nobody(after) as after_named
    from events
    where kind in ('reseller-moved', 'reseller-deleted', 'account-blocked', 'account-unblocked')
  ) told
  where told.id = e.id and (before_named or after_named);
drop function events_names_nobody(jsonb);
select set_config('ramal.erasing', '', true);
