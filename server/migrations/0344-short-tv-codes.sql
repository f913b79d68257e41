-- Codes on televisions have six signs. Codes with eight signs remain valid until they expire.
alter table box_renewals drop constraint box_renewals_code_check;
alter table box_renewals add constraint box_renewals_code_check check (code ~ '^[A-Z0-9]{6}([A-Z0-9]{2})?$');
