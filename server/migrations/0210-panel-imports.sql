-- Dumps of other panels that an admin moves in from. Their rows hold passwords: they are forgotten after a week.
create table panel_imports (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  name text not null,
  -- The panel it comes from, as the admin calls it.
  panel text not null,
  state text not null
    check (state in ('reading', 'ready', 'applying', 'applied', 'undoing', 'undone', 'forgotten')),
  -- Administrators there, who are not brought.
  admins int not null default 0,
  plan jsonb,
  task_id bigint references tasks on delete set null,
  created_at timestamptz not null
);
create index panel_imports_account_idx on panel_imports (account_id);
create index panel_imports_task_idx on panel_imports (task_id) where task_id is not null;

create table panel_import_rows (
  import_id bigint not null references panel_imports on delete cascade,
  kind text not null check (kind in ('group', 'package', 'bouquet', 'reseller', 'line')),
  -- Its number there.
  external_id bigint not null,
  name text not null,
  data jsonb not null,
  -- The reseller above it there; null at the top.
  parent bigint,
  -- Of a reseller: how far below the top; null where no path leads down to it.
  level int,
  -- Why it cannot be brought, whatever the plan; empty where it can.
  problem text not null default '',
  -- As the plan has it. The reason is empty unless it is left out.
  verdict text check (verdict in ('new', 'same', 'left')),
  reason text not null default '',
  -- Of a reseller: the credits that are issued to it, in hundredths.
  hundredths bigint not null default 0,
  outcome text check (outcome in ('brought', 'refused', 'undone', 'stays')),
  message text not null default '',
  primary key (import_id, kind, external_id)
);
create index panel_import_rows_parent_idx on panel_import_rows (import_id, kind, parent);
create index panel_import_rows_name_idx on panel_import_rows (import_id, kind, lower(name));

-- Each row of a panel is brought once, whichever dump it stood in.
create table brought_rows (
  panel text not null,
  kind text not null check (kind in ('reseller', 'line')),
  external_id bigint not null,
  -- Of its name there: another number under the same panel would be another panel.
  name_digest text not null,
  import_id bigint not null references panel_imports,
  account_id bigint references accounts,
  line_id bigint references lines,
  -- What was made, digested: what is no longer so was changed since.
  digest text not null,
  hundredths bigint not null default 0,
  primary key (panel, kind, external_id),
  constraint brought_rows_one check ((kind = 'line') = (line_id is not null) and (kind = 'reseller') = (account_id is not null))
);
create index brought_rows_import_idx on brought_rows (import_id, kind, external_id);
create unique index brought_rows_account_key on brought_rows (account_id) where account_id is not null;
create unique index brought_rows_line_key on brought_rows (line_id) where line_id is not null;
