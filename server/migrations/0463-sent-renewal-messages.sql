-- Automatic messages about renewals that the former release sent are contacts too. Otherwise the queue would
-- list their customers again.
insert into line_contacts (line_id, kind, due_at, channel, contacted_at)
select line_id, 'renewed', due_at, channel, sent_at from reminders
where kind = 'renewed' and state = 'sent' and channel in ('telegram', 'email', 'whatsapp', 'webhook')
  and sent_at > now() - interval '8 days'
on conflict (line_id, kind, threshold, due_at) do nothing;
