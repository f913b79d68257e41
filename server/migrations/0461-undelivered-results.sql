-- A result of a payment that could not be sent stays due. The chat reports it again with the person's next message.
alter table sales_chat_orders add column undelivered_at timestamptz;
create index sales_chat_orders_undelivered_idx on sales_chat_orders (chat_id) where undelivered_at is not null;

-- Charge whose result the reply reports.
alter table sales_chat_replies add column charge_id bigint references sales_chat_orders on delete set null;
create index sales_chat_replies_charge_idx on sales_chat_replies (charge_id) where charge_id is not null;
