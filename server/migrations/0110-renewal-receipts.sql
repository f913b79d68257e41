-- A renewal that a customer paid for puts its receipt into a queue, from which the seller sends it.
alter table charges
  -- When the seller opened the conversation, or let the receipt go.
  add column receipt_settled_at timestamptz;
create index charges_receipt_idx on charges (account_id, settled_at)
  where purpose = 'renewal' and state = 'settled' and receipt_settled_at is null;
