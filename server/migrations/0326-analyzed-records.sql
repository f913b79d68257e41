-- PostgreSQL analyzes partitions by itself, but not the tables over them. From now on the job keep-months does.
analyze events, entries;
