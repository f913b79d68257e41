-- Bases and segments are signed from now on: each chain begins again with a signed base.
delete from wal_chains;
