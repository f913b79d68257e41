-- A message about a renewal is stored like a request for payment: once for a line and its expiry.
-- Channel 'none': the seller decided to send no message.
alter table line_contacts
  drop constraint line_contacts_kind,
  drop constraint line_contacts_channel;
alter table line_contacts
  add constraint line_contacts_kind check (kind in ('charge', 'renewed')),
  add constraint line_contacts_channel
    check (channel in ('wa.me', 'telegram', 'email', 'whatsapp', 'webhook')
      or (channel = 'none' and kind = 'renewed'));

-- For the deletion of old rows.
create index line_contacts_age_idx on line_contacts (contacted_at);

-- A settled receipt becomes a contact. Older receipts are no longer listed. The column does not state
-- whether a receipt was sent or dismissed. Only processes of the former release still use the column and
-- its index, so a later release can drop both.
insert into line_contacts (line_id, kind, due_at, channel, contacted_at)
select line_id, 'renewed', renewed_until, 'none', receipt_settled_at from charges
where purpose = 'renewal' and receipt_settled_at is not null and renewed_until is not null and line_id is not null
  and settled_at > now() - interval '8 days'
on conflict (line_id, kind, threshold, due_at) do nothing;
create index charges_renewals_idx on charges (account_id, settled_at)
  where purpose = 'renewal' and state = 'settled';
