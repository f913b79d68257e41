-- A sale is the charge of a stranger on a storefront. The line is created, or the test promoted, when the payment is
-- confirmed.

alter table charges
  drop constraint charges_purpose_check,
  add constraint charges_purpose_check check (purpose in ('renewal', 'top-up', 'test', 'sale')) not valid,
  drop constraint charges_of_a_purpose,
  add constraint charges_of_a_purpose check (
    case purpose
      when 'renewal' then line_id is not null and months is not null and credits > 0
      when 'sale' then months is not null and credits > 0 and (state <> 'settled' or line_id is not null or settled_by_hand)
      when 'top-up' then buyer_id is not null and credits > 0
      else credits = 0
    end) not valid;

create table sale_orders (
  charge_id bigint primary key references charges,
  account_id bigint not null references accounts,
  platform text not null check (platform in ('iptv', 'p2p', 'new-p2p')),
  -- Package of IPTV, or product of P2P.
  product_id bigint not null,
  -- Null for an order that was recreated from its payment after a restore.
  whatsapp text,
  device text,
  device_mark bytea,
  origin text not null check (origin in ('storefront', 'chatbot', 'referral')),
  channel text not null check (channel in ('link', 'telegram', 'whatsapp', 'chatbot')),
  -- Code of the link that the visitor opened first.
  origin_code text,
  -- True if the payment turns a test into an official line.
  is_after_test boolean not null,
  created_at timestamptz not null,
  -- Time at which the customer was told about the delivered line.
  told_at timestamptz
);
create index sale_orders_account_idx on sale_orders (account_id, created_at);
create index sale_orders_untold_idx on sale_orders (charge_id) where told_at is null;
create index charges_sale_idx on charges (account_id, state) where purpose = 'sale';

