-- One row a deletion: what it reached, who stood above, what it returned and who moved up (Q-UNDO).
create table deletions (
  id bigint generated always as identity primary key,
  -- To the microsecond, which no other moment written by the application is: what carries it in
  -- deleted_at went with this deletion.
  at timestamptz not null,
  actor_id bigint not null references accounts,
  -- The account the act was about.
  account_id bigint not null references accounts,
  -- Who stood above: its wallet got the credits (an admin has none), and who moved up went below it.
  owner_id bigint not null references accounts,
  reach text not null check (reach in ('reseller', 'network', 'tree')),
  hundredths bigint not null,
  -- Accounts that stood below a deleted one and moved up.
  moved_ids bigint[] not null default '{}',
  restored_at timestamptz
);

alter table accounts
  add column deletion_id bigint references deletions,
  -- Blocked together with the network of this account.
  add column blocked_network_id bigint references accounts;

-- Top-ups, second factors and blocks change no indexed column: with room on its page a row's new
-- version stays there, and none of its indexes is written.
alter table accounts set (fillfactor = 80);

-- A deletion's lines carry its moment, so that it can be undone without touching others.
create index lines_deleted_idx on lines (deleted_at) where deleted_at is not null;

create index accounts_deletion_idx on accounts (deletion_id) where deletion_id is not null;
create index accounts_deleted_idx on accounts (deleted_at) where deleted_at is not null;

alter table entries drop constraint entries_reason_check;
alter table entries add constraint entries_reason_check check (
  reason in (
    'line-created', 'line-extended', 'credits-given', 'credits-withdrawn', 'opening-credits',
    'reseller-deleted', 'reseller-restored'
  )
);

-- Which deletion a movement belongs to: undoing it takes back exactly that.
alter table entries add column deletion_id bigint references deletions;
create index entries_deletion_idx on entries (deletion_id) where deletion_id is not null;
