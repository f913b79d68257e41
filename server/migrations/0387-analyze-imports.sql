-- An import analyzes its new entries. Without statistics, the planner joins them by nested loops.
grant maintain on import_entries to ramal_app;
