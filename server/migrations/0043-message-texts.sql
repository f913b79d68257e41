-- What an account writes to its customers, and the host that the links it hands out carry. Without a row
-- the brand's text holds, or the documents'; without a host the one the panel was opened on.
create table message_texts (
  account_id bigint not null references accounts,
  kind text not null,
  body text not null,
  saved_at timestamptz not null,
  primary key (account_id, kind),
  constraint message_texts_kind check (kind in ('receipt', 'test', 'charge')),
  constraint message_texts_body check (char_length(body) between 1 and 1500)
);

alter table accounts add column link_host text;
