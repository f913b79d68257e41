-- How often a task was taken up: a worker that was silent for long and comes back finds it is another's.
alter table tasks add column taken int not null default 0;

-- Everything in a category, shown or not: an admin lists it, and a category is deleted only when it is empty.
create index streams_in_category_idx on streams (category_id);
