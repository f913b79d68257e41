-- Links by which an account shows that an e-mail address for its notices is read by it.
create table address_confirmations (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  address text not null,
  asked_at timestamptz not null,
  confirmed_at timestamptz
);
create index address_confirmations_account_idx on address_confirmations (account_id, asked_at);

-- Nothing but such a link goes to any other address.
alter table notice_choices add column confirmed_address text;
