-- Browsers that show what the bell says while no page of the panel is open (Web Push).
create table push_subscriptions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  -- Whoever signs out of the browser, or ends its access from elsewhere, hears nothing there any more.
  sign_in_id uuid not null references sign_ins on delete cascade,
  -- Where its push service takes messages for it; whoever knows the address can send there.
  endpoint text not null unique,
  -- What a message is encrypted with, so that the push service cannot read it.
  p256dh bytea not null check (octet_length(p256dh) = 65),
  auth bytea not null check (octet_length(auth) = 16),
  user_agent text not null,
  -- Where the account opens the panel there; push services want to know who sends.
  base_url text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index push_subscriptions_account_idx on push_subscriptions (account_id, last_used_at);
create index push_subscriptions_sign_in_idx on push_subscriptions (sign_in_id);

-- A notice on its way to one browser; the outbox delivers each once.
create table notice_pushes (
  id bigint generated always as identity primary key,
  notice_id bigint not null references notices on delete cascade,
  -- Null once the browser wants nothing any more.
  subscription_id bigint references push_subscriptions on delete set null,
  unique (notice_id, subscription_id)
);
create index notice_pushes_subscription_idx on notice_pushes (subscription_id);

-- A browser that is switched on shows everything, until less is chosen.
alter table notice_choices
  add column push text[] not null default '{answer,message,work,customers,credits}';
