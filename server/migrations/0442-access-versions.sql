-- Number of changes of the password or the owner of a line. Keys of visitors contain it, so that a change invalidates
-- them. A trigger counts, because a former release that runs at the same time changes passwords too.

alter table lines add column access_version int not null default 0;

create function count_access_version() returns trigger language plpgsql as $$
begin
  new.access_version := old.access_version + 1;
  return new;
end $$;
create trigger lines_count_access before update of password, owner_id on lines for each row
  when (old.password is distinct from new.password or old.owner_id is distinct from new.owner_id)
  execute function count_access_version();

-- Mark of the device that requested the code. The plain signature is no longer stored.
alter table number_proofs
  add column device_mark bytea,
  alter column device_signature set default '';
