-- The settings show the latest run of each of the functions 6 to 9.
create index batches_function_idx on batches (((asked ->> 'number')::int), id desc) where asked ? 'number';
