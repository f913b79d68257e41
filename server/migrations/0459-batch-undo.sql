-- Act by which the account can undo a whole batch. Null if the batch has no undo.
alter table batches add column undo_id uuid, add column undone_at timestamptz;
create index batches_undo_idx on batches (undo_id) where undo_id is not null;
