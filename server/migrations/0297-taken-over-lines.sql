-- A customer taken over by a migrator has an event of its own (Q-MIGRATEDCOUNT). Webhooks report it as a new line.
create or replace function webhook_type_of(kind text) returns text language sql immutable as $$
  select case
    when kind in ('line-created', 'line-imported', 'line-taken-over') then 'line.created'
    when kind = 'line-extended' then 'line.renewed'
    when kind = 'line-blocked-for-abuse' then 'line.blocked'
    when kind in ('line-deleted', 'line-refused') then 'line.deleted'
    when kind in ('line-edited', 'line-promoted', 'line-switched-on', 'line-switched-off', 'line-restored',
      'line-trusted', 'line-end-of-day', 'line-rolled-back', 'line-password-renewed', 'line-whatsapp-set',
      'line-migrated', 'line-unblocked', 'line-adopted') then 'line.changed'
    when kind = 'ticket-answered' then 'ticket.answered'
    when kind = 'hostname-fell' then 'host.failed'
    when kind = 'recharge-paid' then 'recharge.approved'
  end
$$;

-- Serves the count of a month's migrated customers on the home page.
create index events_migrated_idx on events (account_id, at) where kind in ('line-migrated', 'line-taken-over');
