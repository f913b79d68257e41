-- An authorization of recurring Pix may belong to the order of a stranger. It gets its line when the first
-- payment has delivered one. Only an authorization with a line becomes active, so nobody is debited before.

alter table pix_authorizations
  alter column line_id drop not null,
  add column order_id bigint references sale_orders (charge_id),
  add constraint pix_authorizations_line_or_order check (num_nonnulls(line_id, order_id) = 1) not valid,
  add constraint pix_authorizations_active_line check (state <> 'active' or line_id is not null) not valid;
create unique index pix_authorizations_order_idx on pix_authorizations (order_id) where order_id is not null;
