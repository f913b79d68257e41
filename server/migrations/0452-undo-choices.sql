-- Acts that an account performs without a question, because it can undo them.
create table undo_choices (
  account_id bigint primary key references accounts,
  acts text[] not null
);
