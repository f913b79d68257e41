-- Reads the table once, while it is read and written.
alter table pix_authorizations validate constraint pix_authorizations_line_or_order;
alter table pix_authorizations validate constraint pix_authorizations_active_line;
