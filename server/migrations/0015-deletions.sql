-- One row a deletion: what it reached, who stood above, what it returned and who moved up (Q-UNDO).
create table deletions (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id bigint not null references accounts,
  -- The account the act was about, and whose wallet got the credits; null where an admin stands above.
  account_id bigint not null references accounts,
  owner_id bigint references accounts,
  reach text not null check (reach in ('reseller', 'network', 'tree')),
  hundredths bigint not null,
  -- Accounts that stood below a deleted one and moved up.
  moved_ids bigint[] not null default '{}',
  restored_at timestamptz
);

alter table accounts
  add column deletion_id bigint references deletions,
  -- Why it is blocked, told to whoever stands above.
  add column blocked_reason text,
  -- Blocked together with the network of this account.
  add column blocked_network_id bigint references accounts;
-- A deletion's lines carry its moment in deleted_at, so that it can be undone without touching others.

create index accounts_deletion_idx on accounts (deletion_id) where deletion_id is not null;
create index accounts_deleted_idx on accounts (deleted_at) where deleted_at is not null;

alter table entries drop constraint entries_reason_check;
alter table entries add constraint entries_reason_check check (
  reason in (
    'line-created', 'line-extended', 'credits-given', 'credits-withdrawn', 'opening-credits',
    'reseller-deleted', 'reseller-restored'
  )
);
