-- The accounts of a tree from one range of an index: their paths begin alike.
create index accounts_path_idx on accounts (ancestors) include (id);
