-- Servers of others on which lines of a platform live: panels such as XUI.ONE and XC_VM, P2P services.
create table line_servers (
  id bigint generated always as identity primary key,
  name text not null constraint line_servers_name_key unique,
  kind text not null check (kind in ('xui', 'signed')),
  platform text not null check (platform in ('iptv', 'p2p', 'new-p2p')),
  -- It takes lines of this franchise alone; null takes those of all.
  id_franchise int,
  -- Address and key, encrypted: whoever holds them rules the other side.
  sealed_access bytea not null,
  -- What may be shown of the address.
  host text not null,
  -- Where customers' apps find it, without a slash at the end; null where apps bring their own address.
  player_url text,
  -- Whether new lines are made on it. Those that it has stay.
  takes_new boolean not null default false,
  -- Null until the present address and key were proven.
  proven_at timestamptz,
  finding text not null default '',
  -- Packages and bouquets, or products, that it offers, as the last proof read them.
  offers jsonb not null default '{"packages": [], "bouquets": []}',
  -- What is done by itself about differences of a kind: {"expiry": "ours"}. What is not named is listed.
  rules jsonb not null default '{}',
  compared_at timestamptz,
  compared_lines int,
  created_by bigint not null references accounts,
  created_at timestamptz not null,
  constraint line_servers_proven_before_use check (proven_at is not null or not takes_new)
);

-- What a server calls our packages, our bouquets (of lines without a package) and our products. It takes
-- lines of what stands here.
create table line_server_products (
  server_id bigint not null references line_servers on delete cascade,
  own_kind text not null check (own_kind in ('package', 'bouquet', 'product')),
  own_id bigint not null,
  -- Its package or product; null for a bouquet.
  remote_id text,
  remote_bouquets bigint[] not null default '{}',
  primary key (server_id, own_kind, own_id)
);

-- A line on a server. What it must be there is always read from the line; this row says how far it got.
create table server_lines (
  id bigint generated always as identity primary key,
  server_id bigint not null references line_servers,
  line_id bigint not null references lines,
  -- False once the line has left for elsewhere: it is to be taken off the server.
  is_current boolean not null default true,
  -- The line was created onto this server and nowhere else before.
  is_first boolean not null,
  -- Its user name there, written down before it is sent: an answer may be lost.
  username text,
  remote_id text,
  -- Counts the changes of the line, and up to which of them it was brought there.
  revision bigint not null default 0,
  pushed_revision bigint not null default 0,
  pushed_at timestamptz,
  constraint server_lines_once unique (line_id, server_id)
);
create unique index server_lines_current_key on server_lines (line_id) where is_current;
create unique index server_lines_remote_key on server_lines (server_id, remote_id) where remote_id is not null;
create index server_lines_server_idx on server_lines (server_id, id);

-- Where a server and the panel disagree, as the last comparison found it.
create table line_differences (
  id bigint generated always as identity primary key,
  server_id bigint not null references line_servers on delete cascade,
  kind text not null
    check (kind in ('missing-there', 'missing-here', 'left-behind', 'username', 'password', 'expiry', 'status')),
  -- Null where there is no such line here.
  line_id bigint references lines,
  -- Null where there is none there.
  remote_id text,
  username text not null,
  -- What each side says, in the words of the kind; never a password.
  ours text not null default '',
  theirs text not null default '',
  found_at timestamptz not null,
  -- Somebody looked at it and left it.
  ignored_at timestamptz,
  constraint line_differences_once unique nulls not distinct (server_id, kind, line_id, remote_id)
);
create index line_differences_list_idx on line_differences (server_id, kind, id);

-- What is asked for while it is being sent is sent once more afterwards.
alter table deliveries add column again boolean not null default false;
-- What a queue could not bring, for those who look after it.
create index deliveries_stuck_idx on deliveries (queue, id) where state in ('failed', 'unknown');

-- Whether a server takes what a line watches.
create function is_served_by(
  server bigint, of_platform text, of_owner bigint, of_package bigint, of_bouquets bigint[], of_product int
) returns boolean language sql stable as $$
  select exists (
    select from line_servers s
    where s.id = server and s.platform = of_platform
      and (s.id_franchise is null
        or s.id_franchise = (select a.id_franchise from accounts a where a.id = of_owner))
      and case
        when of_product is not null then exists (
          select from line_server_products m
          where m.server_id = s.id and m.own_kind = 'product' and m.own_id = of_product)
        when of_package is not null then exists (
          select from line_server_products m
          where m.server_id = s.id and m.own_kind = 'package' and m.own_id = of_package)
        else cardinality(of_bouquets) > 0 and not exists (
          select from unnest(of_bouquets) bouquet
          where not exists (select from line_server_products m
            where m.server_id = s.id and m.own_kind = 'bouquet' and m.own_id = bouquet))
        end
  )
$$;

-- The server that a new line goes to; null where the panel serves it itself.
create function choose_line_server(
  of_platform text, of_owner bigint, of_package bigint, of_bouquets bigint[], of_product int
) returns bigint language sql stable as $$
  select s.id from line_servers s
  where s.takes_new and is_served_by(s.id, of_platform, of_owner, of_package, of_bouquets, of_product)
  order by s.id_franchise nulls last, s.id limit 1
$$;

-- Asks for these lines to be brought to their servers as they are now. The worker reads what that is.
create function push_server_lines(ids bigint[]) returns void language sql as $$
  with changed as (
    update server_lines set revision = revision + 1 where id = any(ids)
    returning id, server_id, line_id
  )
  insert into deliveries (kind, queue, account_id, subject_id, due_at, created_at)
  -- Due at once, whatever the clock of the application says.
  select 'line-push', 'line-server:' || c.server_id, l.owner_id, c.id, to_timestamp(0), now()
  from changed c join lines l on l.id = c.line_id order by c.id
  on conflict (kind, subject_id) do update set
    again = deliveries.state = 'sending',
    state = case when deliveries.state = 'sending' then 'sending' else 'waiting' end,
    attempts = case when deliveries.state = 'sending' then deliveries.attempts else 0 end,
    due_at = case when deliveries.state = 'sending' then deliveries.due_at else excluded.due_at end,
    finished_at = null, reason = ''
$$;

-- A line stays on its server while that one serves it; otherwise it goes to the one that does, or home.
create function place_line(line bigint, is_new boolean, moves boolean) returns void language plpgsql as $$
declare
  l lines;
  stands bigint;
  goes bigint;
begin
  select * into l from lines where id = line;
  select server_id into stands from server_lines where line_id = line and is_current;
  if stands is null and not (is_new or moves) then return; end if;
  if stands is not null
    and is_served_by(stands, l.platform, l.owner_id, l.package_id, l.bouquet_ids, l.product_id)
  then
    goes := stands;
  else
    goes := choose_line_server(l.platform, l.owner_id, l.package_id, l.bouquet_ids, l.product_id);
  end if;
  if goes is distinct from stands then
    update server_lines set is_current = false where line_id = line and is_current;
    if goes is not null then
      insert into server_lines (server_id, line_id, is_first) values (goes, line, is_new)
      on conflict on constraint server_lines_once do update set is_current = true, is_first = false;
    end if;
  end if;
  perform push_server_lines(array(select id from server_lines where line_id = line order by id));
end $$;

-- Whoever writes a line, the server it lives on is told in the same transaction. Who brings lines that a
-- server has already says so (ramal.placing = off) and writes their places itself.
create function place_lines() returns trigger language plpgsql as $$
begin
  if current_setting('ramal.placing', true) = 'off' or not exists (select from line_servers) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform place_line(n.id, true, false) from new_lines n order by n.id;
  else
    perform place_line(n.id, false, n.platform <> o.platform)
    from new_lines n join old_lines o on o.id = n.id
    where (n.platform, n.username, n.password, n.is_trial, n.is_on, n.expires_at, n.package_id, n.bouquet_ids,
        n.product_id, n.blocked_for_abuse_at is null, n.deleted_at is null)
      is distinct from (o.platform, o.username, o.password, o.is_trial, o.is_on, o.expires_at, o.package_id,
        o.bouquet_ids, o.product_id, o.blocked_for_abuse_at is null, o.deleted_at is null)
    order by n.id;
  end if;
  return null;
end $$;

create trigger lines_are_placed after insert on lines
  referencing new table as new_lines for each statement execute function place_lines();
create trigger lines_are_pushed after update on lines
  referencing old table as old_lines new table as new_lines
  for each statement execute function place_lines();

-- The screens of a package are those of each of its lines there.
create function push_package_lines() returns trigger language plpgsql as $$
begin
  perform push_server_lines(array(
    select sl.id from server_lines sl join lines l on l.id = sl.line_id
    where l.package_id = new.id and sl.is_current and l.deleted_at is null order by sl.id));
  return null;
end $$;
create trigger packages_push_lines after update of max_connections on packages
  for each row when (old.max_connections is distinct from new.max_connections)
  execute function push_package_lines();

-- What a line cost goes back when its server refuses it.
do $$
declare
  known text;
begin
  select pg_get_constraintdef(oid) into known from pg_constraint
  where conname = 'entries_reason_check' and conrelid = 'entries'::regclass;
  alter table entries drop constraint entries_reason_check;
  execute 'alter table entries add constraint entries_reason_check '
    || replace(known, 'ARRAY[', 'ARRAY[''line-returned''::text, ');
end $$;
