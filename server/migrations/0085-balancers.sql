-- Servers that carry the viewers' traffic, and names that lead to them.
create table balancers (
  id bigint generated always as identity primary key,
  name text not null constraint balancers_name_key unique,
  ip inet not null constraint balancers_ip_key unique,
  -- Its share of new viewers; 0 takes none, and those it has go on.
  weight int not null check (weight between 0 and 1000),
  -- An admin put it aside when a CNAME left it (Q-DISCART): Caiu, whatever the probe says.
  discarded_at timestamptz,
  -- To be deleted once nobody watches through it any more.
  leaving_at timestamptz,
  created_by bigint not null references accounts,
  created_at timestamptz not null
);

create table cnames (
  id bigint generated always as identity primary key,
  name text not null constraint cnames_name_key unique,
  balancer_id bigint not null constraint cnames_balancer_fkey references balancers,
  -- Where it led before.
  old_ip inet,
  changed_at timestamptz not null,
  -- Null when the panel moved it by itself.
  changed_by bigint references accounts,
  created_at timestamptz not null
);
create index cnames_balancer_idx on cnames (balancer_id);

-- Through which balancer it is watched. The balancer may be gone before its viewings are.
alter table viewings add column balancer_id bigint;
create index viewings_balancer_idx on viewings (balancer_id) where ended_at is null and balancer_id is not null;
