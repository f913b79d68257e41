-- Time at which a customer opened the renewal that a television shows. The television then asks more often.
alter table box_renewals add column opened_at timestamptz;
create index box_renewals_link_idx on box_renewals (link_id);
