-- How things that are probed answer: balancers and whatever else another module names.
create table probed_targets (
  kind text not null,
  target_id bigint not null,
  state text not null check (state in ('unknown', 'up', 'suspect', 'down', 'returning')),
  is_flapping boolean not null default false,
  -- Of the state as it is chosen by: it answers, or it does not.
  since timestamptz not null,
  -- The first layer that failed: name, connect, tls, http.
  reason text,
  -- The end of the certificate, where there is one.
  certificate_ends_at timestamptz,
  checked_at timestamptz not null,
  -- Results of the last rounds, newest last: 1 answered, 0 did not.
  recent text not null default '',
  successes int not null default 0,
  fell_at timestamptz,
  hold_seconds int not null default 60,
  primary key (kind, target_id)
);

-- Results counted by five minutes.
create table probe_cells (
  kind text not null,
  target_id bigint not null,
  at timestamptz not null,
  tries int not null,
  failures int not null,
  primary key (kind, target_id, at)
);
create index probe_cells_at_idx on probe_cells (at);
