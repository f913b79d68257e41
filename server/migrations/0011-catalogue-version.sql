-- One number that changes whenever what players are shown changes, so that lists made for one line can
-- be handed to the next without asking whether they are still true.

create table catalogue_version (
  is_only boolean primary key default true check (is_only),
  lists bigint not null default 1,
  guide bigint not null default 1
);
insert into catalogue_version default values;

create function count_lists_change() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update catalogue_version set lists = lists + 1;
  return null;
end $$;

create function count_guide_change() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update catalogue_version set guide = guide + 1;
  return null;
end $$;

create trigger streams_change_lists
  after insert or delete or truncate
    or update of kind, number, name, category_id, icon, epg_channel_id, source, is_adult, details,
      hidden_at, gone_at, series_id, season, episode
  on streams for each statement execute function count_lists_change();
create trigger series_change_lists
  after insert or delete or truncate or update of name, category_id, icon, details, is_adult
  on series for each statement execute function count_lists_change();
create trigger categories_change_lists after insert or delete or truncate or update
  on categories for each statement execute function count_lists_change();
create trigger bouquet_categories_change_lists after insert or delete or truncate or update
  on bouquet_categories for each statement execute function count_lists_change();
create trigger programmes_change_guide after insert or delete or truncate or update
  on programmes for each statement execute function count_guide_change();

revoke insert, update, delete, truncate on catalogue_version from ramal_app;
