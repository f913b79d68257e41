-- A reversal undoes only the unused part of a payment, and money that returns later gives that part again.
alter table charges
  -- Days and hundredths of credits that the last reversal undid; null until there is one.
  add column undone_days int check (undone_days >= 0),
  add column undone_credits bigint check (undone_credits >= 0),
  -- The provider paid the money of a reversed charge out again, and its days were not given again yet.
  add column returned_at timestamptz;
