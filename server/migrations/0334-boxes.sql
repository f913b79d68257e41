-- MAG boxes and apps that speak the portal protocol of such boxes. A MAC is no secret, so a box plays
-- only with the serial number and device ids of its first sign-in, or with the line's password.

create table boxes (
  id bigint generated always as identity primary key,
  mac text not null check (mac ~ '^[0-9A-F]{2}(:[0-9A-F]{2}){5}$'),
  line_id bigint not null references lines,
  room text not null default '',
  -- Null if the customer registered the box with the line's password.
  created_by bigint references accounts,
  created_at timestamptz not null,
  -- Start of the period in which the first box that signs in is pinned.
  waits_since timestamptz not null,
  is_blocked boolean not null default false,
  -- Pinned at the first sign-in. Device ids are stored as digests.
  serial text,
  device_id text,
  device_id2 text,
  pinned_at timestamptz,
  model text not null default '',
  firmware text not null default '',
  -- Random part of the only valid token.
  session text,
  -- Session that sent the line's password, for apps without serial number and device ids.
  login_session text,
  -- Changes with the line's password; with another password a login is required again.
  login_mark text,
  last_seen_at timestamptz,
  -- Link and viewing that the box opened last.
  link_id uuid,
  viewing_id uuid,
  -- Another device that sent this MAC and waits for a decision.
  other_model text,
  other_serial text,
  other_device_id text,
  other_device_id2 text,
  other_seen_at timestamptz,
  favourites bigint[] not null default '{}',
  favourite_series bigint[] not null default '{}',
  last_stream_id bigint,
  search text not null generated always as (
    fold(mac || ' ' || replace(mac, ':', '') || ' ' || model || ' ' || room)
  ) stored,
  constraint boxes_mac_key unique (mac)
);

create index boxes_line_idx on boxes (line_id);
create index boxes_age_idx on boxes (created_at, id);
create index boxes_attention_idx
  on boxes ((other_seen_at is not null) desc, last_seen_at desc nulls last, id desc);

-- Messages and commands, which a box fetches with its next poll.
create table box_orders (
  id bigint generated always as identity primary key,
  box_id bigint not null references boxes on delete cascade,
  kind text not null check (kind in ('message', 'restart', 'reload', 'channel')),
  text text not null default '',
  needs_ok boolean not null default false,
  hide_after_seconds integer,
  channel_number integer,
  created_by bigint references accounts,
  created_at timestamptz not null,
  delivered_at timestamptz,
  confirmed_at timestamptz
);

create index box_orders_box_idx on box_orders (box_id, id);
create index box_orders_waiting_idx on box_orders (box_id, id) where delivered_at is null;
create index box_orders_age_idx on box_orders (created_at);

create table box_sign_ins (
  id bigint generated always as identity primary key,
  box_id bigint not null references boxes on delete cascade,
  at timestamptz not null,
  is_other boolean not null default false,
  model text not null
);

create index box_sign_ins_box_idx on box_sign_ins (box_id, at);
create index box_sign_ins_age_idx on box_sign_ins (at);

-- Unregistered MACs that signed in. `line_id` is the line whose password the box sent.
create table box_requests (
  id bigint generated always as identity primary key,
  mac text not null check (mac ~ '^[0-9A-F]{2}(:[0-9A-F]{2}){5}$'),
  line_id bigint references lines,
  model text not null default '',
  serial text,
  device_id text,
  device_id2 text,
  asks integer not null default 1,
  first_asked_at timestamptz not null,
  last_asked_at timestamptz not null,
  refused_at timestamptz,
  -- Session that sent the password.
  session text,
  constraint box_requests_mac_key unique (mac)
);

create index box_requests_line_idx on box_requests (line_id, last_asked_at);
create index box_requests_age_idx on box_requests (last_asked_at);
