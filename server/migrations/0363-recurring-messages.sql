-- Messages to customers about recurring Pix use the channels of the reminders. They have no threshold
-- and no text of the account.
alter table reminders
  drop constraint reminders_kind_check,
  add constraint reminders_kind_check check (kind in ('due', 'renewed', 'refused', 'ended')) not valid,
  alter column text_id drop not null;
