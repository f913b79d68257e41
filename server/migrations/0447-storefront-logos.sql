-- Logo of a sales page. Its picture is stored like those of brands, and a page that uses it keeps it.
alter table storefronts add column logo text references brand_pictures;
create index storefronts_logo_idx on storefronts (logo) where logo is not null;
