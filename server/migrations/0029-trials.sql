-- Who takes trial after trial: by the number a test was given to, deleted tests included, and by the
-- place it was watched from.

create index lines_trial_number_idx on lines (whatsapp, created_at) where is_trial and whatsapp is not null;

-- One connection's addresses at home: all of an IPv6 /64, or the one IPv4.
create function household(address inet) returns inet language sql immutable parallel safe
  return case family(address) when 6 then network(set_masklen(address, 64))::inet else set_masklen(address, 32) end;

create index viewings_household_idx on viewings (household(address), started_at) where address is not null;
