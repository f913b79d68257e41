-- Renewal link of a line on the screen of its boxes. The code is for customers who type instead of scan.

create table box_renewals (
  line_id bigint primary key references lines,
  link_id bigint not null references renewal_links,
  code text not null unique check (code ~ '^[A-Z0-9]{8}$'),
  expires_at timestamptz not null
);

create index box_renewals_age_idx on box_renewals (expires_at);
