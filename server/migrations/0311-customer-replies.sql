-- Replies of customers to reminders that are not a stop, for the account that sells to them (PAY-04).
create table customer_replies (
  id bigint generated always as identity primary key,
  line_id bigint not null references lines,
  channel text not null check (channel in ('telegram', 'whatsapp')),
  body text not null,
  received_at timestamptz not null
);
create index customer_replies_line_idx on customer_replies (line_id, id);
create index customer_replies_received_idx on customer_replies (received_at);
