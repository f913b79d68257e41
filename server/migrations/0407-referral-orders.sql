-- The job that attaches referred friends reads the recent orders and tests with a code of a customer.
create index sale_orders_referral_idx on sale_orders (created_at) where origin = 'referral';
