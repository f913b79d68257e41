-- Whether CNAMEs follow the health of balancers by themselves: not at all, in rehearsal, or really.
create table cname_automation (
  one boolean primary key default true check (one),
  mode text not null default 'rehearsal' check (mode in ('off', 'rehearsal', 'on'))
);
insert into cname_automation default values;

-- What was moved by itself, or would have been.
create table cname_moves (
  id bigint generated always as identity primary key,
  cname_id bigint not null references cnames on delete cascade,
  name text not null,
  from_name text not null,
  to_name text not null,
  is_rehearsed boolean not null,
  at timestamptz not null
);
create index cname_moves_at_idx on cname_moves (at);
create index cname_moves_cname_idx on cname_moves (cname_id, at);
